import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type {
  CreateLink,
  EditLink,
  GuestPage,
  GuestPicksPage,
  GuestPicksQuery,
  Link,
  Links,
  SessionGuest,
} from '#shared/contract/links.ts';
import { everyPage, itemsOf, pagedQuery } from '../lib/query/paged-query.ts';

/** The requests with which the studio or a client manages the links of a session. */
export interface LinksApi {
  audience: Link['made_by'];
  list: (session: string) => Promise<Links>;
  create: (session: string, values: CreateLink) => Promise<Link>;
  edit: (link: string, values: EditLink) => Promise<Link>;
  /** Ends a link at once. */
  revoke: (link: string) => Promise<Link>;
  guests: (session: string, query: { cursor?: string }) => Promise<GuestPage>;
  guestPicks: (session: string, query: GuestPicksQuery) => Promise<GuestPicksPage>;
}

/** A session's links for guests, newest first. */
export const linksQuery = (api: LinksApi, session: string) =>
  queryOptions({ queryKey: ['links', session], queryFn: async () => (await api.list(session)).items });

/** All guests of a session's links, with the numbers of their picks and notes. */
export const guestsQuery = (api: LinksApi, session: string) =>
  queryOptions({
    queryKey: ['guests', session],
    queryFn: async () => (await everyPage((query) => api.guests(session, query))).flatMap(({ items }) => items),
  });

/** The picks and notes of one guest, paged. */
export const picksOfGuestQuery = (api: LinksApi, session: string, { id, link_id }: GuestKey) =>
  pagedQuery(['guest-picks', session, link_id, id], (query) =>
    api.guestPicks(session, { ...query, link: link_id, guest: id }),
  );

/** The picks and notes of all guests of a session, guest by guest, paged. */
const guestPicksQuery = (api: LinksApi, session: string) =>
  pagedQuery(['guest-picks', session], (query) => api.guestPicks(session, query));

/** The key of a guest: the same person is another guest on another link. */
export type GuestKey = Pick<SessionGuest, 'id' | 'link_id'>;
export const isOf =
  ({ id, link_id }: GuestKey) =>
  (pick: { guest_id: string; link_id: string }): boolean =>
    pick.guest_id === id && pick.link_id === link_id;

/** Loads the guests of a session, and page by page all of their picks and notes. */
export function useEveryPick(api: LinksApi, session: string) {
  const guests = useQuery(guestsQuery(api, session));
  const picks = useInfiniteQuery(guestPicksQuery(api, session));
  const { data, hasNextPage, isFetching, error, fetchNextPage } = picks;
  // The number of pages is a dependency of the effect, because a fast response changes nothing else between two
  // renders.
  const loadedPages = data?.pages.length ?? 0;
  useEffect(() => {
    if (loadedPages > 0 && hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [loadedPages, hasNextPage, isFetching, error, fetchNextPage]);
  const items = useMemo(() => itemsOf(data), [data]);
  const photos = useMemo(() => photosOf(data?.pages), [data]);
  return { guests, picks, items, photos, isComplete: data !== undefined && !hasNextPage };
}

/** Returns the photos of these pages by their ids. */
export const photosOf = (pages: GuestPicksPage[] = []) =>
  new Map(pages.flatMap((page) => page.photos.map((photo) => [photo.id, photo])));
