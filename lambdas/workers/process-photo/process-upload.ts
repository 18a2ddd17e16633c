import { hash } from 'node:crypto';
import type { Watermark } from '#shared/contract/watermarks.ts';
import { originalName } from '#shared/text/original-name.ts';
import { deleteStored, FilesNotDeletedError, measure, putDerivatives } from '../../domain/photos/files/files.ts';
import { deleteLanded, keepLanded, readLanded } from '../../domain/photos/files/landing-bucket.ts';
import {
  filesOfReplacement,
  originalKey,
  parseLandingKey,
  referencedKeys,
  refusedKey,
  storedKeys,
  versionOriginalKey,
} from '../../domain/photos/files/object-keys.ts';
import {
  type Facts,
  isUnsettled,
  isVersioned,
  type Photo,
  type UnsettledPhoto,
} from '../../domain/photos/row/lifecycle.ts';
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
import { storeMarkedFiles } from './store-marked-files.ts';

/**
 * Stores the files of an uploaded photo, or of its replacement, without registering them (step 1).
 * @returns the photo as it was read, and the result of processing its file; undefined when an earlier delivery of the
 * event has done everything
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
  if (isUnsettled(photo)) return { key, photo, ...(await store(photo, key, bytes)) };
  if (version === undefined) return { key, photo };
  const isAwaited = isVersioned(photo) && photo.incoming_key === version;
  return { key, photo, version, ...(isAwaited && (await storeVersion(photo, version, key, bytes))) };
}

async function store(
  photo: UnsettledPhoto,
  key: string,
  bytes: Buffer,
): Promise<{ facts: Facts } | { refusal: Refusal }> {
  try {
    const fileKeys = { media: photo, original_key: originalKey(photo) };
    return { facts: await storePhoto(key, fileKeys, bytes, await watermarkFor(photo)) };
  } catch (error) {
    const reason = reasonOf(photo, error);
    const kept_key = refusedKey(photo);
    await keepLanded(key, photo, kept_key, bytes);
    return { refusal: { reason, kept_key } };
  }
}

/**
 * Stores the files of a replacement. A refused one is not kept: the photo stays unchanged, and the studio has the file.
 */
async function storeVersion(
  photo: Photo,
  media_key: string,
  key: string,
  bytes: Buffer,
): Promise<{ facts: Facts } | { refusal: string }> {
  const media = { ...photo, media_key };
  const { file_name: version_name, sha256 } = ('incoming' in photo && photo.incoming) || {};
  const fileKeys = { media, original_key: versionOriginalKey(media), version_name };
  try {
    return { facts: await storePhoto(key, fileKeys, bytes) };
  } catch (error) {
    requireIntact(bytes, sha256);
    return { refusal: reasonOf(photo, error) };
  }
}

/**
 * Compares the bytes that were read with those that were uploaded.
 * @throws Error when they differ; SQS then retries
 */
function requireIntact(bytes: Buffer, sha256: string | undefined): void {
  const readHash = hash('sha256', bytes, 'base64');
  if (sha256 !== undefined && readHash !== sha256)
    throw new Error(`Read a file with the SHA-256 ${readHash}, not ${sha256}.`);
}

/**
 * Returns why a file is no photo.
 * @throws the error when it has another cause
 */
function reasonOf({ session_id, id }: Photo, error: unknown): string {
  if (!(error instanceof RefusedImageError)) throw error;
  const { message: reason, cause } = error;
  log.warn('A file was refused.', { session_id, photo_id: id, reason, cause });
  return reason;
}

interface RowWatermark {
  watermark: Watermark;
  watermark_id: string;
}

/**
 * Returns the watermark that a proof was to get when it was uploaded, unless its session has another watermark by now.
 */
async function watermarkFor(photo: UnsettledPhoto): Promise<RowWatermark | undefined> {
  if (photo.state !== 'pending' || photo.marks_for === undefined) return undefined;
  const { watermark, watermark_id } = (await readSession(photo.session_id)) ?? {};
  return watermark && watermark_id === photo.marks_for ? { watermark, watermark_id } : undefined;
}

/** The keys under which the files of a photo or of one version are stored, and the name of a version's file. */
interface FileKeys {
  media: Photo;
  original_key: string;
  version_name?: string | undefined;
}

