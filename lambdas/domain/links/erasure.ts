import { limits } from '#shared/limits.ts';
import type { Key } from '../../platform/table.ts';
import { transact } from '../../platform/table.ts';
import { dayMs } from '../../platform/time.ts';
import { eraseGuestRow, eraseLink, readEnded, readGuestKeys, readLinkEnd, readLinkEnds } from './repository.ts';

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
      await eraseWhole(id);
      erased += 1;
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
  for (let keys = await readGuestKeys(id, rowsAtOnce); keys.length > 0; keys = await readGuestKeys(id, rowsAtOnce)) {
    await transact(keys.map(eraseGuestRow));
  }
  await transact([eraseLink(id)]);
}
