import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../../platform/auth.ts';
import { retryOnConflict, WriteConflictError } from '../../../platform/conflicts.ts';
import { StudioError } from '../../../platform/errors.ts';
import { transact, type Write, write } from '../../../platform/table.ts';
import { without } from '../../../platform/without.ts';
import { askToKeepReady } from '../../jobs/download-jobs.ts';
import { enqueueSoon } from '../../jobs/photo-jobs.ts';
import { nextRound } from '../../sessions/announcement-writes.ts';
import { countInRound } from '../../sessions/photo-counts.ts';
import { recordActivity } from '../../timeline/record.ts';
import { isRestorable } from '../../trash/time-in-trash.ts';
import { inRound } from '../access/finished-round.ts';
import { askToWithdraw } from '../editing.ts';
import { versionIdOf } from '../files/file-keys.ts';
import { deleteStored } from '../files/files.ts';
import { keysOfVersion } from '../files/object-keys.ts';
import { sessionCountsBetween } from '../row/counts.ts';
import { requirePhoto } from '../row/find.ts';
import { type Facts, isVersioned, type Photo, type ReadyPhoto, type VersionedPhoto } from '../row/lifecycle.ts';
import { changePhoto } from '../row/repository.ts';
import { toStudioPhoto } from '../row/views.ts';
import { keepReady, missingUpload, readAgain, requireAnySession } from '../uploads/registration.ts';
import { inWatermark, isAwaiting } from '../watermark/marking.ts';
import type { FormerVersion, IncomingVersion, Version } from './attributes.ts';
import { withEarlierVersion, withVersion } from './swap.ts';

/** Replaces the current version of a photo by another file, and stores the previous one for 30 days. */

/**
 * A photo as it was read, and the result of processing its replacement: facts, or the reason why the file is refused.
 */
export interface ProcessedVersion {
  /** The file's key in the landing bucket. */
  key: string;
  photo: Photo;
  /** The media key of the replacement. */
  version: string;
  /**
   * Set for an accepted file. Neither `facts` nor `refusal` is set when the photo no longer waits for this replacement.
   */
  facts?: Facts;
  refusal?: string;
}

/**
 * Step 2 of a replacement: makes the processed versions the current ones of their photos, each in one transaction with
 * the session's counters. A photo that now waits for another replacement stays unchanged.
 * @returns every photo after the write, by its key in the landing bucket
 * @throws StudioError BUSY when other requests kept writing the same rows; Error when the session or a photo was erased
 */
export async function registerVersions(sessionId: string, uploads: ProcessedVersion[]): Promise<Map<string, Photo>> {
  const photos = new Map<string, Photo>();
  // One after the other, because two replacements may belong to the same photo.
  for (const upload of new Map(uploads.map((upload) => [upload.key, upload])).values()) {
    photos.set(upload.key, await registerVersion(sessionId, upload));
  }
  if (uploads.some(({ facts }) => facts)) await keepReady(sessionId);
  return photos;
}

async function registerVersion(sessionId: string, { photo: photoAsRead, version, facts, refusal }: ProcessedVersion) {
  const photo = await retryOnConflict(async (attempt) => {
    const [photo] = attempt === 1 ? [photoAsRead] : await readAgain([photoAsRead]);
    if (!photo || !isVersioned(photo) || photo.incoming_key !== version || !photo.incoming) return photo!;
    if (refusal !== undefined) return refuseVersion(photo, refusal);
    if (!facts) return photo;
    const session = await requireAnySession(sessionId);
    const { incoming } = photo;
    const replaced = withVersion(withoutReplacement(photo), toVersion(photo, incoming, facts), photo.former ?? []);
    const swapped = inRound(inWatermark(replaced, session), nextRound(session));
    await transact([
      changePhoto('replace', photo, swapped),
      ...recordActivity(
        { kind: 'admin', ...incoming.asked_by },
        { kind: 'versions-uploaded', session, count: 1, photo_ids: [photo.id] },
      ),
      countInRound(session, sessionCountsBetween(session, [photo], [swapped]), () => missingUpload(sessionId)),
    ]);
    return swapped;
  });
  if (facts) await askToWithdraw([photo]);
  return photo;
}

/** Returns the photo without its pending replacement and without an earlier refusal. */
function withoutReplacement<P extends VersionedPhoto>(photo: P): P {
  return without(photo, 'incoming', 'incoming_key', 'refused_version', 'refused_at') as P;
}

/**
 * Returns the new version of a replacement. Capture and stars stay those of the photo. Exposure that its file lacks, and
 * the focal point of the same frame, come from the version before.
 */