/**
 * Makes and stores the files of a photo, and returns the facts for its row.
 * @throws RefusedImageError for a file that is not accepted as a photo
 */
async function storePhoto(
  key: string,
  { media, original_key, version_name }: FileKeys,
  bytes: Buffer,
  watermark?: RowWatermark,
): Promise<Facts> {
  const inspection = await inspectImage(bytes);
  const derivatives = await withMemory(inspection, () => makeDerivatives(bytes, inspection, watermark?.watermark));
  const { files, thumbhash, focus, isHdr, marked } = derivatives;
  const content_type = inspection.type;
  const [crc32, markAttributes] = await Promise.all([
    keepLanded(
      key,
      { content_type, file_name: originalName({ ...media, version_name, content_type }) },
      original_key,
      bytes,
    ),
    watermark && marked ? storeMarkedFiles(media, watermark.watermark_id, marked) : undefined,
    putDerivatives(media, files),
  ]);
  return {
    content_type,
    ...uprightSize(inspection),
    thumbhash,
    focus,
    // Registration sets the capture time by the session's clocks.
    captured_at: null,
    ...(inspection.capture && { capture: inspection.capture }),
    ...(inspection.exposure && { exposure: inspection.exposure }),
    ...(inspection.stars && { stars: inspection.stars }),
    ...(isHdr && { is_hdr: isHdr }),
    original_key,
    crc32,
    web_file: measure(files.large),
    derivative_bytes: Object.values(files).reduce((total, file) => total + file.length, 0),
    ...markAttributes,
  };
}

/** An upload, and its photo as it is after registration. */
export interface Registered {
  upload: ProcessedUpload | ProcessedVersion;
  photo: Photo;
}

/**
 * Deletes, after registration, the files that step 1 stored and the rows do not reference, then the landed files (step
 * 3). It works on all uploads together, because each of S3's requests costs processor time.
 * @returns the errors of the uploads whose message SQS must repeat
 */
export async function clearUp(uploads: Registered[]): Promise<Map<Registered, unknown>> {
  const failures = new Map<Registered, unknown>();
  const succeeded = () => uploads.filter((registered) => !failures.has(registered));
  const deleteTogether = async (
    keysOf: (registered: Registered) => string[],
    remove: (keys: string[]) => Promise<void>,
  ) => {
    const deletions = succeeded().map((registered) => ({ registered, keys: keysOf(registered) }));
    try {
      await remove([...new Set(deletions.flatMap(({ keys }) => keys))]);
    } catch (error) {
      for (const { registered, keys } of deletions) {
        const isHit =
          error instanceof FilesNotDeletedError ? keys.some((key) => error.keys.includes(key)) : keys.length > 0;
        if (isHit) failures.set(registered, error);
      }
    }
  };
  await deleteTogether(({ upload, photo }) => {
    const referenced = new Set(referencedKeys(photo));
    return storedBy(upload).filter((key) => !referenced.has(key));
  }, deleteStored);
  // The photo was deleted and requested again while this file was processed; the retry makes derivatives for its new
  // media key.
  for (const registered of succeeded()) {
    if (registered.upload.facts && isUnsettled(registered.photo))
      failures.set(registered, new Error(`The photo ${registered.photo.id} was requested again during processing.`));
  }
  await deleteTogether(({ upload }) => [upload.key], deleteLanded);
  await Promise.all(
    succeeded().map(async (registered) => {
      const { upload, photo } = registered;
      if (photo.state === 'ready' || 'version' in upload) return;
      await failAskedAgain(photo, upload.refusal).catch((error: unknown) => failures.set(registered, error));
    }),
  );
  return failures;
}

/**
 * Returns the keys that processing an upload has stored. Derivatives of a refused file are not among them: another
 * delivery of its event may be storing them. Of a replacement, the keys include files that an interrupted run has
 * stored before the photo waited for another replacement.
 */
function storedBy(upload: ProcessedUpload | ProcessedVersion): string[] {
  const { photo, facts } = upload;
  if ('version' in upload) return filesOfReplacement({ ...photo, media_key: upload.version });
  if (facts) return storedKeys({ ...photo, ...facts } as Photo);
  return upload.refusal ? [upload.refusal.kept_key] : [];
}
