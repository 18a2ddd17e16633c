import type { DownloadOptions, DownloadScope } from '#shared/contract/downloads.ts';
import { DownloadSize, type PhotoDownload } from '#shared/contract/photos/photos.ts';
import { downloadPixels, sizeWithin } from '#shared/photos/media.ts';
import type { Client } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { downloadPath } from '../../platform/signer.ts';
import { transact } from '../../platform/table.ts';
import { askToMake } from '../jobs/photo-jobs.ts';
import { canDownload, canDownloadSome, getsOriginalLater } from '../photos/access/access.ts';
import { webKey } from '../photos/files/file-keys.ts';
import { fileNameIn } from '../photos/files/file-names.ts';
import { requirePhoto } from '../photos/row/find.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { requireFiles } from '../photos/row/views.ts';
import { countPhotosDownloaded, listAllowances } from '../sessions/allowance.ts';
import { readByCustomer } from '../sessions/repository.ts';
import { recordActivity } from '../timeline/record.ts';
import { bytesOf, fileOf, isSmall, repeatOriginals } from './photo-file.ts';
import { readScope } from './scope.ts';

/**
 * Returns a link to a photo's file; null while the file is being made. From then on, the photo counts against the
 * session's allowance.
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
  // Every photo has its web size, because it is a derivative, even while it is not measured yet.
  const files = requireFiles(actor, photo, session);
  const key = size === 'web' ? webKey(photo, files) : fileOf(photo, size, files)?.key;
  if (key !== undefined) {
    const url = await downloadPath(key);
    await transact(recordActivity(actor, { kind: 'downloaded', session, count: 1, photo_ids: [photoId], what: size }));
    return { url, file_name };
  }
  if (size !== 'original') await askToMake(size, [photo]);
  return { url: null, file_name };
}

const longestSide = (photo: ReadyPhoto, size: DownloadSize): number => {
  const { width, height } = size === 'original' ? photo : sizeWithin(photo, downloadPixels[size]);
  return Math.max(width, height);
};

/**
 * Returns the sizes in which photos of this scope can be downloaded, with their measured bytes, and the allowances of
 * their sessions.
 * @throws StudioError NOT_FOUND for the session
 */
export async function listOptions(actor: Client, scope: DownloadScope): Promise<DownloadOptions> {
  const [{ photos, attachments }, sessions] = await Promise.all([
    readScope(actor, scope, canDownloadSome),
    readByCustomer(actor.customer_id),
  ]);
  const sessionOf = new Map(sessions.map((session) => [session.id, session]));
  const filesIn = (size: DownloadSize) =>
    photos.flatMap((photo) => {
      const session = sessionOf.get(photo.session_id);
      if (!session || !canDownload(actor, photo, session, [size])) return [];
      return [{ photo, files: requireFiles(actor, photo, session) }];
    });
  const originals = filesIn('original').map(({ photo }) => photo);
  const sizes = DownloadSize.options.flatMap((size) => {
    const downloadable = filesIn(size);
    const includedAttachments = size === 'original' ? attachments : [];
    const repeatsAnother =
      (size === 'print' && downloadable.every(({ photo }) => isSmall(photo))) ||
      (size === 'web' && repeatOriginals(photos, originals));
    if (downloadable.length + includedAttachments.length === 0 || repeatsAnother) return [];
    const types =
      size === 'original' ? [...new Set(downloadable.map(({ photo }) => photo.content_type))] : ['image/jpeg'];
    const bytes = bytesOf(downloadable, size);
    const attachmentBytes = includedAttachments.reduce((sum, attachment) => sum + attachment.size, 0);
    return [
      {
        size,
        photos_count: downloadable.length,
        bytes: bytes === null ? null : bytes + attachmentBytes,
        types,
        pixels: Math.max(0, ...downloadable.map(({ photo }) => longestSide(photo, size))),
        attachments_count: includedAttachments.length,
      },
    ];
  });
  // Make the files of a single photo now, so that the screen can show their sizes before the client chooses one.
  for (const { size, bytes } of photos.length === 1 ? sizes : []) {
    if (bytes === null && size !== 'original') await askToMake(size, photos);
  }
  return {
    sizes,
    original_after_retouching: photos.filter((photo) => {
      const session = sessionOf.get(photo.session_id);
      return session !== undefined && getsOriginalLater(actor, photo, session);
    }).length,
    allowances: await listAllowances(
      photos,
      attachments.map(({ id }) => id),
    ),
  };
}
