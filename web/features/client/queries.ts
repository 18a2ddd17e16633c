import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { ContactConfirmation, EditMe, Profile } from '#shared/contract/customers.ts';
import type { DownloadScope, RequestDownload } from '#shared/contract/downloads.ts';
import type { OwnPicks } from '#shared/contract/links.ts';
import type { Opening } from '#shared/contract/opening.ts';
import type {
  ChapterFilter,
  DownloadSize,
  GalleryPage,
  GalleryPhoto,
  SetFavoriteOrNote,
} from '#shared/contract/photos.ts';
import type { Quote, SubmitQuote } from '#shared/contract/quotes.ts';
import { ApiError, answerOf } from '../../lib/api.ts';
import { accessToken } from '../../lib/auth.ts';
import { clientApi, profileQuery } from '../../lib/client-api.ts';
import { galleryPage, takeOpening } from '../../lib/first-view.ts';
import { loginQuery } from '../../lib/login.ts';
import { mediaAccessQuery, settingMediaCookies } from '../../lib/media-access.ts';
import { wasNamedGuest } from '../../lib/named-guest.ts';
import { pagedQuery } from '../../lib/paged-query.ts';
import type { LinksApi } from '../../links/links-api.ts';
import { preloadPicture } from '../../photos/picture-preload.ts';
import { cardSizes, coverSizes, firstPictures, sessionCoverSizes } from '../../photos/picture-sources.ts';

/** Queries and mutations of the client area. */

export const clientMediaAccess = mediaAccessQuery(() => answerOf(clientApi['media-access'].$post()));

/** The sessions with visible photos, newest first, and the number of favorites. */
export const galleryQuery = queryOptions({
  queryKey: ['gallery'],
  queryFn: () => answerOf(clientApi.sessions.$get()),
  refetchOnWindowFocus: 'always',
});

/** Requests one page of a session's photos, or of one chapter's; the first page without a cursor. */
export const photosPage = (session: string, cursor: string | null, chapter?: ChapterFilter) =>
  answerOf(
    clientApi.sessions[':session'].photos.$get({
      param: { session },
      query: { ...(cursor !== null && { cursor }), ...(chapter !== undefined && { chapter }) },
    }),
  );

/** Requests all photos of a session, or of one of its chapters, page by page. */
export async function allPhotos(session: string, chapter?: string): Promise<GalleryPhoto[]> {
  const photos: GalleryPhoto[] = [];
  let cursor: string | null = null;
  do {
    const query = { ...(cursor !== null && { cursor }), ...(chapter !== undefined && { chapter }) };
    const page: GalleryPage = await answerOf(clientApi.sessions[':session'].photos.$get({ param: { session }, query }));
    photos.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return photos;
}

/** The photos of one session, or of one chapter, paged. `useFreshPages` refetches visible pages. */
export const photosQuery = (session: string, chapter?: ChapterFilter) =>
  pagedQuery(
    ['photos', session, ...(chapter === undefined ? [] : [chapter])],
    ({ cursor = null }) => photosPage(session, cursor, chapter),
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 30 * 60_000 },
  );

/** The response that fills several queries; a query of its own so that simultaneous calls share one request. */
const openingQuery = queryOptions({
  queryKey: ['opening'],
  queryFn: () =>
    settingMediaCookies(
      async () =>
        (await takeOpening(await accessToken())) ??
        answerOf(clientApi.open.$post({ query: galleryPage(location.pathname) ?? {} })),
    ),
  gcTime: 0,
});

/**
 * The favorites of all sessions, newest first, paged. Refetched on every mount, because a favorite added in the gallery
 * or on another device is not in the cached list.
 */
export const favoritesQuery = pagedQuery(['favorites'], (query) => answerOf(clientApi.favorites.$get({ query })), {
  staleTime: 0,
});

/**
 * Prefetches with one request what most screens need: profile, media cookies, gallery, and the first photos of the
 * newest session, or of the session whose own page opens; then preloads the first pictures before rendering. If it
 * fails, each query makes its own request.
 */
export async function prefetchClientData(queries: QueryClient): Promise<void> {
  await queries.prefetchQuery(loginQuery);
  const { user, arrival } = queries.getQueryData(loginQuery.queryKey) ?? {};
  // Right after a sign-in the record may not exist or is being linked by the first request, so don't prefetch.
  if (!user || user.isAdmin || arrival?.kind !== 'opened' || queries.getQueryData(profileQuery.queryKey)) return;
  const opening = queries.fetchQuery(openingQuery).catch(() => null);
  // Started before the response, so that a screen rendered meanwhile does not request the same data.
  const prefetch = <Data>(query: { queryKey: QueryKey; queryFn?: unknown }, part: (opening: Opening) => Data) =>
    queries.prefetchQuery({
      ...query,
      queryFn: async () => {
        const opened = await opening;
        return opened ? part(opened) : (query.queryFn as () => Promise<Data>)();
      },
    });
  void prefetch(profileQuery, ({ profile }) => profile);
  void prefetch(clientMediaAccess, ({ media_access }) => media_access);
  void prefetch(galleryQuery, ({ gallery }) => gallery);
  const opened = await opening;
  if (!opened?.first.session_id) return;
  const { gallery, first } = opened;
  const { queryKey } = photosQuery(opened.first.session_id, first.chapter_id ?? undefined);
  queries.setQueryData(queryKey, (now) => now ?? { pages: [first], pageParams: [null] });
  const page = galleryPage(location.pathname);
  if (!page) return;
  if (page.session !== undefined) {
    const session = gallery.items.find(({ id }) => id === first.session_id);
    const cover = session?.cover ?? first.items[0];
    if (cover) preloadPicture(cover, coverSizes(cover, sessionCoverSizes), 'large');
  }
  for (const photo of first.items.slice(0, firstPictures)) preloadPicture(photo, cardSizes(photo));
}

