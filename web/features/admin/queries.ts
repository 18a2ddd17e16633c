import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { hc } from 'hono/client';
import type { CreateCustomer, DirectoryEntry, EditCustomer } from '#shared/contract/customers.ts';
import type { EditPhotos, PhotoFilter, RequestTickets, UnsettledPhoto } from '#shared/contract/photos.ts';
import type { CreateSession, EditSession, OpenSession } from '#shared/contract/sessions.ts';
import type { AdminApi } from '../../../lambdas/admin/app.ts';
import { answerOf, authorizedFetch } from '../../lib/api.ts';
import { mediaAccessQuery } from '../../lib/media-access.ts';

/** All of the admin's server data. */

const api = hc<AdminApi>('/', { fetch: authorizedFetch }).api.admin;

export const adminMediaAccess = mediaAccessQuery(() => answerOf(api['media-access'].$post()));

/** The whole directory, newest first; page after page, because the search looks at all of it. */
export const directoryQuery = queryOptions({
  queryKey: ['directory'],
  queryFn: async ({ signal }) => {
    const entries: DirectoryEntry[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: DirectoryEntry[]; next_cursor: string | null } = await answerOf(
        api.customers.$get({ query: cursor === null ? {} : { cursor } }, { init: { signal } }),
      );
      entries.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return entries;
  },
});

export const createCustomer = (values: CreateCustomer) => answerOf(api.customers.$post({ json: values }));

export const customerQuery = (customer: string) =>
  queryOptions({
    queryKey: ['customer', customer],
    queryFn: () => answerOf(api.customers[':customer'].$get({ param: { customer } })),
  });

export const editCustomer = (customer: string, values: EditCustomer) =>
  answerOf(api.customers[':customer'].$patch({ param: { customer }, json: values }));

export const customerSessionsQuery = (customer: string) =>
  queryOptions({
    queryKey: ['customer-sessions', customer],
    queryFn: async () => (await answerOf(api.customers[':customer'].sessions.$get({ param: { customer } }))).items,
  });

/** All sessions, newest first, a page at a time. */
export const sessionsQuery = infiniteQueryOptions({
  queryKey: ['sessions'],
  queryFn: ({ pageParam }) => answerOf(api.sessions.$get({ query: pageParam === null ? {} : { cursor: pageParam } })),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
});

export const createSession = (values: CreateSession) => answerOf(api.sessions.$post({ json: values }));

/** The customer's session of that label, made when there is none. */
export const openSession = (values: OpenSession) => answerOf(api.sessions.open.$post({ json: values }));

export const sessionQuery = (session: string) =>
  queryOptions({
    queryKey: ['session', session],
    queryFn: () => answerOf(api.sessions[':session'].$get({ param: { session } })),
  });

export const editSession = (session: string, values: EditSession) =>
  answerOf(api.sessions[':session'].$patch({ param: { session }, json: values }));

export const deleteSession = (session: string, version: number) =>
  answerOf(api.sessions[':session'].$delete({ param: { session }, query: { version: String(version) } }));

export const restoreSession = (session: string) =>
  answerOf(api.sessions[':session'].restore.$post({ param: { session } }));

/** Sessions that can still be restored, the last deleted first. */
export const deletedSessionsQuery = queryOptions({
  queryKey: ['deleted-sessions'],
  queryFn: async () => (await answerOf(api.sessions.deleted.$get())).items,
});

/** One letter to the client; `toldAt` is when they were last told, as far as this screen knows. */
export const announceSession = (session: string, toldAt: string | null) =>
  answerOf(api.sessions[':session'].announcement.$post({ param: { session }, json: { told_at: toldAt } }));

/** A session's photos as the studio sees them, page by page in the session's order. */
export const photosQuery = (session: string, show: PhotoFilter = 'all') =>
  infiniteQueryOptions({
    queryKey: ['photos', session, show],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.sessions[':session'].photos.$get({
          param: { session },
          query: { show, ...(pageParam === null ? {} : { cursor: pageParam }) },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

/** What was thrown away from a session and can be restored, the last first. */
export const binQuery = (session: string) =>
  infiniteQueryOptions({
    queryKey: ['bin', session],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.sessions[':session'].photos.bin.$get({
          param: { session },
          query: pageParam === null ? {} : { cursor: pageParam },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

/** At most `limits.photosPerEdit` photos at once, as with the next two. */
export const editPhotos = async (session: string, edit: EditPhotos) =>
  (await answerOf(api.sessions[':session'].photos.$patch({ param: { session }, json: edit }))).items;

export const binPhotos = async (session: string, photo_ids: string[]) =>
  (await answerOf(api.sessions[':session'].photos.bin.$post({ param: { session }, json: { photo_ids } }))).photo_ids;

export const restorePhotos = async (session: string, photo_ids: string[]) =>
  (await answerOf(api.sessions[':session'].photos.restore.$post({ param: { session }, json: { photo_ids } }))).items;

/** The first page of the photos on their way or refused; asked for again while one may arrive at any moment. */
export const unsettledQuery = (session: string) =>
  queryOptions({
    queryKey: ['unsettled', session],
    queryFn: () => answerOf(api.sessions[':session'].photos.unsettled.$get({ param: { session }, query: {} })),
    refetchInterval: ({ state: { data } }) => (data?.items.some(isFresh) ? 2_000 : 60_000),
  });

/** A file that was announced long ago was cancelled, or its upload was cut off: it need not be watched closely. */
function isFresh(photo: UnsettledPhoto): boolean {
  return photo.state === 'pending' && Date.now() - Date.parse(photo.uploaded_at) < 10 * 60_000;
}

export const requestTickets = async (session: string, values: RequestTickets) =>
  (await answerOf(api.sessions[':session'].uploads.$post({ param: { session }, json: values }))).tickets;
