import type { Write } from '../../platform/table.ts';
import { type SessionRow, sessions } from './repository.ts';

/**
 * Returns the write that records an announcement, for which none waits any more. It fails when another one was recorded,
 * or one that waited was taken back or got other words, after the session was read.
 */
export const recordAnnouncement = (
  row: SessionRow,
  announced: { announced_at: string; announced_by: string },
  onConflict?: () => Promise<Error>,
): Write =>
  sessions.change(
    { id: row.id },
    { set: announced, remove: ['waiting_announcement'] },
    {
      where: {
        announced_at: row.announced_at,
        deleted_at: undefined,
        ...(row.waiting_announcement && { 'waiting_announcement.at': row.waiting_announcement.at }),
      },
      ...(onConflict && { onConflict }),
    },
  );

/**
 * Returns the write that keeps an announcement until the watermark is on all photos; it fails when it is, or when the
 * session was announced, after the session was read.
 */
export const setWaiting = (
  { id, announced_at }: SessionRow,
  waiting_announcement: NonNullable<SessionRow['waiting_announcement']>,
): Write =>
  sessions.change(
    { id },
    { set: { waiting_announcement } },
    { where: { announced_at, marks_pending: true, deleted_at: undefined } },
  );

/** Returns the write that takes back a waiting announcement; it fails when it was sent after the session was read. */
export const removeWaiting = ({ id, announced_at }: SessionRow): Write =>
  sessions.change({ id }, { remove: ['waiting_announcement'] }, { where: { announced_at, deleted_at: undefined } });

/**
 * Returns the write that records an email about finished photos; photos that are finished later belong to the next
 * email. It fails when another such email was queued, or photos of the session changed, after the session was read.
 */
export const recordFinishedEmail = (
  row: SessionRow,
  announced: { finished_announced_at: string; finished_announced_by: string },
): Write =>
  sessions.change(
    { id: row.id },
    { set: { ...announced, finished_round: row.finished_round + 1, finished_new_count: 0 } },
    {
      where: {
        finished_round: row.finished_round,
        photos_changed_at: row.photos_changed_at,
        deleted_at: undefined,
      },
    },
  );

/** Returns the number of the session's next email about finished photos. */
export const nextRound = ({ finished_round }: SessionRow): number => finished_round;
