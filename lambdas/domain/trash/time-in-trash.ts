import { limits } from '#shared/limits.ts';
import { dayMs, hourMs } from '../../platform/time.ts';

/** The time that customers, sessions, photos, versions and attachments stay in the trash. */

const restorableMs = limits.trashDays * dayMs;

/** Whether something that was deleted at this time can still be restored. */
export const isRestorable = (deleted_at: string): boolean => Date.now() - Date.parse(deleted_at) < restorableMs;

/**
 * Milliseconds after a deletion until the daily sweep erases: an hour longer than a restore is possible, so that
 * nothing is restored while its files are being deleted.
 */
export const erasableMs = restorableMs + hourMs;
