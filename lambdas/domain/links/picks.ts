import type { GuestPage, GuestPicksPage, GuestPicksQuery } from '#shared/contract/links.ts';
import { limits } from '#shared/limits.ts';
import { openCursor, sealCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import type { Key } from '../../platform/table.ts';
import { canSee } from '../photos/access/access.ts';
import { requireSession } from '../photos/row/find.ts';
import { readReadable } from '../photos/row/repository.ts';
import { toGalleryPhoto } from '../photos/row/views.ts';
import type { SessionRow } from '../sessions/repository.ts';
import { type Maker, mayChange } from './links.ts';
import { type LinkRow, type MarkRow, pageOfGuests, pageOfMarks, readLinks, readMarksByGuest } from './repository.ts';

/** What guests of a session's links have picked and noted, for the studio and the session's client. */

/**
 * Returns a page of the guests of a session's links who have said their names, link by link, the newest link first, each
 * with the number of photos that they have picked and noted and that the actor can see.
 * @throws StudioError NOT_FOUND
 */
export async function listGuests(actor: Maker, sessionId: string, cursor?: string): Promise<GuestPage> {
  const session = await requireSession(actor, sessionId);
  const list = `${actor.sub} guests ${sessionId}`;
  const { found, last } = await pageOf(
    await readLinks(sessionId),
    limits.guestsPerPage,
    await openCursor(list, cursor),
    pageOfGuests,
  );
  const links = new Map(found.map(({ link }) => [link.id, link]));
  const marks = new Map(
    await Promise.all([...links.keys()].map(async (id) => [id, await readMarksByGuest(id)] as const)),
  );
  const guests = found.map(({ link, row: { id, name, email, sent_at = null } }) => ({
    guest: {
      ...{ id, link_id: link.id, name, email, sent_at },
      // The studio's words for its own links are not meant for the client.
      link_label: mayChange(actor, link, session) ? link.label : '',
    },
    marks: (marks.get(link.id)?.get(id) ?? []).filter(saysMore),
  }));
  const seen = await photosOf(
    actor,
    session,
    guests.flatMap((one) => one.marks),
  );
  return {
    items: guests.map((one) => {
      const shown = one.marks.filter(({ photo_id }) => seen.has(photo_id));
      return {
        ...one.guest,
        picks_count: shown.filter(({ is_picked }) => is_picked).length,
        notes_count: shown.filter(({ note }) => note !== '').length,
      };
    }),
    next_cursor: await sealCursor(list, last),
  };
}

/**
 * Returns a page of what guests have picked and noted, in the order of `listGuests` or of one guest, as far as the actor
 * may see the photos; it can have fewer than a page's, or none, before the last page.
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
  const list = `${actor.sub} picks ${sessionId} ${link ?? ''} ${guest}`;
  const { found, last } = await pageOf(
    links,
    limits.guestPicksPerPage,
    await openCursor(list, cursor),
    (linkId, size, from) => pageOfMarks(linkId, guest, size, from),
  );
  const marks = found.map(({ row }) => row).filter(saysMore);
  const photos = await photosOf(actor, session, marks);
  return {
    items: marks
      .filter(({ photo_id }) => photos.has(photo_id))
      .map(({ link_id, part, photo_id, is_picked, note }) => ({
        guest_id: part.split('#')[1] ?? '',
        ...{ link_id, photo_id, is_picked, note },
      })),
    photos: [...photos.values()].map((photo) => toGalleryPhoto(actor, photo, session)),
    next_cursor: await sealCursor(list, last),
  };
}

/**
 * Returns up to `size` rows of these links, link by link.
 * @param from the `last` of the page before
 */
async function pageOf<Row extends { link_id: string; part: string }>(
  links: LinkRow[],
  size: number,
  from: Key | undefined,
  read: (linkId: string, size: number, from: Key | undefined) => Promise<{ rows: Row[]; last: Key | undefined }>,
): Promise<{ found: { link: LinkRow; row: Row }[]; last: Key | undefined }> {
  const found: { link: LinkRow; row: Row }[] = [];
  // A link that was erased since the page before has no rows: the list ends there.
  const start = from ? links.findIndex(({ id }) => id === from.link_id) : 0;
  for (const [index, link] of (start < 0 ? [] : links.slice(start)).entries()) {
    const { rows, last } = await read(link.id, size - found.length, index === 0 ? from : undefined);
    found.push(...rows.map((row) => ({ link, row })));
    if (found.length < size) continue;
    const { link_id, part } = found.at(-1)!.row;
    const isLast = last === undefined && link === links.at(-1);
    return { found, last: isLast ? undefined : { link_id, part } };
  }
  return { found, last: undefined };
}

/** The photos of these picks and notes that the actor can see, by id. */
async function photosOf(actor: Maker, session: SessionRow, marks: Pick<MarkRow, 'photo_id'>[]) {
  const photos = await readReadable(session.id, [...new Set(marks.map(({ photo_id }) => photo_id))]);
  return new Map(photos.filter((photo) => canSee(actor, photo, session)).map((photo) => [photo.id, photo]));
}

/** Not a pick or note that was taken back. */
const saysMore = ({ is_picked, note }: { is_picked: boolean; note: string }) => is_picked || note !== '';
