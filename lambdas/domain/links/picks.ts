import type { GuestPage, GuestPicksPage, GuestPicksQuery } from '#shared/contract/links.ts';
import { limits } from '#shared/limits.ts';
import { decryptCursor, encryptCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import type { Key } from '../../platform/table.ts';
import { canSee } from '../photos/access/access.ts';
import { requireSession } from '../photos/row/find.ts';
import { readReadable } from '../photos/row/repository.ts';
import { toGalleryPhoto } from '../photos/row/views.ts';
import type { SessionRow } from '../sessions/repository.ts';
import { type Maker, mayChange } from './links.ts';
import {
  hasContent,
  type LinkRow,
  pageOfGuests,
  pageOfReactions,
  type ReactionRow,
  readLinks,
  readReactionsByGuest,
} from './repository.ts';

/** Lists the picks and notes of the guests of a session's links, for the studio and the session's client. */

/**
 * Returns a page of the named guests of a session's links, link by link, the newest link first. Each has the numbers of
 * their picks and notes on photos that the actor can see.
 * @throws StudioError NOT_FOUND
 */
export async function listGuests(actor: Maker, sessionId: string, cursor?: string): Promise<GuestPage> {
  const session = await requireSession(actor, sessionId);
  const cursorScope = `${actor.sub} guests ${sessionId}`;
  const { rows, last } = await pageOf(
    await readLinks(sessionId),
    limits.guestsPerPage,
    await decryptCursor(cursorScope, cursor),
    pageOfGuests,
  );
  const links = new Map(rows.map(({ link }) => [link.id, link]));
  const reactionsByLink = new Map(
    await Promise.all([...links.keys()].map(async (id) => [id, await readReactionsByGuest(id)] as const)),
  );
  const guests = rows.map(({ link, row: { id, name, email, sent_at = null } }) => ({
    guest: {
      ...{ id, link_id: link.id, name, email, sent_at },
      // The client does not see the labels that the studio gave to its own links.
      link_label: mayChange(actor, link, session) ? link.label : '',
    },
    reactions: (reactionsByLink.get(link.id)?.get(id) ?? []).filter(hasContent),
  }));
  const visiblePhotos = await photosOf(
    actor,
    session,
    guests.flatMap((item) => item.reactions),
  );
  return {
    items: guests.map((item) => {
      const visibleReactions = item.reactions.filter(({ photo_id }) => visiblePhotos.has(photo_id));
      return {
        ...item.guest,
        picks_count: visibleReactions.filter(({ is_picked }) => is_picked).length,
        notes_count: visibleReactions.filter(({ note }) => note !== '').length,
      };
    }),
    next_cursor: await encryptCursor(cursorScope, last),
  };
}

/**
 * Returns a page of guests' picks and notes, or of one guest's, in the order of `listGuests`, on photos that the actor
 * may see. A page can have fewer items than the limit, or none, although another page follows.
 * @throws StudioError NOT_FOUND, also for a link of another session
 */
export async function listGuestPicks(
  actor: Maker,
  sessionId: string,
  { cursor, link, guest = '' }: GuestPicksQuery = {},
): Promise<GuestPicksPage> {
  const session = await requireSession(actor, sessionId);
  const links = (await readLinks(sessionId)).filter(({ id }) => link === undefined || id === link);
  if (link !== undefined && links.length === 0) throw new StudioError('NOT_FOUND');
  const cursorScope = `${actor.sub} picks ${sessionId} ${link ?? ''} ${guest}`;
  const { rows, last } = await pageOf(
    links,
    limits.guestPicksPerPage,
    await decryptCursor(cursorScope, cursor),
    (linkId, size, from) => pageOfReactions(linkId, guest, size, from),
  );
  const reactions = rows.map(({ row }) => row).filter(hasContent);
  const photos = await photosOf(actor, session, reactions);
  return {
    items: reactions
      .filter(({ photo_id }) => photos.has(photo_id))
      .map(({ link_id, part, photo_id, is_picked, note }) => ({
        guest_id: part.split('#')[1] ?? '',
        ...{ link_id, photo_id, is_picked, note },
      })),
    photos: [...photos.values()].map((photo) => toGalleryPhoto(actor, photo, session)),
    next_cursor: await encryptCursor(cursorScope, last),
  };
}

/**
 * Returns at most `size` rows of these links, link by link.
 * @param startKey the `last` key of the page before
 */
async function pageOf<Row extends { link_id: string; part: string }>(
  links: LinkRow[],
  size: number,
  startKey: Key | undefined,
  read: (linkId: string, size: number, from: Key | undefined) => Promise<{ rows: Row[]; last: Key | undefined }>,
): Promise<{ rows: { link: LinkRow; row: Row }[]; last: Key | undefined }> {
  const rows: { link: LinkRow; row: Row }[] = [];
  // The list ends if the link of the page before was erased meanwhile.
  const startIndex = startKey ? links.findIndex(({ id }) => id === startKey.link_id) : 0;
  for (const [index, link] of (startIndex < 0 ? [] : links.slice(startIndex)).entries()) {
    const { rows: newRows, last } = await read(link.id, size - rows.length, index === 0 ? startKey : undefined);
    rows.push(...newRows.map((row) => ({ link, row })));
    if (rows.length < size) continue;
    const { link_id, part } = rows.at(-1)!.row;
    const isEnd = last === undefined && link === links.at(-1);
    return { rows, last: isEnd ? undefined : { link_id, part } };
  }
  return { rows, last: undefined };
}

/** Returns the photos of these picks and notes that the actor can see, by id. */
async function photosOf(actor: Maker, session: SessionRow, reactions: Pick<ReactionRow, 'photo_id'>[]) {
  const photos = await readReadable(session.id, [...new Set(reactions.map(({ photo_id }) => photo_id))]);
  return new Map(photos.filter((photo) => canSee(actor, photo, session)).map((photo) => [photo.id, photo]));
}
