import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Opening } from '#shared/contract/opening.ts';
import { accessToken } from '../../lib/auth/auth.ts';
import { loginQuery } from '../../lib/auth/login.ts';
import { isHome, openingQueryOf, takeOpening } from '../../lib/first-view.ts';
import { answerOf } from '../../lib/query/api.ts';
import { clientApi, profileQuery } from '../../lib/query/client-api.ts';
import { mediaAccessQuery, settingMediaCookies } from '../../lib/query/media-access.ts';
import { likeRead } from '../../lib/query/patience.ts';
import { ownQuotes, quotesQuery } from './quotes/api.ts';
import { galleryQuery, photosQuery } from './session/api.ts';

/** Queries and mutations that the screens of the client area share; every visit of the gallery loads them. */

export const clientMediaAccess = mediaAccessQuery(() =>
  answerOf(clientApi['media-access'].$post({}, { init: likeRead })),
);

/**
 * The response that fills several queries. It is a query of its own, so that simultaneous calls share one request.
 */
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
 * Prefetches with one request what most screens need: the profile, media cookies, the gallery, the first photos of
 * the only session or of the session whose page opens, and on the home the quotes. Images are not requested here: the
 * inline script (app/first-view) has requested those of the first view that it draws. If the request fails, each query
 * makes its own.
 */
export async function prefetchClientData(queries: QueryClient): Promise<void> {
  await queries.prefetchQuery(loginQuery);
  const { user, arrival } = queries.getQueryData(loginQuery.queryKey) ?? {};
  // Right after a sign-in, the record may not exist yet, or the first request is still linking it, so don't prefetch.
  if (!user || user.isAdmin || arrival?.kind !== 'opened' || queries.getQueryData(profileQuery.queryKey)) return;
  const opening = queries.fetchQuery(openingQuery).catch(() => null);
  // Started before the response arrives, so that a screen rendered meanwhile does not request the same data.
  const prefetch = <Data>(query: { queryKey: QueryKey; queryFn?: unknown }, select: (opening: Opening) => Data) =>
    queries.prefetchQuery({
      ...query,
      queryFn: async () => {
        const opened = await opening;
        return opened ? select(opened) : (query.queryFn as () => Promise<Data>)();
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
  const { first } = opened;
  if (!first.session_id) return;
  const { queryKey } = photosQuery(first.session_id, first.chapter_id ?? undefined);
  queries.setQueryData(queryKey, (current) => current ?? { pages: [first], pageParams: [null] });
}
