import { limits } from '#shared/limits.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact, type Write } from '../../platform/table.ts';
import { countAdded, countRemoved, type OwnedCounts, startCount } from '../sessions/repository.ts';
import { changeLink, type LinkRow, readLinks } from './repository.ts';

/**
 * The places that a session has for links: some for the studio's, and as many for its client's, so that neither uses up
 * those of the other. A link that is revoked gives up its place at once, one that has ended when another needs it.
 */

type Placed = Pick<LinkRow, 'made_by' | 'is_revoked' | 'gave_place'>;

const hasPlace = ({ is_revoked, gave_place }: Placed): boolean => !is_revoked && !gave_place;
const counterOf = ({ made_by }: Pick<LinkRow, 'made_by'>) => `${made_by}_links_count` as const;

class NoPlaceError extends Error {}

/**
 * Runs the transaction that gives a link a place. Where there is none, links that have ended give theirs up, and it
 * runs once more.
 * @param transaction gets the write that counts the link
 * @throws StudioError INVALID for one link too many; NOT_FOUND for a session in the trash; WriteConflictError when another
 * request changed the numbers or one of those links
 */
export async function withPlace(
  session: OwnedCounts,
  link: Pick<LinkRow, 'made_by'>,
  transaction: (place: Write) => Promise<void>,
): Promise<void> {
  await countOnce(session, link);
  const place = countAdded(session, counterOf(link), limits.linksPerSession, {
    full: () => new NoPlaceError(),
    ifDeleted: () => new StudioError('NOT_FOUND'),
  });
  try {
    await transaction(place);
  } catch (error) {
    if (!(error instanceof NoPlaceError)) throw error;
    await giveUpPlaces(session, link);
    await transaction(place).catch((again: unknown) => {
      throw again instanceof NoPlaceError ? tooManyLinks(link) : again;
    });
  }
}

/** Returns the writes of a transaction that count the place of a link which is revoked or erased in it. */
export async function withoutPlace(session: OwnedCounts, link: Placed): Promise<Write[]> {
  if (!hasPlace(link)) return [];
  await countOnce(session, link);
  return [countRemoved(session, counterOf(link))];
}

/** Has the places of links that have ended counted for others. */
async function giveUpPlaces(session: OwnedCounts, { made_by }: Pick<LinkRow, 'made_by'>): Promise<void> {
  const now = new Date().toISOString();
  const links = (await readLinks(session.id)).filter((link) => link.made_by === made_by && link.ends_at <= now);
  for (const link of links.filter(hasPlace)) {
    await transact([
      changeLink(link, { gave_place: true }, async () => new WriteConflictError()),
      countRemoved(session, counterOf(link)),
    ]);
  }
}

/** Counts the links of a session from before they were counted. */
async function countOnce(session: OwnedCounts, { made_by }: Pick<LinkRow, 'made_by'>): Promise<void> {
  const name = counterOf({ made_by });
  if (session[name] !== undefined) return;
  const links = await readLinks(session.id);
  await startCount(session, name, links.filter((link) => link.made_by === made_by && hasPlace(link)).length);
}

function tooManyLinks({ made_by }: Pick<LinkRow, 'made_by'>): StudioError {
  const whose = made_by === 'studio' ? 'of the studio' : 'of its client';
  return new StudioError(
    'INVALID',
    `A session can have ${limits.linksPerSession} links ${whose}. Revoke one that nobody needs anymore.`,
  );
}
