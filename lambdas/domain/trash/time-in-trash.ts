import { limits } from '#shared/limits.ts';
import { dayMs, hourMs } from '../../platform/time.ts';

/** How long the trash keeps customers, sessions, photos, versions and attachments. */

const restorableMs = limits.trashDays * dayMs;

/** Returns whether something deleted at this time can still be restored. */
export const isRestorable = (deleted_at: string): boolean => Date.now() - Date.parse(deleted_at) < restorableMs;

/**
 * Milliseconds after which the daily sweep erases: an hour longer than a restore is possible, so that nothing is restored
 * while its files are being deleted.
 */
export const erasableMs = restorableMs + hourMs;