/** Saves a favorite or a note. `keepalive` completes the request when the page is closed. */
export function setFavoriteOrNote(session: string, photo: string, mark: SetFavoriteOrNote) {
  return answerOf(
    clientApi.sessions[':session'].photos[':photo'].$patch(
      { param: { session, photo }, json: mark },
      { init: { keepalive: true } },
    ),
  );
}

/** What was picked in this browser by links to the client's own sessions, before they signed in. */
export const ownPicksQuery = queryOptions({
  queryKey: ['own-picks'],
  queryFn: async (): Promise<(OwnPicks & { isMoved?: true })[]> =>
    wasNamedGuest() ? (await answerOf(clientApi['own-picks'].$get())).items : [],
  staleTime: Number.POSITIVE_INFINITY,
});

/** Makes them the client's favorites and notes; each request moves some. */
export async function moveOwnPicks(link: string): Promise<void> {
  for (let left = 1; left > 0; ) {
    ({ left_count: left } = await answerOf(clientApi.links[':link']['own-picks'].move.$post({ param: { link } })));
  }
}

export const declineOwnPicks = (link: string) =>
  answerOf(clientApi.links[':link']['own-picks'].decline.$post({ param: { link } }));

/** Milliseconds between two requests for a file that is being made, and until it is given up. */
const askAgainAfter = 1_000;
const givenUpAfter = 90_000;

/**
 * Requests a signed URL, valid for minutes, that downloads the photo under its file name; waits while the file is made.
 * @throws ApiError; Error when the file is not made in time
 */
export async function downloadLink(session: string, photo: string, size: DownloadSize, signal?: AbortSignal) {
  const until = Date.now() + givenUpAfter;
  for (;;) {
    const { url, file_name } = await answerOf(
      clientApi.sessions[':session'].photos[':photo'].download.$get(
        { param: { session, photo }, query: { size } },
        signal && { init: { signal } },
      ),
    );
    if (url !== null) return { url, file_name };
    if (Date.now() > until) throw new Error('Making this size takes longer than expected. Please try again.');
    await new Promise((resolve) => setTimeout(resolve, askAgainAfter));
    signal?.throwIfAborted();
  }
}

/** The unexpired downloads; polled while one is being prepared. */
export const downloadsQuery = queryOptions({
  queryKey: ['downloads'],
  queryFn: async () => (await answerOf(clientApi.downloads.$get())).items,
  refetchInterval: ({ state }) => (state.data?.some((download) => download.state === 'preparing') ? 2_000 : false),
});

/** The sizes in which photos can be downloaded, and what is left of their sessions' limits; asked each time. */
export const downloadOptionsQuery = (scope: DownloadScope) =>
  queryOptions({
    queryKey: ['download-options', scope],
    queryFn: () => answerOf(clientApi['download-options'].$post({ json: scope })),
    gcTime: 0,
  });

/** Requests a download; the same photos return the existing download. */
export const requestDownload = (request: RequestDownload) => answerOf(clientApi.downloads.$post({ json: request }));

/** The client's requests about links for guests. */
export const linksApi: LinksApi = {
  audience: 'client',
  list: (session) => answerOf(clientApi.sessions[':session'].links.$get({ param: { session } })),
  create: (session, values) =>
    answerOf(clientApi.sessions[':session'].links.$post({ param: { session }, json: values })),
  edit: (link, values) => answerOf(clientApi.links[':link'].$patch({ param: { link }, json: values })),
  revoke: (link) => answerOf(clientApi.links[':link'].revoke.$post({ param: { link } })),
  guestPicks: (session) => answerOf(clientApi.sessions[':session']['guest-picks'].$get({ param: { session } })),
};

/** The client's quote requests, newest first. */
export const quotesQuery = pagedQuery(['quotes'], (query) => answerOf(clientApi.quotes.$get({ query })));

/** The photos that a quote is about, which the client can see now. */
export const quotePhotosQuery = (quote: string) =>
  queryOptions({
    queryKey: ['quote-photos', quote],
    queryFn: async () => (await answerOf(clientApi.quotes[':quote'].photos.$get({ param: { quote } }))).items,
  });

/** Accepts an approved quote as it is shown. */
export const acceptQuote = ({ id, version, price_cents }: Quote) =>
  answerOf(clientApi.quotes[':quote'].accept.$post({ param: { quote: id }, json: { version, price_cents } }));

export const submitQuote = (request: SubmitQuote) => answerOf(clientApi.quotes.$post({ json: request }));

/** The profile for the settings form: fetched when the screen opens, never refetched during editing. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => answerOf(clientApi.me.$get()),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
});

export const editProfile = (values: EditMe): Promise<Profile> => answerOf(clientApi.me.$patch({ json: values }));

/** Emails a code to the profile's contact address. */
export const emailContactCode = () => answerOf(clientApi.me['contact-code'].$post());

export const confirmContact = (code: string): Promise<ContactConfirmation> =>
  answerOf(clientApi.me['contact-code'].confirm.$post({ json: { code } }));

/** All data stored about this client, as JSON file. */
export async function ownData(): Promise<Blob> {
  const data = await answerOf(clientApi.me.data.$get());
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
}

/**
 * Closes the account. Succeeds if it is already closed, because the response to an earlier request may have been lost.
 */
export async function closeAccount(): Promise<void> {
  try {
    await answerOf(clientApi.me.close.$post());
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'ACCOUNT_CLOSED')) throw error;
  }
}
