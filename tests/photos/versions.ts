import type { PhotoCounts } from '#shared/contract/photos/photo-counts.ts';
import { countPhotosByFilter } from '../../lambdas/domain/photos/lists/counts.ts';
import { listGalleryPhotos } from '../../lambdas/domain/photos/lists/gallery.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import type { SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { makePhoto } from './samples.ts';
import { drain } from './studio.ts';
import { admin, clientOf, read, upload, uploadVersion } from './world.ts';

export async function proof(
  session: SessionRow,
  { captured, ...options }: { is_approved?: boolean; captured?: string } = {},
): Promise<ReadyPhoto> {
  const key = await upload(session, await makePhoto(captured ? { captured } : {}), 'IMG_1.jpg', options);
  await drain('photo', processPhoto);
  return (await read(key)) as ReadyPhoto;
}

export const now = async (photo: ReadyPhoto) => (await read(photo)) as ReadyPhoto;

/** Replaces a photo by a picture of another ratio, and lets the workers finish. */
export async function finish(session: SessionRow, photo: ReadyPhoto, name?: string): Promise<ReadyPhoto> {
  await uploadVersion(session, photo.id, await makePhoto({ width: 200, height: 200 }), name);
  await drain('photo', processPhoto);
  await drain('media', moveDerivatives);
  return now(photo);
}

export const seenBy = async (session: SessionRow) => (await listGalleryPhotos(clientOf(session), session.id)).items;
export const counts = (session: SessionRow): Promise<PhotoCounts> => countPhotosByFilter(admin, session.id);
