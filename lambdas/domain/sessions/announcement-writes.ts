import type { Write } from '../../platform/table.ts';
import { type SessionRow, sessions } from './repository.ts';

/**
 * Returns the write that records an announcement; it fails when another one was recorded after the session was read.
 */
export const recordAnnouncement = (
  row: SessionRow,
  announced: { announced_at: string; announced_by: string },
  onConflict: () => Promise<Error>,
): Write =>
  sessions.change(
    { id: row.id },
    { set: announced },
    { where: { announced_at: row.announced_at, deleted_at: undefined }, onConflict },
  );

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
