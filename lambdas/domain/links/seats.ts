import { limits } from '#shared/limits.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact, type Write } from '../../platform/table.ts';
import { countAdded, countRemoved, type OwnedCounts, startCount } from '../sessions/owned-counts.ts';
import { changeLink, type LinkRow, readLinks } from './repository.ts';

/**
 * Counts the seats that a session has for links: a number for the studio's links, and the same number for its client's,
 * so that neither uses up the seats of the other. A revoked link frees its seat at once, an ended link when another
 * needs it.
 */

type SeatedLink = Pick<LinkRow, 'made_by' | 'is_revoked' | 'gave_place'>;

const hasSeat = ({ is_revoked, gave_place }: SeatedLink): boolean => !is_revoked && !gave_place;
const counterOf = ({ made_by }: Pick<LinkRow, 'made_by'>) => `${made_by}_links_count` as const;

class NoSeatError extends Error {}

/**
 * Runs the transaction that gives a link a seat. If no seat is free, frees the seats of ended links and runs the
 * transaction once more.
 * @param transaction gets the write that counts the link
 * @throws StudioError INVALID when the session has its largest number of links; NOT_FOUND for a session in the trash;
 * WriteConflictError when another request changed the counters or one of the ended links
 */
export async function withSeat(
  session: OwnedCounts,
  link: Pick<LinkRow, 'made_by'>,
  transaction: (seatWrite: Write) => Promise<void>,
): Promise<void> {
  await ensureCounted(session, link);
  const seatWrite = countAdded(session, counterOf(link), limits.linksPerSession, {
    full: () => new NoSeatError(),
    ifDeleted: () => new StudioError('NOT_FOUND'),
  });
  try {
    await transaction(seatWrite);
  } catch (error) {
    if (!(error instanceof NoSeatError)) throw error;
    await freeSeats(session, link);
    await transaction(seatWrite).catch((secondError: unknown) => {
      throw secondError instanceof NoSeatError ? tooManyLinks(link) : secondError;
    });
  }
}

/** Returns the writes that free the seat of a link, for the transaction that revokes or erases the link. */
export async function withoutSeat(session: OwnedCounts, link: SeatedLink): Promise<Write[]> {
  if (!hasSeat(link)) return [];
  await ensureCounted(session, link);
  return [countRemoved(session, counterOf(link))];
}

/** Frees the seats of ended links. */
async function freeSeats(session: OwnedCounts, { made_by }: Pick<LinkRow, 'made_by'>): Promise<void> {
  const now = new Date().toISOString();
  const links = (await readLinks(session.id)).filter((link) => link.made_by === made_by && link.ends_at <= now);
  for (const link of links.filter(hasSeat)) {
    await transact([
      changeLink(link, { gave_place: true }, async () => new WriteConflictError()),
      countRemoved(session, counterOf(link)),
    ]);
  }
}

/** Stores the number of a session's links with a seat, if an older row does not have it yet. */
async function ensureCounted(session: OwnedCounts, { made_by }: Pick<LinkRow, 'made_by'>): Promise<void> {
  const name = counterOf({ made_by });
  if (session[name] !== undefined) return;
  const links = await readLinks(session.id);
  await startCount(session, name, links.filter((link) => link.made_by === made_by && hasSeat(link)).length);
}

function tooManyLinks({ made_by }: Pick<LinkRow, 'made_by'>): StudioError {
  const owner = made_by === 'studio' ? 'of the studio' : 'of its client';
  return new StudioError(
    'INVALID',
    `A session can have ${limits.linksPerSession} links ${owner}. Revoke one that nobody needs anymore.`,
  );
}
