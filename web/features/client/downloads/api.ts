import { queryOptions } from '@tanstack/react-query';
import type { DownloadScope, RequestDownload } from '#shared/contract/downloads.ts';
import type { DownloadSize, GalleryPage, GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { clientApi } from '../../../lib/query/client-api.ts';
import { likeRead } from '../../../lib/query/patience.ts';

/** Queries and mutations of downloads. */

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

/** Milliseconds between two requests for a file that is being made, and milliseconds until the requests stop. */
const pollInterval = 1_000;
const pollTimeout = 90_000;

/**
 * Requests a signed URL, valid for minutes, that downloads the photo under its file name; waits while the file is made.
 * @throws ApiError; Error when the file is not made in time
 */
export async function downloadLink(session: string, photo: string, size: DownloadSize, signal?: AbortSignal) {
  const deadline = Date.now() + pollTimeout;
  for (;;) {
    const { url, file_name } = await answerOf(
      clientApi.sessions[':session'].photos[':photo'].download.$get(
        { param: { session, photo }, query: { size } },
        signal && { init: { signal } },
      ),
    );
    if (url !== null) return { url, file_name };
    if (Date.now() > deadline) throw new Error('Making this size takes longer than expected. Please try again.');
    await new Promise((resolve) => setTimeout(resolve, pollInterval));
    signal?.throwIfAborted();
  }
}

/** The unexpired downloads; polled while one is being prepared. */
export const downloadsQuery = queryOptions({
  queryKey: ['downloads'],
  queryFn: async () => (await answerOf(clientApi.downloads.$get())).items,
  refetchInterval: ({ state }) => (state.data?.some((download) => download.state === 'preparing') ? 2_000 : false),
});

/**
 * The sizes in which photos can be downloaded, and what is left of their sessions' allowances; requested anew each
 * time.
 */
export const downloadOptionsQuery = (scope: DownloadScope) =>
  queryOptions({
    queryKey: ['download-options', scope],
    queryFn: () => answerOf(clientApi['download-options'].$post({ json: scope }, { init: likeRead })),
    gcTime: 0,
  });

/** Requests a download. The same photos return the existing download. */
export const requestDownload = (request: RequestDownload) => answerOf(clientApi.downloads.$post({ json: request }));
