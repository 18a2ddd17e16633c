import type * as z from 'zod';
import type { TimelineEntry, TimelinePage, TimelineQuery } from '#shared/contract/timeline.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../platform/auth.ts';
import { decryptCursor, encryptCursor } from '../../platform/cursors.ts';
import type { Key } from '../../platform/table.ts';
import { getCustomer } from '../customers/customers.ts';
import { readGuest, readLink } from '../links/repository.ts';
import { cleanFiles } from '../photos/access/access.ts';
import { requireSession } from '../photos/row/find.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { readKeys } from '../photos/row/repository.ts';
import { viewOf } from '../photos/row/views.ts';
import { readByCustomer, readBySession, type TimelineRow } from '../timeline/repository.ts';

type Query = z.output<typeof TimelineQuery>;

/**
 * Returns a page of a customer's timeline, newest first, also for a customer in the trash.
 * @throws StudioError NOT_FOUND
 */
export async function listCustomerTimeline(actor: Admin, id: string, query: Query): Promise<TimelinePage> {
  const { name } = await getCustomer(actor, id);
  return listPage(`${actor.sub} timeline of customer ${id}`, name, query, (from) =>
    readByCustomer(id, limits.timelinePerPage, from),
  );
}

/**
 * Returns a page of a session's timeline, newest first.
 * @throws StudioError NOT_FOUND
 */
export async function listSessionTimeline(actor: Admin, id: string, query: Query): Promise<TimelinePage> {
  const { customer_id } = await requireSession(actor, id);
  const { name } = await getCustomer(actor, customer_id);
  return listPage(`${actor.sub} timeline of session ${id}`, name, query, (from) =>
    readBySession(id, limits.timelinePerPage, from),
  );
}

/**
 * Returns one page of a timeline. It reads a single page of rows, even if the filter leaves few of them, so that a
 * request always costs the same.
 */
async function listPage(
  cursorScope: string,
  clientName: string,
  { cursor, by }: Query,
  read: (from: Key | undefined) => Promise<{ rows: TimelineRow[]; last: Key | undefined }>,
): Promise<TimelinePage> {
  const { rows, last } = await read(await decryptCursor(cursorScope, cursor));
  const matchingRows = rows.filter(
    (row) => by === undefined || row.by === by || (by === 'studio' && row.by === 'system'),
  );
  const [photos, guests, links] = await Promise.all([
    readPhotos(matchingRows),
    readGuests(matchingRows),
    readLinks(matchingRows),
  ]);
  const nameOf = (row: TimelineRow) => {
    if (row.by === 'client') return clientName;
    return (row.by === 'guest' ? guests.get(row.guest_id ?? '') : row.name) ?? '';
  };
  return {
    items: matchingRows.map(
      ({ photo_ids, session_id = null, session_name = '', email, email_at, ...row }): TimelineEntry => {
        const link_label = links.get(row.link_id ?? '');
        const entryPhotos = photo_ids.flatMap((id) => photos.get(id) ?? []);
        return {
          ...row,
          name: nameOf({ ...row, photo_ids }),
          session_id,
          session_name,
          ...(link_label !== undefined && { link_label }),
          photos: entryPhotos.map((photo) => ({
            ...viewOf(photo, cleanFiles(photo)),
            note: row.kind === 'noted' && row.by === 'client' ? photo.note : '',
          })),
          email: email ? { state: email, at: email_at ?? null } : null,
        };
      },
    ),
    next_cursor: await encryptCursor(cursorScope, last),
  };
}

async function readPhotos(rows: TimelineRow[]): Promise<Map<string, ReadyPhoto>> {
  const keys = rows.flatMap(({ session_id, photo_ids }) => photo_ids.map((id) => ({ session_id, id })));
  const keysById = new Map(keys.flatMap(({ session_id, id }) => (session_id ? [[id, { session_id, id }]] : [])));
  const photos = keysById.size > 0 ? await readKeys([...keysById.values()]) : [];
  return new Map(photos.flatMap((photo) => (photo.state === 'ready' ? [[photo.id, photo]] : [])));
}

/** Returns the names of the page's guests by their ids. A guest whose link was erased has none. */
async function readGuests(rows: TimelineRow[]): Promise<Map<string, string>> {
  const linksByGuest = new Map(
    rows.flatMap(({ guest_id, link_id }) => (guest_id && link_id ? [[guest_id, link_id]] : [])),
  );
  const namesById = await Promise.all(
    [...linksByGuest].map(async ([id, link]) => [id, (await readGuest(link, id))?.name] as const),
  );
  return new Map(namesById.flatMap(([id, name]) => (name ? [[id, name]] : [])));
}

async function readLinks(rows: TimelineRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ link_id }) => link_id ?? []))];
  const labelsById = await Promise.all(ids.map(async (id) => [id, (await readLink(id))?.label] as const));
  return new Map(labelsById.flatMap(([id, label]) => (label ? [[id, label]] : [])));
}
