import { retryOnConflict, WriteConflictError } from '../../../platform/conflicts.ts';
import { transact, type Write, write } from '../../../platform/table.ts';
import { askToKeepReady } from '../../jobs/download-jobs.ts';
import { enqueueSoon } from '../../jobs/photo-jobs.ts';
import { nextRound } from '../../sessions/announcement-writes.ts';
import { countInRound, countPhotos } from '../../sessions/photo-counts.ts';
import { readAnySession, readSession, type SessionRow } from '../../sessions/repository.ts';
import { recordActivity } from '../../timeline/record.ts';
import { inRound } from '../access/finished-round.ts';
import { photoIdOf } from '../files/file-keys.ts';
import { checkLanded } from '../files/landing-bucket.ts';
import { parseLandingKey } from '../files/object-keys.ts';
import { inClocks } from '../order/clocks.ts';
import { countsOf, sessionCountsBetween } from '../row/counts.ts';
import {
  commonOf,
  type Facts,
  type FailedPhoto,
  isUnsettled,
  type PendingPhoto,
  type Photo,
  type ReadyPhoto,
  type UnsettledPhoto,
} from '../row/lifecycle.ts';
import { changePhoto, insertPhoto, type PhotoKey, readPhoto } from '../row/repository.ts';
import { inWatermark, isAwaiting } from '../watermark/marking.ts';
import { photoFromMetadata } from './upload-metadata.ts';

/**
 * Returns the photo of a landed file. Rebuilds a missing row from the object's key and metadata; a file that was to
 * replace a photo whose row is lost becomes that photo.
 * @throws Error for an object that no ticket allowed, or whose session does not exist; the object stays in the bucket
 */
export async function findUpload(key: string): Promise<Photo> {
  const parsedKey = parseLandingKey(key);
  if (!parsedKey) throw new Error(`The landing bucket contains an object with an unknown key: ${key}`);
  return retryOnConflict(async () => {
    const photo = await readPhoto(parsedKey);
    if (photo) return photo;
    const file = await checkLanded(key);
    if (!file) throw new Error(`A landed file without a photo row is not there any more: ${key}`);
    const { sha256 } = file;
    const matchesKey =
      parsedKey.media_key !== undefined || (sha256 && photoIdOf(parsedKey.session_id, sha256) === parsedKey.id);
    if (!sha256 || !matchesKey) {
      throw new Error(`A landed file without a photo row does not match its key: ${key}`);
    }
    const session = await readAnySession(parsedKey.session_id);
    if (session?.customer_id !== parsedKey.customer_id)
      throw new Error(`A landed file belongs to a session that does not exist: ${key}`);
    const rebuilt = photoFromMetadata(parsedKey, { ...file, sha256 });
    // Add the photo even to a full session, because its file has already arrived.
    await transact([insertPhoto(rebuilt), countPhotos(session.id, countsOf([rebuilt]))]);
    return rebuilt;
  });
}

/** The reason why a file is not accepted as a photo, and the key under which the file is stored. */
export type Refusal = Pick<FailedPhoto, 'reason'> & { kept_key: string };

/**
 * A photo as it was read, and the result of processing its file: facts, a refusal, or neither when an earlier event
 * registered it.
 */
export interface ProcessedUpload {
  /** The file's key in the landing bucket. */
  key: string;
  photo: Photo;
  facts?: Facts;
  refusal?: Refusal;
}

/**
 * Step 2 of an upload: writes the rows of processed photos of one session. Photos that were registered, deleted or
 * requested again during processing stay unchanged.
 * @returns every photo after the write
 * @throws StudioError BUSY when other requests kept writing the same rows; Error when the session or a photo was erased
 */
export async function register(sessionId: string, uploads: ProcessedUpload[]): Promise<Photo[]> {
  // An event may be delivered twice in one batch, and a transaction writes a row once.
  const unique = [...new Map(uploads.map((upload) => [upload.photo.id, upload])).values()];
  const {
    ready = [],
    failed = [],
    settled: unchanged = [],
  } = Object.groupBy(unique, ({ facts, refusal }) => (facts ? 'ready' : refusal ? 'failed' : 'settled'));
  const photos = await Promise.all([
    registerReady(sessionId, ready),
    ...failed.map(({ photo, refusal }) => registerFailed(photo, refusal!)),
  ]);
  if (ready.length > 0) await keepReady(sessionId);
  return [...photos.flat(), ...unchanged.map(({ photo }) => photo)];
}

export async function keepReady(sessionId: string): Promise<void> {
  const session = await readSession(sessionId);
  if (session) await askToKeepReady(session, { photosChanged: true });
}

