import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { hc } from 'hono/client';
import type { CreateCustomer, Directory, DirectoryEntry, EditCustomer } from '#shared/contract/customers.ts';
import type { LetterPage } from '#shared/contract/letters.ts';
import type { MarkMessage, MessagePage } from '#shared/contract/messages.ts';
import type { EditPhotos, PhotoFilter, RequestTickets, UnsettledPhoto } from '#shared/contract/photos.ts';
import type { ChangeQuote, StudioQuotePage } from '#shared/contract/quotes.ts';
import type { CreateSession, EditSession, OpenSession } from '#shared/contract/sessions.ts';
import type { AdminApi } from '../../../lambdas/admin/app.ts';
import { answerOf, authorizedFetch } from '../../lib/api.ts';
import { mediaAccessQuery } from '../../lib/media-access.ts';

/** All of the admin's server data. */

const api = hc<AdminApi>('/', { fetch: authorizedFetch }).api.admin;

export const adminMediaAccess = mediaAccessQuery(() => answerOf(api['media-access'].$post()));

/** Pages of the directory as they came last, by cursor, with what the API calls them: what has not changed is not sent again. */
const knownPages = new Map<string, { etag: string; page: Directory }>();

async function directoryPage(cursor: string | null, signal: AbortSignal): Promise<Directory> {
  const known = knownPages.get(cursor ?? '');
  const headers = known ? { 'if-none-match': known.etag } : {};
  const query = cursor === null ? {} : { cursor };
  const response = await api.customers.$get({ query }, { headers, init: { signal } });
  if (known && response.status === (304 as number)) return known.page;
  const page = await answerOf(Promise.resolve(response));
  const etag = response.headers.get('etag');
  if (etag) knownPages.set(cursor ?? '', { etag, page });
  return page;
}

/** The whole directory, newest first; page after page, because the search looks at all of it. */
export const directoryQuery = queryOptions({
  queryKey: ['directory'],
  queryFn: async ({ signal }) => {
    const entries: DirectoryEntry[] = [];
    let cursor: string | null = null;
    do {
      const page: Directory = await directoryPage(cursor, signal);
      entries.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return entries;
  },
  // Its own ETags tell what changed; comparing thousands of rows once more would only take time.
  structuralSharing: false,
});

export const createCustomer = (values: CreateCustomer) => answerOf(api.customers.$post({ json: values }));

export const customerQuery = (customer: string) =>
  queryOptions({
    queryKey: ['customer', customer],
    queryFn: () => answerOf(api.customers[':customer'].$get({ param: { customer } })),
  });

export const editCustomer = (customer: string, values: EditCustomer) =>
  answerOf(api.customers[':customer'].$patch({ param: { customer }, json: values }));

/** With everything of theirs, into the bin for 30 days. */
export const deleteCustomer = (customer: string) =>
  answerOf(api.customers[':customer'].$delete({ param: { customer } }));

export const restoreCustomer = (customer: string) =>
  answerOf(api.customers[':customer'].restore.$post({ param: { customer } }));

/** An account that its client closed. */
export const reopenCustomer = (customer: string) =>
  answerOf(api.customers[':customer'].reopen.$post({ param: { customer } }));

export const deletedCustomersQuery = queryOptions({
  queryKey: ['deleted-customers'],
  queryFn: async () => (await answerOf(api['deleted-customers'].$get())).items,
});

/** How many favorites and notes the client has made, by session. */
export const customerMarksQuery = (customer: string) =>
  queryOptions({
    queryKey: ['customer-marks', customer],
    queryFn: async () => (await answerOf(api.customers[':customer'].marks.$get({ param: { customer } }))).items,
  });

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

/** What waits for the studio, up to date within seconds while somebody looks. */
export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: () => answerOf(api.attention.$get()),
  staleTime: 0,
  refetchInterval: 5_000,
  refetchOnWindowFocus: 'always',
});

export const quotesQuery = infiniteQueryOptions({
  queryKey: ['quotes'],
  queryFn: ({ pageParam }): Promise<StudioQuotePage> =>
    answerOf(api.quotes.$get({ query: pageParam === null ? {} : { cursor: pageParam } })),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
});

export const changeQuote = (quote: string, change: ChangeQuote) =>
  answerOf(api.quotes[':quote'].$patch({ param: { quote }, json: change }));

export const messagesQuery = infiniteQueryOptions({
  queryKey: ['messages'],
  queryFn: ({ pageParam }): Promise<MessagePage> =>
    answerOf(api.messages.$get({ query: pageParam === null ? {} : { cursor: pageParam } })),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
});

export const markMessage = (message: string, mark: MarkMessage) =>
  answerOf(api.messages[':message'].$patch({ param: { message }, json: mark }));

/** Letters that failed or came back, newest first. */
export const lettersQuery = infiniteQueryOptions({
  queryKey: ['letters'],
  queryFn: ({ pageParam }): Promise<LetterPage> =>
    answerOf(api.letters.$get({ query: pageParam === null ? {} : { cursor: pageParam } })),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
  // A letter fails whenever its reader's mailbox says so.
  staleTime: 0,
});

export const resendLetter = (letter: string) => answerOf(api.letters[':letter'].resend.$post({ param: { letter } }));
