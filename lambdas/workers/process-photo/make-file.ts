import { fileOf } from '../../domain/downloads/photo-file.ts';
import { enqueue, type PhotoJobOf } from '../../domain/jobs/photo-jobs.ts';
import { cleanFiles } from '../../domain/photos/access/access.ts';
import { printKey, webKey } from '../../domain/photos/files/file-keys.ts';
import { deleteStored, measure, putPrint, readDerivative, readOriginal } from '../../domain/photos/files/files.ts';
import type { ReadyPhoto } from '../../domain/photos/row/lifecycle.ts';
import { changePhoto, readPhoto } from '../../domain/photos/row/repository.ts';
import { write } from '../../platform/table.ts';
import { inspectImage } from './inspect-image.ts';
import { makePrint } from './make-derivatives.ts';
import { withMemory } from './memory.ts';

/**
 * Makes a photo's print size, or measures its web size, unless that is done. A photo that was hidden or deleted
 * meanwhile gets no file. The print size waits while derivatives move: its address would reveal their new key to the
 * client, and that key is replaced only if derivatives have it (`rekeyed` in editing.ts).
 * @throws WriteConflictError when the photo gets another media key in the meantime; SQS then retries
 */
export async function makeFile(job: PhotoJobOf<'make-file'>): Promise<void> {
  const { size, since = new Date().toISOString() } = job;
  const photo = await readPhoto(job);
  if (photo?.state !== 'ready' || !photo.is_approved || fileOf(photo, size, cleanFiles(photo))) return;
  if (size === 'web') await measureWeb(photo);
  else if (photo.stale_media_key) await enqueue({ ...job, since });
  else await storePrint(photo);
}

async function measureWeb(photo: ReadyPhoto): Promise<void> {
  const bytes = await readDerivative(webKey(photo, cleanFiles(photo)));
  if (!bytes) throw new Error(`The web size of the photo ${photo.id} is missing.`);
  await write(changePhoto('measure', photo, { ...photo, web_file: measure(bytes) }));
}

async function storePrint(photo: ReadyPhoto): Promise<void> {
  const bytes = await readOriginal(photo);
  const inspection = await inspectImage(bytes);
  const print = await withMemory(inspection, () => makePrint(bytes, inspection));
  await putPrint(photo, print);
  const print_file = { ...measure(print), media_key: photo.media_key, made_at: new Date().toISOString() };
  try {
    await write(changePhoto('measure', photo, { ...photo, print_file }));
  } catch (error) {
    // The photo was hidden or deleted after it was read, and move-derivatives may have deleted its files already.
    await deleteStored([printKey(photo)]);
    throw error;
  }
}