/** Makes photos ready, in one transaction with the session's counters and the timeline. */
async function registerReady(sessionId: string, uploads: ProcessedUpload[]): Promise<Photo[]> {
  const processed = new Map(uploads.map((upload) => [upload.photo.id, upload]));
  return retryOnConflict(async (attempt) => {
    const photos = uploads.map(({ photo }) => photo);
    const current = attempt === 1 ? photos : await readAgain(photos);
    const changes = current.flatMap((photo) => {
      const { photo: read, facts } = processed.get(photo.id)!;
      return isUnsettled(photo) && photo.media_key === read.media_key ? [{ photo, ready: toReady(photo, facts!) }] : [];
    });
    if (changes.length === 0) return current;
    const session = await requireAnySession(sessionId);
    for (const change of changes) {
      change.ready = inRound(inWatermark(inClocks(change.ready, session), session), nextRound(session));
    }
    const after = changes.map(({ ready }) => ready);
    const countsChange = sessionCountsBetween(
      session,
      changes.map(({ photo }) => photo),
      after,
    );
    await transact([
      ...changes.map(({ photo, ready }) => changePhoto('register', photo, ready)),
      ...recordUploads(
        session,
        changes.map(({ photo }) => photo),
      ),
      countInRound(session, countsChange, () => missingUpload(sessionId), { awaitsMarks: isAwaiting(after, session) }),
    ]);
    if (isAwaiting(after, session)) await enqueueSoon('mark-session', sessionId);
    const ready = new Map(changes.map((change) => [change.ready.id, change.ready]));
    return current.map((photo) => ready.get(photo.id) ?? photo);
  });
}

/**
 * Returns the session, also one in the trash.
 * @throws Error when it was erased
 */
export async function requireAnySession(id: string) {
  const session = await readAnySession(id);
  if (!session) throw missingUpload(id);
  return session;
}

export const missingUpload = (sessionId: string) => new Error(`The session ${sessionId} of an upload does not exist.`);

/**
 * Returns the timeline entries of uploads, one for each person who requested some. A photo whose row was rebuilt has no
 * name.
 */
function recordUploads(session: SessionRow, photos: UnsettledPhoto[]): Write[] {
  const askerOf = (photo: UnsettledPhoto) => (photo.state === 'pending' ? photo.asked_by : undefined);
  return [...Map.groupBy(photos, (photo) => askerOf(photo)?.sub ?? '')].flatMap(([sub, photosOfAsker]) =>
    recordActivity(
      { kind: 'admin', sub, name: askerOf(photosOfAsker[0]!)?.name ?? '' },
      { kind: 'photos-uploaded', session, count: photosOfAsker.length, photo_ids: photosOfAsker.map(({ id }) => id) },
    ),
  );
}

export const readAgain = (photos: Photo[]): Promise<Photo[]> =>
  Promise.all(
    photos.map(async (photo) => {
      const current = await readPhoto(photo);
      if (!current) throw new Error(`The photo ${photo.id} was erased while its file was being processed.`);
      return current;
    }),
  );

const toReady = (photo: UnsettledPhoto, facts: Facts): ReadyPhoto => ({
  ...commonOf(photo),
  ...facts,
  state: 'ready',
  is_favorite: false,
  note: '',
});

const registerFailed = (photo: Photo, { reason, kept_key }: Refusal): Promise<Photo> =>
  retryOnConflict(async (attempt) => {
    const [current] = attempt === 1 ? [photo] : await readAgain([photo]);
    if (!isUnsettled(current!)) return current!;
    const failed = toFailed(current, reason, kept_key);
    await write(changePhoto('refuse', current, failed));
    return failed;
  });

/**
 * Sets a photo to failed when no file arrived for its latest ticket.
 * @returns false when a ticket was issued, or the photo was registered, after it was read
 */
export async function registerAbsent(
  photo: PendingPhoto,
  reason = 'This file never arrived. Please upload it again.',
  kept_key = photo.kept_key,
): Promise<boolean> {
  const failed = toFailed(photo, reason, kept_key);
  try {
    await write(changePhoto('expire', photo, failed));
    return true;
  } catch (error) {
    if (error instanceof WriteConflictError) return false;
    throw error;
  }
}

/**
 * Sets a photo to failed if it is pending. Call after deleting a landed file: if a new ticket was requested before the
 * deletion, S3 answered its upload with 412 (the object exists), so no file will arrive and the photo would stay
 * pending.
 */
export async function failAskedAgain(key: PhotoKey, { reason, kept_key }: Partial<Refusal> = {}): Promise<void> {
  const photo = await readPhoto(key);
  if (photo?.state === 'pending') await registerAbsent(photo, reason, kept_key);
}

const toFailed = (photo: UnsettledPhoto, reason: string, kept_key: string | null): FailedPhoto => ({
  ...commonOf(photo),
  state: 'failed',
  reason,
  failed_at: new Date().toISOString(),
  kept_key,
});
