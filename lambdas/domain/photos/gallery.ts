import type {
  DownloadLink,
  DownloadSize,
  GalleryPage,
  GalleryPhoto,
  StudioPage,
  StudioPhoto,
  UnsettledPage,
} from '#shared/contract/photos.ts';
import { limits } from '#shared/limits.ts';
import { mediaPath } from '#shared/media.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { openCursor, sealCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { signedUrl } from '../../platform/signer.ts';
import type { Key } from '../../platform/table.ts';
import type { SessionRow } from '../sessions/repository.ts';
import { canDownload, canSee } from './access.ts';
import { webFileName } from './file-names.ts';
import { requirePhoto, requireSession } from './find.ts';
import { keyInOrder, type ReadyPhoto, readReady, readUnsettled } from './repository.ts';

/** How many photos are looked at in one go where many are hidden. */
const hiddenStep = 250;
const linkMinutes = 10;

/**
 * One page of what a client may see of a session, in the session's order.
 * @throws StudioError NOT_FOUND for a session that is not theirs
 */
export async function listGalleryPhotos(actor: Client, sessionId: string, cursor?: string): Promise<GalleryPage> {
  const session = await requireSession(actor, sessionId);
  const { photos, next_cursor } = await readPage(actor, session, cursor);
  return { items: photos.map(toGalleryPhoto), next_cursor };
}

/**
 * One page of a session's ready photos as the studio sees them.
 * @throws StudioError NOT_FOUND
 */
export async function listStudioPhotos(actor: Admin, sessionId: string, cursor?: string): Promise<StudioPage> {
  const session = await requireSession(actor, sessionId);
  const { photos, next_cursor } = await readPage(actor, session, cursor);
  return { items: photos.map(toStudioPhoto), next_cursor };
}

/**
 * One page of a session's photos that are on their way or were refused, oldest first.
 * @throws StudioError NOT_FOUND
 */
export async function listUnsettled(actor: Admin, sessionId: string, cursor?: string): Promise<UnsettledPage> {
  await requireSession(actor, sessionId);
  const list = `${actor.sub} unsettled ${sessionId}`;
  const { rows, last } = await readUnsettled(sessionId, limits.rowsPerPage, openCursor(list, cursor));
  return {
    items: rows.map((row) => ({ ...row, reason: row.state === 'failed' ? row.reason : null })),
    next_cursor: sealCursor(list, last),
  };
}

/**
 * A link to a photo's file on our own origin. The original carries its name with it; the web size is served inline, so
 * the screen must save it under `file_name`.
 * @throws StudioError NOT_FOUND where the actor may not see it, or may not download it
 */
export async function linkToDownload(
  actor: Client | Admin,
  sessionId: string,
  photoId: string,
  size: DownloadSize,
): Promise<DownloadLink> {
  const { photo, session } = await requirePhoto(actor, sessionId, photoId);
  if (!canDownload(actor, photo, session)) throw new StudioError('NOT_FOUND');
  const expires = new Date(Date.now() + linkMinutes * 60_000);
  return size === 'original'
    ? { url: await signedUrl(`/${photo.original_key}`, expires), file_name: photo.file_name }
    : {
        url: await signedUrl(mediaPath(photo.customer_id, servedKey(photo), 'large'), expires),
        file_name: webFileName(photo.file_name),
      };
}

/** Clients may see only some of a session: goes on reading until a page is full or the session ends. */
async function readPage(actor: Client | Admin, session: SessionRow, cursor: string | undefined) {
  const { id, photo_order: order } = session;
  const list = `${actor.sub} photos ${id} ${order}`;
  const visible: ReadyPhoto[] = [];
  let start: Key | undefined = openCursor(list, cursor);
  // One more than a page tells whether there is another.
  let size = limits.photosPerPage + 1;
  do {
    const { rows, last } = await readReady(id, order, size, start);
    visible.push(...rows.filter((photo) => canSee(actor, photo, session)));
    start = last;
    size = hiddenStep;
  } while (start && visible.length <= limits.photosPerPage);
  const photos = visible.slice(0, limits.photosPerPage);
  const end = visible.length > photos.length ? photos.at(-1) : undefined;
  return { photos, next_cursor: sealCursor(list, end && keyInOrder(end, order)) };
}

/** Where the derivatives lie right now. */
export const servedKey = (photo: Pick<ReadyPhoto, 'media_key' | 'stale_media_key'>): string =>
  photo.stale_media_key ?? photo.media_key;

export const toGalleryPhoto = (photo: ReadyPhoto): GalleryPhoto => ({
  id: photo.id,
  file_name: photo.file_name,
  media_key: servedKey(photo),
  width: photo.width,
  height: photo.height,
  thumbhash: photo.thumbhash,
  is_favorite: photo.is_favorite,
  note: photo.note,
  downloadable: photo.downloadable,
});

export const toStudioPhoto = (photo: ReadyPhoto): StudioPhoto => ({
  ...toGalleryPhoto(photo),
  is_approved: photo.is_approved,
  size: photo.size,
  uploaded_at: photo.uploaded_at,
  captured_at: photo.captured_at,
});
