import { hash } from 'node:crypto';
import type { Watermark } from '#shared/contract/watermarks.ts';
import { originalName } from '#shared/text/original-name.ts';
import {
  deleteLanded,
  deleteStored,
  FilesNotDeletedError,
  filesOfReplacement,
  keepLanded,
  measure,
  originalKey,
  parseLandingKey,
  putDerivatives,
  readLanded,
  referencedKeys,
  refusedKey,
  storedKeys,
  versionOriginalKey,
} from '../../domain/photos/files/files.ts';
import { type Facts, isOpen, isVersioned, type OpenPhoto, type Photo } from '../../domain/photos/row/lifecycle.ts';
import {
  failAskedAgain,
  findUpload,
  type ProcessedUpload,
  type Refusal,
} from '../../domain/photos/uploads/registration.ts';
import type { ProcessedVersion } from '../../domain/photos/versions/versions.ts';
import { readSession } from '../../domain/sessions/repository.ts';
import { free } from '../../platform/free.ts';
import { log } from '../../platform/log.ts';
import { inspectImage, RefusedImageError, uprightSize } from './inspect-image.ts';
import { makeDerivatives } from './make-derivatives.ts';
import { withMemory } from './memory.ts';
import { storeMarks } from './store-marks.ts';

/**
 * Step 1: stores the files of an uploaded photo, or of its replacement, without registering them.
 * @returns the photo as it was read, and the result of processing its file; undefined when an earlier delivery of the
 * event did everything
 */
export async function processUpload(key: string): Promise<ProcessedUpload | ProcessedVersion | undefined> {
  const bytes = await readLanded(key);
  if (!bytes) return undefined;
  const upload = await storeUpload(key, await findUpload(key), bytes);
  free(bytes);
  return upload;
}

async function storeUpload(key: string, photo: Photo, bytes: Buffer): Promise<ProcessedUpload | ProcessedVersion> {
  const version = parseLandingKey(key)?.media_key;
  if (isOpen(photo)) return { key, photo, ...(await store(photo, key, bytes)) };
  if (version === undefined) return { key, photo };
  const isAwaited = isVersioned(photo) && photo.incoming_key === version;
  return { key, photo, version, ...(isAwaited && (await storeVersion(photo, version, key, bytes))) };
}

async function store(photo: OpenPhoto, key: string, bytes: Buffer): Promise<{ facts: Facts } | { refusal: Refusal }> {
  try {
    const place = { media: photo, original_key: originalKey(photo) };
    return { facts: await storePhoto(key, place, bytes, await markFor(photo)) };
  } catch (error) {
    const reason = reasonOf(photo, error);
    const kept_key = refusedKey(photo);
    await keepLanded(key, photo, kept_key, bytes);
    return { refusal: { reason, kept_key } };
  }
}

/** A refused replacement is not kept: its photo stays whole, and the studio has the file. */
async function storeVersion(
  photo: Photo,
  media_key: string,
  key: string,
  bytes: Buffer,
): Promise<{ facts: Facts } | { refusal: string }> {
  const media = { ...photo, media_key };
  const { file_name: version_name, sha256 } = ('incoming' in photo && photo.incoming) || {};
  const place = { media, original_key: versionOriginalKey(media), version_name };
  try {
    return { facts: await storePhoto(key, place, bytes) };
  } catch (error) {
    requireIntact(bytes, sha256);
    return { refusal: reasonOf(photo, error) };
  }
}

/** @throws Error when these are not the bytes that were uploaded; SQS then retries */
function requireIntact(bytes: Buffer, sha256: string | undefined): void {
  const read = hash('sha256', bytes, 'base64');
  if (sha256 !== undefined && read !== sha256) throw new Error(`Read a file with the SHA-256 ${read}, not ${sha256}.`);
}

/** @throws the error unless it says why a file is no photo */
function reasonOf({ session_id, id }: Photo, error: unknown): string {
  if (!(error instanceof RefusedImageError)) throw error;
  const { message: reason, cause } = error;
  log.warn('A file was refused.', { session_id, photo_id: id, reason, cause });
  return reason;
}

interface Mark {
  watermark: Watermark;
  watermark_id: string;
}

