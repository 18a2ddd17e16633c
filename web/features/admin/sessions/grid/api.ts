import { queryOptions } from '@tanstack/react-query';
import type {
  ArrangePhotos,
  ChapterFilter,
  EditPhotos,
  PhotoFilter,
  SetReply,
  StudioPhoto,
} from '#shared/contract/photos/photos.ts';
import type { UnsettledPhoto } from '#shared/contract/photos/uploads.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { answerOf } from '../../../../lib/query/api.ts';
import { everyPage, pagedQuery } from '../../../../lib/query/paged-query.ts';
import { adminApi } from '../../admin-api.ts';
import { workInterval } from '../api.ts';

/** A session's photos as the studio sees them, or one chapter's photos, paged, in the session's order. */
export const photosQuery = (session: string, show: PhotoFilter = 'all', chapter?: ChapterFilter) =>
  pagedQuery(['photos', session, show, ...(chapter === undefined ? [] : [chapter])], ({ cursor }) =>
    photosPage(session, { show, ...(chapter !== undefined && { chapter }), ...(cursor !== undefined && { cursor }) }),
  );

/**
 * The URL of a photo's original, once the browser has decoded it as an image; rejects for formats that it can't show. The link is
 * valid for ten minutes.
 */
export const originalQuery = (session: string, photo: string) =>
  queryOptions({
    queryKey: ['original', session, photo],
    queryFn: async () => {
      const param = { session, photo };
      const route = adminApi.sessions[':session'].photos[':photo'].download;
      const { url } = await answerOf(route.$get({ param, query: { size: 'original' } }));
      const image = new Image();
      image.src = url;
      await image.decode();
      return url;
    },
    staleTime: 5 * 60_000,
    gcTime: 5 * 60_000,
    retry: false,
  });

/** Returns all photos of a filter, from all pages. */
export async function everyPhoto(session: string, show: PhotoFilter): Promise<StudioPhoto[]> {
  const pages = await everyPage((query) => photosPage(session, { show, ...query }));
  return pages.flatMap(({ items }) => items);
}

/** Returns all photos in a session's trash by their ids. */
export const everyTrashed = async (session: string) => {
  const pages = await everyPage((query) =>
    answerOf(adminApi.sessions[':session'].photos.trash.$get({ param: { session }, query })),
  );
  return new Map(pages.flatMap(({ items }) => items.map((photo) => [photo.id, photo])));
};

/** All photos in a session's trash by their ids, to find out whether a deleted photo can be restored. */
export const trashedQuery = (session: string) =>
  queryOptions({ queryKey: ['trashed', session], queryFn: () => everyTrashed(session), staleTime: 0 });

/** Requests one page of a session's photos. */
export const photosPage = (session: string, query: { show?: PhotoFilter; chapter?: ChapterFilter; cursor?: string }) =>
  answerOf(adminApi.sessions[':session'].photos.$get({ param: { session }, query }));

/** The numbers of photos in each filter of a session and in its trash. */
export const photoCountsQuery = (session: string) =>
  queryOptions({
    queryKey: ['photo-counts', session],
    queryFn: () => answerOf(adminApi.sessions[':session'].photos.counts.$get({ param: { session } })),
  });

/** The query of the counts that is refetched while photos are being watermarked. Each count reads every photo of the session. */
export const workingCountsQuery = ({ id, watermark, marks_pending }: SessionDetails) =>
  queryOptions({ ...photoCountsQuery(id), refetchInterval: watermark && marks_pending ? workInterval : false });

/** A session's photos in the trash, most recently deleted first, paged. */
export const trashQuery = (session: string) =>
  pagedQuery(['trash', session], (query) =>
    answerOf(adminApi.sessions[':session'].photos.trash.$get({ param: { session }, query })),
  );

/** Changes photos. `editPhotos`, `arrangePhotos` and `trashPhotos` accept at most `limits.photosPerEdit` photos. */
export const editPhotos = async (session: string, edit: EditPhotos) =>
  (await answerOf(adminApi.sessions[':session'].photos.$patch({ param: { session }, json: edit }))).items;

/** Moves photos into a chapter, or to a position in their session. */
export const arrangePhotos = async (session: string, arrangement: ArrangePhotos) =>
  (await answerOf(adminApi.sessions[':session'].photos.arrange.$post({ param: { session }, json: arrangement }))).items;

/** Replies to a photo's note. */
export const setReply = (session: string, photo: string, json: SetReply) =>
  answerOf(adminApi.sessions[':session'].photos[':photo'].reply.$put({ param: { session, photo }, json }));

export const trashPhotos = async (session: string, photo_ids: string[]) =>
  (await answerOf(adminApi.sessions[':session'].photos.trash.$post({ param: { session }, json: { photo_ids } })))
    .photo_ids;

/** Cancels a replacement of a photo that was refused or has not arrived. */
export const dismissReplacement = (session: string, photo: string) =>
  answerOf(adminApi.sessions[':session'].photos[':photo'].replacement.$delete({ param: { session, photo } }));

/** Makes an earlier version of a photo the current version again. */
export const putBackVersion = (session: string, photo: string, version: string) =>
  answerOf(
    adminApi.sessions[':session'].photos[':photo']['put-back'].$post({ param: { session, photo }, json: { version } }),
  );

export const restorePhotos = async (session: string, photo_ids: string[]) =>
  (await answerOf(adminApi.sessions[':session'].photos.restore.$post({ param: { session }, json: { photo_ids } })))
    .items;

const listUnsettled = (session: string) =>
  answerOf(adminApi.sessions[':session'].photos.unsettled.$get({ param: { session }, query: {} }));

/** Dismisses a photo whose upload was canceled before its file arrived; a photo that has arrived stays. */
export async function dismissPending(session: string, photo: string): Promise<void> {
  const { items } = await listUnsettled(session);
  const isPending = items.some(({ id, state, replaces }) => id === photo && state === 'pending' && !replaces);
  if (isPending) await trashPhotos(session, [photo]);
}

/** The first page of photos that are pending or failed; polled every 2 seconds while an upload may be running. */
export const unsettledQuery = (session: string) =>
  queryOptions({
    queryKey: ['unsettled', session],
    queryFn: () => listUnsettled(session),
    refetchInterval: ({ state: { data } }) => (data?.items.some(isFresh) ? 2_000 : 60_000),
  });

/** Whether the photo may still be uploading: its ticket is younger than 10 minutes. */
export function isFresh(photo: UnsettledPhoto): boolean {
  return photo.state === 'pending' && Date.now() - Date.parse(photo.uploaded_at) < 10 * 60_000;
}
