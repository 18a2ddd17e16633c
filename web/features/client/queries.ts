import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { DownloadSize, MarkPhoto } from '#shared/contract/photos.ts';
import { answerOf } from '../../lib/api.ts';
import { clientApi } from '../../lib/client-api.ts';
import { mediaAccessQuery } from '../../lib/media-access.ts';

/** All of the client's server data. */

export const clientMediaAccess = mediaAccessQuery(() => answerOf(clientApi['media-access'].$post()));

export const galleryQuery = queryOptions({
  queryKey: ['gallery'],
  queryFn: async () => (await answerOf(clientApi.sessions.$get())).items,
});

/** The photos of one session, page by page in the session's order. */
export const photosQuery = (session: string) =>
  infiniteQueryOptions({
    queryKey: ['photos', session],
    queryFn: ({ pageParam }) =>
      answerOf(
        clientApi.sessions[':session'].photos.$get({
          param: { session },
          query: pageParam === null ? {} : { cursor: pageParam },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    // A page that was read stays as it is while it is on the screen; marks are written into it.
    staleTime: 5 * 60_000,
  });

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
