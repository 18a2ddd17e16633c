import { limits } from '#shared/limits.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import type { Key } from '../../platform/table.ts';
import { transact } from '../../platform/table.ts';
import { dayMs } from '../../platform/time.ts';
import { readOwnedCounts } from '../sessions/repository.ts';
import { withoutPlace } from './places.ts';
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

/** Rows in one transaction; DynamoDB takes 100 writes. */
const rowsAtOnce = 50;

/**
 * Erases links that ended 30 days ago, and what their guests said.
 * @param isOver returns whether the function's time is running out
 * @returns the number of links erased, and whether none is left
 */
export async function eraseEndedLinks(now: Date, isOver: () => boolean): Promise<{ erased: number; isDone: boolean }> {
  const until = new Date(now.getTime() - limits.guestDataDays * dayMs).toISOString();
  let erased = 0;
  let from: Key | undefined;
  do {
    const { rows, last } = await readEnded(until, rowsAtOnce, from);
    for (const { id } of rows) {
      if (isOver()) return { erased, isDone: false };
      const link = await readLinkEnd(id);
      // The index can lag behind a link that was given a later end.
      if (!link || link.ends_at > until) continue;
      await eraseGuests(id);
      if (await eraseCounted(link)) erased += 1;
    }
    from = last;
  } while (from);
  return { erased, isDone: true };
}

/** Erases the links of a session that is about to be erased. */
export async function eraseLinksOf(sessionId: string): Promise<void> {
  for (const { id } of await readLinkEnds(sessionId)) await eraseWhole(id);
}

/** The link last, so that the run after an interrupted one finds it again. */
async function eraseWhole(id: string): Promise<void> {
  await eraseGuests(id);
  await transact([eraseLink(id)]);
}

/**
 * Erases a link with its place among those of its session.
 * @returns false when it was changed after it was read: the next run finds it again
 */
async function eraseCounted(link: LinkEnd): Promise<boolean> {
  try {
    const session = await readOwnedCounts(link.session_id);
    await transact([eraseLinkEnd(link), ...(session ? await withoutPlace(session, link) : [])]);
    return true;
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
    return false;
  }
}

async function eraseGuests(id: string): Promise<void> {
  for (let keys = await readGuestKeys(id, rowsAtOnce); keys.length > 0; keys = await readGuestKeys(id, rowsAtOnce)) {
    await transact(keys.map(eraseGuestRow));
  }
}
