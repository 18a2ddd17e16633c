import type * as z from 'zod';
import type { TimelineEntry, TimelinePage, TimelineQuery } from '#shared/contract/timeline.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../platform/auth.ts';
import { openCursor, sealCursor } from '../../platform/cursors.ts';
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
 * Returns a page of what happened with a customer, newest first; also of one in the trash.
 * @throws StudioError NOT_FOUND
 */
export async function listCustomerTimeline(actor: Admin, id: string, query: Query): Promise<TimelinePage> {
  const { name } = await getCustomer(actor, id);
  return listPage(`${actor.sub} timeline of customer ${id}`, name, query, (from) =>
    readByCustomer(id, limits.timelinePerPage, from),
  );
}

/**
 * Returns a page of what happened with a session, newest first.
 * @throws StudioError NOT_FOUND
 */
export async function listSessionTimeline(actor: Admin, id: string, query: Query): Promise<TimelinePage> {
  const { customer_id } = await requireSession(actor, id);
  const { name } = await getCustomer(actor, customer_id);
  return listPage(`${actor.sub} timeline of session ${id}`, name, query, (from) =>
    readBySession(id, limits.timelinePerPage, from),
  );
}

/** Reads one page, whatever part of it the filter leaves: an answer costs the same for a long history. */
async function listPage(
  list: string,
  client: string,
  { cursor, by }: Query,
  read: (from: Key | undefined) => Promise<{ rows: TimelineRow[]; last: Key | undefined }>,
): Promise<TimelinePage> {
  const { rows, last } = await read(await openCursor(list, cursor));
  const wanted = rows.filter((row) => by === undefined || row.by === by || (by === 'studio' && row.by === 'system'));
  const [photos, guests, links] = await Promise.all([readPhotos(wanted), readGuests(wanted), readLinks(wanted)]);
  const nameOf = (row: TimelineRow) => {
    if (row.by === 'client') return client;
    return (row.by === 'guest' ? guests.get(row.guest_id ?? '') : row.name) ?? '';
  };
  return {
    items: wanted.map(({ photo_ids, session_id = null, session_name = '', email, email_at, ...row }): TimelineEntry => {
      const link_label = links.get(row.link_id ?? '');
      const shown = photo_ids.flatMap((id) => photos.get(id) ?? []);
      return {
        ...row,
        name: nameOf({ ...row, photo_ids }),
        session_id,
        session_name,
        ...(link_label !== undefined && { link_label }),
        photos: shown.map((photo) => ({
          ...viewOf(photo, cleanFiles(photo)),
          note: row.kind === 'noted' && row.by === 'client' ? photo.note : '',
        })),
        email: email ? { state: email, at: email_at ?? null } : null,
      };
    }),
    next_cursor: await sealCursor(list, last),
  };
}

async function readPhotos(rows: TimelineRow[]): Promise<Map<string, ReadyPhoto>> {
  const keys = rows.flatMap(({ session_id, photo_ids }) => photo_ids.map((id) => ({ session_id, id })));
  const once = new Map(keys.flatMap(({ session_id, id }) => (session_id ? [[id, { session_id, id }]] : [])));
  const photos = once.size > 0 ? await readKeys([...once.values()]) : [];
  return new Map(photos.flatMap((photo) => (photo.state === 'ready' ? [[photo.id, photo]] : [])));
}

/** The names of guests who are on the page; those whose link was erased have none. */
async function readGuests(rows: TimelineRow[]): Promise<Map<string, string>> {
  const once = new Map(rows.flatMap(({ guest_id, link_id }) => (guest_id && link_id ? [[guest_id, link_id]] : [])));
  const found = await Promise.all(
    [...once].map(async ([id, link]) => [id, (await readGuest(link, id))?.name] as const),
  );
  return new Map(found.flatMap(([id, name]) => (name ? [[id, name]] : [])));
}

async function readLinks(rows: TimelineRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ link_id }) => link_id ?? []))];
  const found = await Promise.all(ids.map(async (id) => [id, (await readLink(id))?.label] as const));
  return new Map(found.flatMap(([id, label]) => (label ? [[id, label]] : [])));
}
