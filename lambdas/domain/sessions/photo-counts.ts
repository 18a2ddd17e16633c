import { limits } from '#shared/limits.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import type { Write } from '../../platform/table.ts';
import { type ChapterCount, readAnySession, readSession, type SessionRow, sessions } from './repository.ts';

/** The counters of a session for its photos; `finished_new_count` only where the row has it. */
type PhotoCounts = Pick<
  SessionRow,
  | 'photos_count'
  | 'visible_count'
  | 'favorites_count'
  | 'listed_count'
  | 'original_bytes'
  | 'derivative_bytes'
  | 'placed_count'
  | 'finished_count'
> &
  Record<ChapterCount, number> & { finished_new_count?: number };

/**
 * Returns the write that updates the session's counters in a photo's transaction.
 * @param change is added to each counter; negative when photos are removed or hidden
 * @param ifDeleted creates the error when the session is in the trash; when omitted, the session may be in the trash
 */
export const countPhotos = (sessionId: string, change: PhotoCounts, ifDeleted?: () => Error): Write =>
  sessions.change(
    { id: sessionId },
    { add: { ...change }, set: { photos_changed_at: new Date().toISOString() } },
    ifDeleted && { where: { deleted_at: undefined }, onConflict: ifDeleted },
  );

/** The options of the write that counts photos. */
interface CountOptions {
  /** The write fails when the session is in the trash. */
  requiresLive?: boolean;
  /** Photos of the session wait for their marked derivatives after this write. */
  awaitsMarks?: boolean;
}

/**
 * Returns the write that updates the session's counters in the transaction of photos that may be finished. It fails
 * when, after the session was read, an email about finished photos was queued (which may or may not have announced
 * them), proofs changed between clean and marked, the watermark changed, or the clocks changed. The session may be in
 * the trash.
 * @param ifMissing creates the error when the session is missing; with `requiresLive`, also when it is in the trash
 */
export const countInRound = (
  { id, finished_round, marks_shown, watermark_id, clocks_id }: SessionRow,
  change: PhotoCounts,
  ifMissing: () => Error,
  { requiresLive = false, awaitsMarks = false }: CountOptions = {},
): Write =>
  sessions.change(
    { id },
    {
      add: { ...change },
      set: { photos_changed_at: new Date().toISOString(), ...(awaitsMarks && { marks_pending: true }) },
    },
    {
      where: { finished_round, marks_shown, watermark_id, clocks_id, ...(requiresLive && { deleted_at: undefined }) },
      onConflict: async () => {
        const row = await (requiresLive ? readSession : readAnySession)(id);
        return row ? new WriteConflictError() : ifMissing();
      },
    },
  );

/**
 * Returns the write that counts favorites in their photos' transaction. IAM lets the client's function change only a
 * few attributes of a session.
 * @param change is added to the counter; negative for removed favorites
 * @param ifDeleted creates the error when the session is in the trash
 */
export const countFavorite = (sessionId: string, change: number, ifDeleted: () => Error): Write =>
  sessions.change(
    { id: sessionId },
    { add: { favorites_count: change } },
    { where: { deleted_at: undefined }, onConflict: ifDeleted },
  );

/**
 * Returns the write that updates the session's counters in the transaction of photos whose chapter or position depends
 * on the session. It fails when, after the session was read, it was edited or deleted, an email about finished photos
 * was queued, or proofs changed between clean and marked; and when it has no room for photos that are restored.
 */
export const countArranged = (
  { id, version, finished_round, marks_shown }: SessionRow,
  change: PhotoCounts,
  { awaitsMarks = false }: Pick<CountOptions, 'awaitsMarks'> = {},
): Write =>
  sessions.change(
    { id },
    {
      add: { ...change },
      set: { photos_changed_at: new Date().toISOString(), ...(awaitsMarks && { marks_pending: true }) },
    },
    { where: { version, finished_round, marks_shown, deleted_at: undefined }, atMost: roomFor(change.listed_count) },
  );

/** Returns the condition that a session has room for photos that were not listed before. */
const roomFor = (added: number): Record<string, number> =>
  // `photos_count` is the lower bound for a row without `listed_count`.
  added > 0 ? { listed_count: limits.photosPerSession - added, photos_count: limits.photosPerSession - added } : {};

/** Returns the number of photos for which a session still has room. */
export const roomIn = ({ listed_count, photos_count }: SessionRow): number =>
  Math.max(0, limits.photosPerSession - Math.max(listed_count, photos_count));

/**
 * Returns the write that counts new uploads in the transaction that writes their rows. It fails when the session is in
 * the trash, or has no room for all of them.
 * @param added photos that were not listed before
 */
export const countUploads = (sessionId: string, added: number): Write =>
  sessions.change(
    { id: sessionId },
    { add: { listed_count: added } },
    // Photos whose ticket is only requested again need no room.
    { where: { deleted_at: undefined }, atMost: roomFor(added) },
  );
