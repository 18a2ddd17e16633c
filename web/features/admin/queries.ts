import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { hc } from 'hono/client';
import type { CreateCustomer, DirectoryEntry, EditCustomer } from '#shared/contract/customers.ts';
import type { RequestTickets } from '#shared/contract/photos.ts';
import type { CreateSession, OpenSession } from '#shared/contract/sessions.ts';
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

export const photosQuery = (session: string) =>
  infiniteQueryOptions({
    queryKey: ['photos', session],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.sessions[':session'].photos.$get({
          param: { session },
          query: pageParam === null ? {} : { cursor: pageParam },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

/** Photos on their way or refused; asked for again while any is on its way. */
export const unsettledQuery = (session: string) =>
  queryOptions({
    queryKey: ['unsettled', session],
    queryFn: async () =>
      (await answerOf(api.sessions[':session'].photos.unsettled.$get({ param: { session }, query: {} }))).items,
    refetchInterval: (query) => (query.state.data?.some((photo) => photo.state === 'pending') ? 2_000 : false),
  });

export const requestTickets = async (session: string, values: RequestTickets) =>
  (await answerOf(api.sessions[':session'].uploads.$post({ param: { session }, json: values }))).tickets;
