import { queryOptions } from '@tanstack/react-query';
import type { ChapterFilter } from '#shared/contract/photos/photos.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { clientApi } from '../../../lib/query/client-api.ts';
import { pagedQuery } from '../../../lib/query/paged-query.ts';

/** The sessions with visible photos, newest first, and the number of favorites. */
export const galleryQuery = queryOptions({
  queryKey: ['gallery'],
  queryFn: () => answerOf(clientApi.sessions.$get()),
  refetchOnWindowFocus: 'always',
});

/** Requests one page of the photos of a session or chapter; without a cursor the first page. */
export const photosPage = (session: string, cursor: string | null, chapter?: ChapterFilter) =>
  answerOf(
    clientApi.sessions[':session'].photos.$get({
      param: { session },
      query: { ...(cursor !== null && { cursor }), ...(chapter !== undefined && { chapter }) },
    }),
  );

/** The photos of one session or chapter, paged. `useFreshPages` refetches visible pages. */
export const photosQuery = (session: string, chapter?: ChapterFilter) =>
  pagedQuery(
    ['photos', session, ...(chapter === undefined ? [] : [chapter])],
    ({ cursor = null }) => photosPage(session, cursor, chapter),
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 30 * 60_000 },
  );