/** The watermark that a proof was to have when it was uploaded, unless its session has another one since. */
async function markFor(photo: OpenPhoto): Promise<Mark | undefined> {
  if (photo.state !== 'pending' || photo.marks_for === undefined) return undefined;
  const { watermark, watermark_id } = (await readSession(photo.session_id)) ?? {};
  return watermark && watermark_id === photo.marks_for ? { watermark, watermark_id } : undefined;
}

/** Where the files of a photo, or of one version, are stored, and the name of a version's file. */
interface Place {
  media: Photo;
  original_key: string;
  version_name?: string | undefined;
}

/** @throws RefusedImageError for a file that is not accepted as a photo */
async function storePhoto(
  key: string,
  { media, original_key, version_name }: Place,
  bytes: Buffer,
  mark?: Mark,
): Promise<Facts> {
  const inspection = await inspectImage(bytes);
  const made = await withMemory(inspection, () => makeDerivatives(bytes, inspection, mark?.watermark));
  const { files, thumbhash, focus, isHdr, marked } = made;
  const content_type = inspection.type;
  const [crc32, marks] = await Promise.all([
    keepLanded(
      key,
      { content_type, file_name: originalName({ ...media, version_name, content_type }) },
      original_key,
      bytes,
    ),
    mark && marked ? storeMarks(media, mark.watermark_id, marked) : undefined,
    putDerivatives(media, files),
  ]);
  return {
    content_type,
    ...uprightSize(inspection),
    thumbhash,
    focus,
    // By the session's clocks when it is registered.
    captured_at: null,
    ...(inspection.capture && { capture: inspection.capture }),
    ...(inspection.exposure && { exposure: inspection.exposure }),
    ...(isHdr && { is_hdr: isHdr }),
    original_key,
    crc32,
    web_file: measure(files.large),
    derivative_bytes: Object.values(files).reduce((total, file) => total + file.length, 0),
    ...marks,
  };
}

/** An upload, and its photo as it is after registration. */
export interface Registered {
  upload: ProcessedUpload | ProcessedVersion;
  photo: Photo;
}

/**
 * Step 3, after registration: deletes what step 1 stored and the rows do not reference, then the landed files; for all
 * uploads together, because each of S3's requests costs processor time.
 * @returns the errors of those whose message SQS must repeat
 */
export async function clearUp(uploads: Registered[]): Promise<Map<Registered, unknown>> {
  const failures = new Map<Registered, unknown>();
  const succeeding = () => uploads.filter((one) => !failures.has(one));
  const deleteTogether = async (keysOf: (one: Registered) => string[], remove: (keys: string[]) => Promise<void>) => {
    const wanted = succeeding().map((one) => ({ one, keys: keysOf(one) }));
    try {
      await remove([...new Set(wanted.flatMap(({ keys }) => keys))]);
    } catch (error) {
      for (const { one, keys } of wanted) {
        const isHit =
          error instanceof FilesNotDeletedError ? keys.some((key) => error.keys.includes(key)) : keys.length > 0;
        if (isHit) failures.set(one, error);
      }
    }
  };
  await deleteTogether(({ upload, photo }) => {
    const referenced = new Set(referencedKeys(photo));
    return storedBy(upload).filter((key) => !referenced.has(key));
  }, deleteStored);
  // The photo was deleted and requested again while this file was processed; the retry makes derivatives for its new
  // media key.
  for (const one of succeeding()) {
    if (one.upload.facts && isOpen(one.photo))
      failures.set(one, new Error(`The photo ${one.photo.id} was requested again during processing.`));
  }
  await deleteTogether(({ upload }) => [upload.key], deleteLanded);
  await Promise.all(
    succeeding().map(async (one) => {
      const { upload, photo } = one;
      if (photo.state === 'ready' || 'version' in upload) return;
      await failAskedAgain(photo, upload.refusal).catch((error: unknown) => failures.set(one, error));
    }),
  );
  return failures;
}

/**
 * Without the derivatives of a refused file: another delivery of its event may be storing them. Of a replacement, also
 * what an interrupted run has stored before the photo came to wait for another one.
 */
function storedBy(upload: ProcessedUpload | ProcessedVersion): string[] {
  const { photo, facts } = upload;
  if ('version' in upload) return filesOfReplacement({ ...photo, media_key: upload.version });
  if (facts) return storedKeys({ ...photo, ...facts } as Photo);
  return upload.refusal ? [upload.refusal.kept_key] : [];
}
