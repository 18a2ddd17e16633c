import { StudioError } from '../../platform/errors.ts';
import { transact, write } from '../../platform/table.ts';
import { countPhotos, readAnySession } from '../sessions/repository.ts';
import { type LandedFile, parseLandingKey } from './files.ts';
import {
  changePhoto,
  commonOf,
  type Facts,
  type FailedPhoto,
  insertPhoto,
  type PendingPhoto,
  type Photo,
  type PhotoKey,
  type ReadyPhoto,
  readPhoto,
} from './repository.ts';
import { photoFromMetadata } from './upload-metadata.ts';
import { photoIdOf } from './uploads.ts';

/** A photo that may still become ready: its file lies in the landing bucket, or did when it failed. */
export type OpenPhoto = PendingPhoto | FailedPhoto;

export const isOpen = (photo: Photo): photo is OpenPhoto => photo.state === 'pending' || photo.state === 'failed';

/** The photo in another state than it was read in. */
class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile';
}

const attempts = 5;

/**
 * The photo that a landed file belongs to; made anew from the file where its row is missing.
 * @throws Error for an object that no ticket of ours let in, or whose session is not there: it stays where it is
 */
export async function findUpload(key: string, file: LandedFile): Promise<Photo> {
  const parts = parseLandingKey(key);
  if (!parts) throw new Error(`The landing bucket holds an object under a key that is not ours: ${key}`);
  const known = await readPhoto(parts);
  if (known) return known;
  const { sha256 } = file;
  if (!sha256 || photoIdOf(parts.session_id, sha256) !== parts.id) {
    throw new Error(`A landed file without a photo is not what its key says: ${key}`);
  }
  const session = await readAnySession(parts.session_id);
  if (session?.customer_id !== parts.customer_id) throw new Error(`A landed file belongs to no session: ${key}`);
  const rebuilt = photoFromMetadata(parts, { ...file, sha256 });
  try {
    await write(insertPhoto(rebuilt, () => new ChangedMeanwhile()));
    return rebuilt;
  } catch (error) {
    const other = error instanceof ChangedMeanwhile && (await readPhoto(parts));
    if (other) return other;
    throw error;
  }
}

export interface ProcessedUpload {
  photo: OpenPhoto;
  facts: Facts;
}

/**
 * Photos of one session become ready, and its counts grow with them, in one transaction. A photo that is ready or in
 * the bin by now stays as it is, and so does one that was asked for anew and has another media key.
 * @returns every photo as it is afterwards
 * @throws StudioError BUSY when others kept writing the same session; Error when the session is gone
 */
export async function registerReady(sessionId: string, uploads: ProcessedUpload[]): Promise<Photo[]> {
  // An event may come twice in one batch, and a transaction writes a row once.
  const processed = new Map(uploads.map((upload) => [upload.photo.id, upload]));
  const current = new Map<string, Photo>(uploads.map(({ photo }) => [photo.id, photo]));
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const changes = [...processed.values()].flatMap((upload) => {
      const photo = current.get(upload.photo.id);
      if (!photo || !isOpen(photo) || photo.media_key !== upload.photo.media_key) return [];
      return [{ photo, ready: toReady(photo, upload.facts) }];
    });
    if (changes.length === 0) return [...current.values()];
    const by = { photos: changes.length, visible: changes.filter(({ ready }) => ready.is_approved).length };
    try {
      await transact([
        ...changes.map(({ photo, ready }) =>
          changePhoto(photo, ready, { and: ['is_approved', 'media_key'], otherwise: () => new ChangedMeanwhile() }),
        ),
        {
          ...countPhotos(sessionId, by),
          otherwise: () => new Error(`The session ${sessionId} of an upload is gone.`),
        },
      ]);
      for (const { ready } of changes) current.set(ready.id, ready);
      return [...current.values()];
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
    for (const { photo } of changes) {
      const now = await readPhoto(photo);
      if (now) current.set(photo.id, now);
      else throw new Error(`The photo ${photo.id} was erased while its file was being processed.`);
    }
  }
  throw new StudioError('BUSY');
}

const toReady = (photo: OpenPhoto, facts: Facts): ReadyPhoto => ({
  ...commonOf(photo),
  ...facts,
  state: 'ready',
  is_favorite: false,
  note: '',
});

/**
 * The file that arrived can't be a photo.
 * @param reason for people: what is wrong and what to do
 * @returns the photo as it is afterwards: ready or in the bin it stays
 */
export async function registerFailed(photo: OpenPhoto, reason: string, kept_key: string): Promise<Photo> {
  let current: Photo | undefined = photo;
  for (let attempt = 1; current && isOpen(current) && attempt <= attempts; attempt += 1) {
    const failed = toFailed(current, reason, kept_key);
    try {
      await write(changePhoto(current, failed, { otherwise: () => new ChangedMeanwhile() }));
      return failed;
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
    current = await readPhoto(photo);
  }
  if (!current || isOpen(current)) throw new StudioError('BUSY');
  return current;
}

/**
 * No file is there for this photo, as far as its last ticket is concerned.
 * @returns whether that is so: not if another was given out, or its file came, after it was looked at
 */
export async function registerAbsent(
  photo: PendingPhoto,
  reason = 'This file never arrived. Please upload it again.',
  kept_key = photo.kept_key,
): Promise<boolean> {
  const failed = toFailed(photo, reason, kept_key);
  try {
    await write(changePhoto(photo, failed, { and: ['asked_at'], otherwise: () => new ChangedMeanwhile() }));
    return true;
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return false;
    throw error;
  }
}

/**
 * To be done once a landed file was cleared away: who asked for it again right before has heard from S3 that it is
 * there, and it would wait for ever.
 * @param reason and kept_key as for a failure, where the file was refused
 */
export async function failAskedAgain(key: PhotoKey, reason?: string, kept_key?: string | null): Promise<void> {
  const photo = await readPhoto(key);
  if (photo?.state === 'pending') await registerAbsent(photo, reason, kept_key);
}

const toFailed = (photo: OpenPhoto, reason: string, kept_key: string | null): FailedPhoto => ({
  ...commonOf(photo),
  state: 'failed',
  reason,
  failed_at: new Date().toISOString(),
  kept_key,
});
