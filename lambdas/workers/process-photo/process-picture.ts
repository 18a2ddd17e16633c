import { isMarkedProof } from '../../domain/photos/access/access.ts';
import { publicName } from '../../domain/photos/files/file-names.ts';
import { readOriginal } from '../../domain/photos/files/files.ts';
import { deleteLanded, readLanded } from '../../domain/photos/files/landing-bucket.ts';
import { readPhoto } from '../../domain/photos/row/repository.ts';
import { deletePictureFiles, putPictureFiles } from '../../domain/pictures/files.ts';
import { pictureLandingKey } from '../../domain/pictures/landing.ts';
import { type PendingPicture, readPicture, setFailed, setReady } from '../../domain/pictures/repository.ts';
import { readSession } from '../../domain/sessions/repository.ts';
import { readPublishedFacts } from '../../domain/website/facts.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { log } from '../../platform/log.ts';
import { write } from '../../platform/table.ts';
import { inspectImage, RefusedImageError } from './inspect-image.ts';
import { makePicture } from './make-picture.ts';
import { withMemory } from './memory.ts';

/**
 * Makes a picture of the website from its uploaded file, or from the featured photo that its row names, unless that is
 * done. Every step is idempotent; the uploaded file is deleted last.
 */
export async function processPicture(id: string): Promise<void> {
  const picture = await readPicture(id);
  if (picture?.state === 'pending') {
    const bytes = await bytesOf(picture);
    // The file is missing: another delivery of its event has made the picture.
    if (!bytes) return;
    await settle(id, bytes);
  }
  await deleteLanded([pictureLandingKey(id)]);
}

/** Returns the picture's file, or why it can't be used; undefined when the uploaded file is missing. */
async function bytesOf({ id, photo: key }: PendingPicture): Promise<Buffer | RefusedImageError | undefined> {
  if (!key) return readLanded(pictureLandingKey(id), 'ENABLED');
  const [photo, session] = await Promise.all([readPhoto(key), readSession(key.session_id)]);
  // A proof leaves the public gallery only some time after its session begins to show proofs marked.
  const isPublic = photo?.state === 'ready' && photo.featured_in && session && !isMarkedProof(photo, session);
  return isPublic ? readOriginal(photo) : new RefusedImageError('This photo is not in the public gallery any more.');
}

async function settle(id: string, bytes: Buffer | RefusedImageError): Promise<void> {
  try {
    if (bytes instanceof RefusedImageError) throw bytes;
    const inspection = await inspectImage(bytes);
    const { made, files } = await withMemory(inspection, () => makePicture(bytes, inspection));
    const { name } = await readPublishedFacts();
    await putPictureFiles(id, files, publicName(name, 'picture', id));
    await write(setReady(id, made)).catch(async (error: unknown) => {
      if (!(error instanceof WriteConflictError)) throw error;
      // The picture was cleared meanwhile; or another delivery of the event has made it, with the same files.
      if (!(await readPicture(id))) await deletePictureFiles({ id, ...made });
    });
  } catch (error) {
    if (!(error instanceof RefusedImageError)) throw error;
    log.warn('A picture of the website was refused.', { picture_id: id, reason: error.message, cause: error.cause });
    await write(setFailed(id, error.message)).catch((conflict: unknown) => {
      if (!(conflict instanceof WriteConflictError)) throw conflict;
    });
  }
}
