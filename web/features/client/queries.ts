import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { DownloadSize, GalleryPage, GalleryPhoto, MarkPhoto } from '#shared/contract/photos.ts';
import { answerOf } from '../../lib/api.ts';
import { clientApi } from '../../lib/client-api.ts';
import { mediaAccessQuery } from '../../lib/media-access.ts';

/** All of the client's server data. */

export const clientMediaAccess = mediaAccessQuery(() => answerOf(clientApi['media-access'].$post()));

export const clearMediaAccess = () => answerOf(clientApi['media-access'].$delete());

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

function replacePhoto(
  queries: QueryClient,
  session: string,
  photo: string,
  change: (before: GalleryPhoto) => GalleryPhoto,
) {
  queries.setQueryData(
    photosQuery(session).queryKey,
    (data: InfiniteData<GalleryPage, string | null> | undefined) =>
      data && {
        ...data,
        pages: data.pages.map((page) =>
          page.items.some((item) => item.id === photo)
            ? { ...page, items: page.items.map((item) => (item.id === photo ? change(item) : item)) }
            : page,
        ),
      },
  );
}

/** Stars a photo or keeps a note on it. A star shows at once and is put back when the write fails. */
export function useMarkPhoto(session: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: ['mark', session],
    mutationFn: ({ photo, mark }: { photo: string; mark: MarkPhoto }) =>
      answerOf(clientApi.sessions[':session'].photos[':photo'].$patch({ param: { session, photo }, json: mark })),
    onMutate: ({ photo, mark }) => {
      if ('is_favorite' in mark) replacePhoto(queries, session, photo, (before) => ({ ...before, ...mark }));
    },
    onSuccess: (saved, { photo, mark }) => {
      // Only what this call wrote: a star set meanwhile must not be undone by an older answer about a note.
      replacePhoto(queries, session, photo, (before) =>
        'note' in mark ? { ...before, note: saved.note } : { ...before, is_favorite: saved.is_favorite },
      );
    },
    onError: (_error, { photo, mark }) => {
      if ('is_favorite' in mark) {
        replacePhoto(queries, session, photo, (before) => ({ ...before, is_favorite: !mark.is_favorite }));
      }
    },
  });
}

/** A link that lives for minutes and saves the photo under its own name. */
export function downloadLink(session: string, photo: string, size: DownloadSize) {
  return answerOf(
    clientApi.sessions[':session'].photos[':photo'].download.$get({ param: { session, photo }, query: { size } }),
  );
}