function toVersion(
  photo: VersionedPhoto,
  incoming: IncomingVersion,
  { captured_at: _, capture: __, stars: ___, ...facts }: Facts,
): Version {
  const ratio = ({ width, height }: { width: number; height: number }) => width / height;
  const isSameFrame = Math.abs(ratio(facts) / ratio(photo) - 1) < 0.01;
  const focus = (isSameFrame && photo.focus) || facts.focus;
  const exposure = facts.exposure ?? photo.exposure;
  const { media_key, size, sha256, file_name: version_name } = incoming;
  return {
    ...facts,
    ...{ media_key, size, sha256, version_name, stage: 'finished' },
    ...(focus && { focus }),
    ...(exposure && { exposure }),
  };
}

/**
 * Records a refused replacement.
 * @throws WriteConflictError when the photo now waits for another replacement
 */
async function refuseVersion(photo: VersionedPhoto, reason: string): Promise<VersionedPhoto> {
  const refused = {
    ...withoutReplacement(photo),
    refused_version: { file_name: photo.incoming!.file_name, reason },
    refused_at: new Date().toISOString(),
  };
  await write(changePhoto('refuseVersion', photo, refused));
  return refused;
}

/**
 * Records that the file of a replacement never arrived.
 * @returns false when another ticket was issued, or the file arrived, after the photo was read
 */
export async function expireVersion(photo: VersionedPhoto): Promise<boolean> {
  try {
    await refuseVersion(photo, 'This file never arrived. Please upload it again.');
    return true;
  } catch (error) {
    if (error instanceof WriteConflictError) return false;
    throw error;
  }
}

/** Returns the write that removes a refused or pending replacement from a photo. */
export const dismissal = (photo: ReadyPhoto): Write => changePhoto('dismissVersion', photo, withoutReplacement(photo));

/**
 * Removes a refused or pending replacement from the list of uploads; succeeds when there is none. A file that arrives
 * afterwards changes nothing.
 * @throws StudioError NOT_FOUND
 */
export const dismissVersion = (actor: Admin, sessionId: string, photoId: string): Promise<void> =>
  retryOnConflict(async () => {
    const { photo } = await requirePhoto(actor, sessionId, photoId);
    if (photo.incoming || photo.refused_version) await write(dismissal(photo));
  });

/**
 * Makes an earlier version the current one again; the present one becomes an earlier version. Succeeds when the version
 * is the current one already.
 * @throws StudioError NOT_FOUND for the photo; INVALID for a version whose 30 days are over
 */
export async function putBackVersion(
  actor: Admin,
  sessionId: string,
  photoId: string,
  versionId: string,
): Promise<StudioPhoto> {
  const { photo, session } = await retryOnConflict(async () => {
    const { photo, session } = await requirePhoto(actor, sessionId, photoId);
    if (versionIdOf(photo) === versionId) return { photo, session };
    const former = photo.former?.find((version) => versionIdOf(version) === versionId);
    if (!former || !isRestorable(former.replaced_at)) {
      throw new StudioError(
        'INVALID',
        `This version is not there any more: earlier versions are kept for ${limits.trashDays} days.`,
      );
    }
    const version = without(former, 'replaced_at', 'was_shown');
    const furtherVersions = photo.former!.filter((version) => version !== former);
    const swapped = inRound(inWatermark(withVersion(photo, version, furtherVersions), session), nextRound(session));
    await transact([
      changePhoto('putBack', photo, swapped),
      ...recordActivity(actor, { kind: 'version-put-back', session, count: 1, photo_ids: [photoId] }),
      countInRound(session, sessionCountsBetween(session, [photo], [swapped]), () => new StudioError('NOT_FOUND'), {
        requiresLive: true,
        awaitsMarks: isAwaiting([swapped], session),
      }),
    ]);
    return { photo: swapped, session };
  });
  await askToWithdraw([photo]);
  if (isAwaiting([photo], session)) await enqueueSoon('mark-session', sessionId);
  await askToKeepReady(session, { photosChanged: true });
  return toStudioPhoto(photo, session);
}

/**
 * Erases earlier versions of a photo: the files first, so that a run after an interrupted one still finds the row.
 * @param until versions that were replaced later stay
 * @returns false when there are none
 * @throws WriteConflictError when the versions changed meanwhile; StudioError NOT_FOUND when the session is erased
 */
export async function dropVersions(photo: ReadyPhoto, until: string): Promise<boolean> {
  const isExpired = ({ replaced_at }: FormerVersion) => replaced_at <= until;
  const expiredVersions = (photo.former ?? []).filter(isExpired);
  if (expiredVersions.length === 0) return false;
  await deleteStored(expiredVersions.flatMap((version) => keysOfVersion(photo, version)));
  const photoWithoutExpired = withEarlierVersion(
    photo,
    photo.former!.filter((version) => !isExpired(version)),
  );
  const session = await requireAnySession(photo.session_id);
  await transact([
    changePhoto('dropVersions', photo, photoWithoutExpired),
    countInRound(session, sessionCountsBetween(session, [photo], [photoWithoutExpired]), () =>
      missingUpload(photo.session_id),
    ),
  ]);
  return true;
}
