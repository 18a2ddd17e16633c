import type { DownloadOptions, DownloadScope } from '#shared/contract/downloads.ts';
import { DownloadSize, type PhotoDownload } from '#shared/contract/photos.ts';
import { downloadPixels, sizeWithin } from '#shared/media.ts';
import type { Client } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { linkTo } from '../../platform/signer.ts';
import { transact } from '../../platform/table.ts';
import { canDownload, canDownloadSome } from '../photos/access.ts';
import { webKey } from '../photos/file-keys.ts';
import { fileNameIn } from '../photos/file-names.ts';
import { requirePhoto } from '../photos/find.ts';
import type { ReadyPhoto } from '../photos/lifecycle.ts';
import { requireFiles } from '../photos/views.ts';
import { askToMake } from '../photos/work.ts';
import { countPhotosDownloaded, listAllowances } from '../sessions/allowance.ts';
import { readByCustomer } from '../sessions/repository.ts';
import { tell } from '../timeline/tell.ts';
import { bytesOf, fileOf } from './photo-file.ts';
import { readScope } from './scope.ts';

/**
 * Returns a link to a photo's file, which counts from then on. Without a link, the file is being made.
 * @throws StudioError NOT_FOUND when the client may not see the photo, or not download it in this size; ALLOWANCE_USED
 */
export async function downloadPhoto(
  actor: Client,
  sessionId: string,
  photoId: string,
  size: DownloadSize,
): Promise<PhotoDownload> {
  const { photo, session } = await requirePhoto(actor, sessionId, photoId);
  if (!canDownload(actor, photo, session, [size])) throw new StudioError('NOT_FOUND');
  if (session.download_allowance !== null) await countPhotosDownloaded([photo]);
  const file_name = fileNameIn(size, photo);
  // The web size is a derivative that every photo has, also one that is not measured yet.
  const files = requireFiles(actor, photo, session);
  const key = size === 'web' ? webKey(photo, files) : fileOf(photo, size, files)?.key;
  if (key !== undefined) {
    const url = await linkTo(key);
    await transact(tell(actor, { kind: 'downloaded', session, count: 1, photo_ids: [photoId], what: size }));
    return { url, file_name };
  }
  if (size !== 'original') await askToMake(size, [photo]);
  return { url: null, file_name };
}

/** The print size of such a photo would be the web size again. */
const isSmall = (photo: ReadyPhoto) => sizeWithin(photo, downloadPixels.web).width === photo.width;

/**
 * Returns the sizes in which photos of this scope can be downloaded, with their measured bytes, and what is left of
 * their sessions' limits.
 * @throws StudioError NOT_FOUND for the session
 */
export async function listOptions(actor: Client, scope: DownloadScope): Promise<DownloadOptions> {
  const [{ photos, attachments }, sessions] = await Promise.all([
    readScope(actor, scope, canDownloadSome),
    readByCustomer(actor.customer_id),
  ]);
  const sessionOf = new Map(sessions.map((session) => [session.id, session]));
  const sizes = DownloadSize.options.flatMap((size) => {
    const some = photos.flatMap((photo) => {
      const session = sessionOf.get(photo.session_id);
      if (!session || !canDownload(actor, photo, session, [size])) return [];
      return [{ photo, files: requireFiles(actor, photo, session) }];
    });
    const withThem = size === 'original' ? attachments : [];
    const isPrintOfSmall = size === 'print' && some.every(({ photo }) => isSmall(photo));
    if (some.length + withThem.length === 0 || isPrintOfSmall) return [];
    const types = size === 'original' ? [...new Set(some.map(({ photo }) => photo.content_type))] : ['image/jpeg'];
    const bytes = bytesOf(some, size);
    const attached = withThem.reduce((sum, one) => sum + one.size, 0);
    return [
      {
        size,
        photos_count: some.length,
        bytes: bytes === null ? null : bytes + attached,
        types,
        attachments_count: withThem.length,
      },
    ];
  });
  // One photo's files are made at once, so that the screen can say how large they are before one is chosen.
  for (const { size, bytes } of photos.length === 1 ? sizes : []) {
    if (bytes === null && size !== 'original') await askToMake(size, photos);
  }
  return {
    sizes,
    allowances: await listAllowances(
      photos,
      attachments.map(({ id }) => id),
    ),
  };
}
