import { limits } from '#shared/limits.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import type { Key } from '../../platform/table.ts';
import { transact } from '../../platform/table.ts';
import { dayMs } from '../../platform/time.ts';
import { readOwnedCounts } from '../sessions/owned-counts.ts';
import {
  eraseGuestRow,
  eraseLink,
  eraseLinkEnd,
  type LinkEnd,
  readEnded,
  readGuestKeys,
  readLinkEnd,
  readLinkEnds,
} from './repository.ts';
import { withoutSeat } from './seats.ts';

/** The number of rows in one transaction; DynamoDB allows 100 writes. */
const rowsPerTransaction = 50;

/**
 * Erases links that ended 30 days ago, with their guests' names, picks and notes.
 * @param isTimeOver returns whether the function's time is running out
 * @returns the number of erased links, and whether no such link remains
 */
export async function eraseEndedLinks(
  now: Date,
  isTimeOver: () => boolean,
): Promise<{ erased: number; isDone: boolean }> {
  const until = new Date(now.getTime() - limits.guestDataDays * dayMs).toISOString();
  let erasedCount = 0;
  let startKey: Key | undefined;
  do {
    const { rows, last } = await readEnded(until, rowsPerTransaction, startKey);
    for (const { id } of rows) {
      if (isTimeOver()) return { erased: erasedCount, isDone: false };
      const link = await readLinkEnd(id);
      // The index may still have an earlier end of a link whose end was moved.
      if (!link || link.ends_at > until) continue;
      await eraseGuests(id);
      if (await eraseCounted(link)) erasedCount += 1;
    }
    startKey = last;
  } while (startKey);
  return { erased: erasedCount, isDone: true };
}

/** Erases the links of a session that is about to be erased. */
export async function eraseLinksOf(sessionId: string): Promise<void> {
  for (const { id } of await readLinkEnds(sessionId)) await eraseWithGuests(id);
}

/** Erases the guests of a link, then the link, so that a run after an interrupted one finds the link again. */
async function eraseWithGuests(id: string): Promise<void> {
  await eraseGuests(id);
  await transact([eraseLink(id)]);
}

/**
 * Erases a link and frees its seat in the session.
 * @returns false when the link was changed after it was read; the next run finds it again
 */
async function eraseCounted(link: LinkEnd): Promise<boolean> {
  try {
    const session = await readOwnedCounts(link.session_id);
    await transact([eraseLinkEnd(link), ...(session ? await withoutSeat(session, link) : [])]);
    return true;
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
    return false;
  }
}

async function eraseGuests(id: string): Promise<void> {
  for (
    let keys = await readGuestKeys(id, rowsPerTransaction);
    keys.length > 0;
    keys = await readGuestKeys(id, rowsPerTransaction)
  ) {
    await transact(keys.map(eraseGuestRow));
  }
}
