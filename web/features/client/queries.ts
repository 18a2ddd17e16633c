import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { EditMe, Profile } from '#shared/contract/customers.ts';
import type { RequestDownload } from '#shared/contract/downloads.ts';
import type { DownloadSize, MarkPhoto } from '#shared/contract/photos.ts';
import type { SubmitQuote } from '#shared/contract/quotes.ts';
import { ApiError, answerOf } from '../../lib/api.ts';
import { clientApi, profileQuery } from '../../lib/client-api.ts';
import { loginQuery } from '../../lib/login.ts';
import { mediaAccessQuery } from '../../lib/media-access.ts';
import { cardSizes } from '../../photos/photo-card.tsx';
import { preloadPicture } from '../../photos/picture.tsx';

/** All of the client's server data. */

/** So many pictures of the gallery's first session are fetched before anything else's: what a phone shows of them. */
export const firstPictures = 2;

export const clientMediaAccess = mediaAccessQuery(() => answerOf(clientApi['media-access'].$post()));

/** The sessions with something to see, newest first, and the number of favorites in all of them. */
export const galleryQuery = queryOptions({
  queryKey: ['gallery'],
  queryFn: () => answerOf(clientApi.sessions.$get()),
  refetchOnWindowFocus: 'always',
});

/** One page of a session's photos in the session's order; the first without a cursor. */
export const photosPage = (session: string, cursor: string | null) =>
  answerOf(
    clientApi.sessions[':session'].photos.$get({ param: { session }, query: cursor === null ? {} : { cursor } }),
  );

/** The photos of one session, page by page. `useFreshPages` keeps what is in sight as it is on other devices. */
export const photosQuery = (session: string) =>
  infiniteQueryOptions({
    queryKey: ['photos', session],
    queryFn: ({ pageParam }) => photosPage(session, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30 * 60_000,
  });

/** The first page of the newest session's photos, asked for before it is known which session that is. */
const newestPhotosQuery = queryOptions({
  queryKey: ['newest-photos'],
  queryFn: () => answerOf(clientApi.sessions.newest.photos.$get()),
});

/**
 * The favorites of all sessions, newest first, page by page; read again whenever somebody comes to look at them, because a
 * star that was given elsewhere is not in the list that is here.
 */
export const favoritesQuery = infiniteQueryOptions({
  queryKey: ['favorites'],
  staleTime: 0,
  queryFn: ({ pageParam }) =>
    answerOf(clientApi.favorites.$get({ query: pageParam === null ? {} : { cursor: pageParam } })),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
});

/**
 * Asks at once for what most screens begin with: the record, the pictures' cookies, the gallery, and the first photos of its
 * newest session, whose first pictures are then fetched before the page around them is drawn. One after the other, each
 * would wait for the answer before it. What fails here is asked for again, and said, by the screen that needs it.
 */
export async function askAhead(queries: QueryClient): Promise<void> {
  await queries.prefetchQuery(loginQuery);
  const { user, arrival } = queries.getQueryData(loginQuery.queryKey) ?? {};
  // Straight from the sign-in there may be no record yet, or one that is just being linked; later there nearly always is one.
  if (!user || user.isAdmin || arrival?.kind !== 'opened') return;
  const opened = Promise.all([queries.prefetchQuery(profileQuery), queries.prefetchQuery(clientMediaAccess)]);
  const newestPhotos = queries.fetchQuery(newestPhotosQuery).catch(() => undefined);
  await queries.prefetchQuery(galleryQuery);
  const newest = queries.getQueryData(galleryQuery.queryKey)?.items[0];
  if (!newest) return;
  const photos = photosQuery(newest.id);
  await queries.prefetchInfiniteQuery({
    ...photos,
    queryFn: async () => {
      const page = await newestPhotos;
      return page?.session_id === newest.id ? page : photosPage(newest.id, null);
    },
  });
  await opened;
  const customer = queries.getQueryData(profileQuery.queryKey);
  const mayShowPictures = queries.getQueryData(clientMediaAccess.queryKey) !== undefined;
  const [page] = queries.getQueryData(photos.queryKey)?.pages ?? [];
  if (!customer || !mayShowPictures || !page || location.pathname !== '/dashboard/gallery') return;
  for (const photo of page.items.slice(0, firstPictures)) preloadPicture(customer.id, photo, cardSizes);
}

/** Writes a star or a note. The request goes on when the page is closed meanwhile. */
export function markPhoto(session: string, photo: string, mark: MarkPhoto) {
  return answerOf(
    clientApi.sessions[':session'].photos[':photo'].$patch(
      { param: { session, photo }, json: mark },
      { init: { keepalive: true } },
    ),
  );
}

/** A link that lives for minutes and saves the photo under its own name. */
export function downloadLink(session: string, photo: string, size: DownloadSize) {
  return answerOf(
    clientApi.sessions[':session'].photos[':photo'].download.$get({ param: { session, photo }, query: { size } }),
  );
}

/** ZIP archives that were asked for and are not over; looked at again while one is being prepared. */
export const downloadsQuery = queryOptions({
  queryKey: ['downloads'],
  queryFn: async () => (await answerOf(clientApi.downloads.$get())).items,
  refetchInterval: ({ state }) => (state.data?.some((download) => download.state === 'preparing') ? 2_000 : false),
});

/** Asks for archives; the same photos again are the same download. */
export const requestDownload = (request: RequestDownload) => answerOf(clientApi.downloads.$post({ json: request }));

/** The client's quote requests, newest first. */
export const quotesQuery = infiniteQueryOptions({
  queryKey: ['quotes'],
  queryFn: ({ pageParam }) =>
    answerOf(clientApi.quotes.$get({ query: pageParam === null ? {} : { cursor: pageParam } })),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
});

export const submitQuote = (request: SubmitQuote) => answerOf(clientApi.quotes.$post({ json: request }));

/** The profile as Settings edits it: read anew each time the screen opens, and not again under the writer's hands. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => answerOf(clientApi.me.$get()),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
});

export const editProfile = (values: EditMe): Promise<Profile> => answerOf(clientApi.me.$patch({ json: values }));

/** Everything that the studio holds about this client, as a file. */
export async function ownData(): Promise<Blob> {
  const data = await answerOf(clientApi.me.data.$get());
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
}

/** Ends the account; it is ended as well when an earlier call did it whose answer got lost. */
export async function closeAccount(): Promise<void> {
  try {
    await answerOf(clientApi.me.close.$post());
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'ACCOUNT_CLOSED')) throw error;
  }
}
