import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { EditMe, Profile } from '#shared/contract/customers.ts';
import type { OwnPicks } from '#shared/contract/links.ts';
import type { Opening } from '#shared/contract/opening.ts';
import type { ChapterFilter, SetFavoriteOrNote } from '#shared/contract/photos.ts';
import type { Quote, SubmitQuote } from '#shared/contract/quotes.ts';
import { answerOf } from '../../lib/api.ts';
import { accessToken } from '../../lib/auth.ts';
import { clientApi, profileQuery } from '../../lib/client-api.ts';
import { galleryPage, isHome, openingQueryOf, takeOpening } from '../../lib/first-view.ts';
import { loginQuery } from '../../lib/login.ts';
import { mediaAccessQuery, settingMediaCookies } from '../../lib/media-access.ts';
import { wasNamedGuest } from '../../lib/named-guest.ts';
import { pagedQuery } from '../../lib/paged-query.ts';
import { likeRead, repeatable } from '../../lib/patience.ts';
import { preloadPicture } from '../../photos/picture-preload.ts';
import {
  cardSizes,
  coverCardSizes,
  coverSizes,
  firstPictures,
  sessionCoverSizes,
} from '../../photos/picture-sources.ts';
import { untilSaved } from './write-queues.ts';

/** Queries and mutations of the client area that its screens share; every visit of the gallery loads them. */

export const clientMediaAccess = mediaAccessQuery(() =>
  answerOf(clientApi['media-access'].$post({}, { init: likeRead })),
);

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
        answerOf(clientApi.open.$post({ query: openingQueryOf(location.pathname) })),
    ),
  gcTime: 0,
});

/**
 * The favorites of all sessions, newest first, paged. Refetched on every mount, because a favorite added in the gallery
 * or on another device is not in the cached list.
 */
export const favoritesQuery = pagedQuery(
  ['favorites'],
  async (query) => {
    // An answer from before a favorite is stored would say that there is none.
    await untilSaved();
    return answerOf(clientApi.favorites.$get({ query }));
  },
  { staleTime: 0 },
);

/**
 * Prefetches with one request what most screens need: profile, media cookies, gallery, and the first photos of the
 * only session, or of the session whose own page opens, and on the home the quotes; then preloads the first pictures before rendering. If it
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
  if (isHome(location.pathname)) {
    const quotes = async () => (await opening)?.quotes ?? ownQuotes({});
    void queries.prefetchInfiniteQuery({ ...quotesQuery, queryFn: quotes });
  }
  const opened = await opening;
  if (!opened) return;
  const { gallery, first } = opened;
  const page = galleryPage(location.pathname);
  if (page && page.session === undefined && gallery.items.length > 1) {
    const sizes = coverCardSizes(gallery.items.length);
    for (const { cover } of gallery.items.slice(0, firstPictures)) {
      if (cover) preloadPicture(cover, coverSizes(cover, sizes));
    }
  }
  if (!first.session_id) return;
  const { queryKey } = photosQuery(first.session_id, first.chapter_id ?? undefined);
  queries.setQueryData(queryKey, (now) => now ?? { pages: [first], pageParams: [null] });
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
      { init: { keepalive: true, ...repeatable } },
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

const ownQuotes = (query: { cursor?: string }) => answerOf(clientApi.quotes.$get({ query }));

/** The client's quote requests, newest first. */
export const quotesQuery = pagedQuery(['quotes'], ownQuotes);

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

export const editProfile = (values: EditMe): Promise<Profile> => answerOf(clientApi.me.$patch({ json: values }));
