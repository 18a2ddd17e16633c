import { variants } from '#shared/photos/media.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { listPortfolio } from '../../lambdas/domain/photos/lists/portfolio.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import type { SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { makePhoto } from './samples.ts';
import { drain } from './studio.ts';
import { admin, keysIn, read, upload } from './world.ts';

export async function ready(session: SessionRow, options?: { is_approved?: boolean }): Promise<ReadyPhoto> {
  const key = await upload(session, await makePhoto(), undefined, options);
  await drain('photo', processPhoto);
  return (await read(key)) as ReadyPhoto;
}

export const files = Object.values(variants).map(({ file }) => file);

export const publicKeys = async (photo: { portfolio_key?: string | undefined }) =>
  (await keysIn('PHOTOS_BUCKET', `portfolio/${photo.portfolio_key}/`)).toSorted();

export const inPublic = async () =>
  (await listPortfolio()).categories.flatMap(({ slug, photos }) =>
    photos.map((photo) => `${slug} ${photo.portfolio_key}`),
  );

export const feature = (photo: ReadyPhoto, category: string | null) =>
  editPhotos(admin, photo.session_id, { photo_ids: [photo.id], category });
