import {
  deleteDerivatives,
  deleteLanded,
  deleteStored,
  keepLanded,
  landingKey,
  lookAtLanded,
  originalKey,
  putDerivatives,
  readLanded,
  refusedKey,
} from '../../domain/photos/files.ts';
import {
  failAskedAgain,
  findUpload,
  isOpen,
  type OpenPhoto,
  type ProcessedUpload,
  registerFailed,
} from '../../domain/photos/registration.ts';
import type { Facts, Photo } from '../../domain/photos/repository.ts';
import { log } from '../../platform/log.ts';
import { type Inspection, inspectImage, RefusedImage, uprightSize } from './inspect-image.ts';
import { makeDerivatives } from './make-derivatives.ts';
import { Turns } from './turns.ts';

/** Photos that must be unpacked whole: two of the largest would not fit into memory together. */
const largeOnesAtOnce = new Turns(1);
const largeBytes = 300_000_000;

/**
 * Everything about a landed file but its registration: looks at it, writes derivatives and keeps the original. A file
 * that can't be a photo is kept aside and its photo failed, with the reason.
 * @returns what is to be registered; undefined when nothing is left to do
 */
export async function processUpload(key: string): Promise<ProcessedUpload | undefined> {
  const file = await lookAtLanded(key);
  // Cleared by an earlier delivery of this event.
  if (!file) return undefined;
  const photo = await findUpload(key, file);
  if (!isOpen(photo)) {
    await clearLanded(photo);
    return undefined;
  }
  const bytes = await readLanded(key);
  if (!bytes) return undefined;
  try {
    return { photo, facts: await process(photo, bytes) };
  } catch (error) {
    if (!(error instanceof RefusedImage)) throw error;
    await refuse(photo, bytes, error);
    return undefined;
  }
}

async function process(photo: OpenPhoto, bytes: Buffer): Promise<Facts> {
  const inspection = await inspectImage(bytes);
  const { files, thumbhash } = await decode(bytes, inspection);
  await putDerivatives(photo, files);
  const content_type = inspection.type;
  const original_key = originalKey(photo);
  return {
    content_type,
    ...uprightSize(inspection),
    thumbhash,
    captured_at: inspection.captured_at,
    original_key,
    crc32: await keepLanded({ ...photo, content_type }, original_key, bytes),
  };
}

const decode = (bytes: Buffer, inspection: Inspection) =>
  inspection.unpackedBytes > largeBytes
    ? largeOnesAtOnce.take(() => makeDerivatives(bytes, inspection))
    : makeDerivatives(bytes, inspection);

async function refuse(photo: OpenPhoto, bytes: Buffer, { message, cause }: RefusedImage): Promise<void> {
  log.warn('A file was refused.', { session_id: photo.session_id, photo_id: photo.id, reason: message, cause });
  const kept = refusedKey(photo);
  await keepLanded(photo, kept, bytes);
  const now = await registerFailed(photo, message, kept);
  if (now.state !== 'failed') await deleteStored([kept]);
  await deleteLanded(landingKey(photo));
  await failAskedAgain(photo, message, kept);
}

/** Clears what is left over once a photo is registered, or found to be settled otherwise by now. Last of all, the landed file. */
export async function clearUp({ photo: processed, facts }: ProcessedUpload, photo: Photo): Promise<void> {
  // It was hidden or deleted, and moved, while an event that came twice was at work here again.
  const addresses = [photo.media_key, 'stale_media_key' in photo ? photo.stale_media_key : undefined];
  if (!addresses.includes(processed.media_key)) await deleteDerivatives(processed);
  if (!('original_key' in photo && photo.original_key === facts.original_key)) {
    // Thrown away before it was a photo, and perhaps asked for anew, elsewhere: so nobody will ask for these again.
    await Promise.all([deleteDerivatives(processed), deleteStored([facts.original_key])]);
  }
  if (isOpen(photo)) throw new Error(`The photo ${photo.id} was asked for anew while its file was being processed.`);
  if (photo.state === 'ready' && processed.kept_key) await deleteStored([processed.kept_key]);
  await clearLanded(photo);
}

async function clearLanded(photo: Photo): Promise<void> {
  await deleteLanded(landingKey(photo));
  // What never was a photo may be asked for again from there.
  if (photo.state === 'deleted') await failAskedAgain(photo);
}
