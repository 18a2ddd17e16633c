import { askToMove } from '../../domain/jobs/media-jobs.ts';
import { deleteStored } from '../../domain/photos/files/files.ts';
import { checkLanded, deleteLanded } from '../../domain/photos/files/landing-bucket.ts';
import { isMoving } from '../../domain/photos/files/moving.ts';
import { landingKeys, storedKeys } from '../../domain/photos/files/object-keys.ts';
import { countsBetween } from '../../domain/photos/row/counts.ts';
import {
  type DeletedPhoto,
  type FailedPhoto,
  isVersioned,
  type PendingPhoto,
  type Photo,
} from '../../domain/photos/row/lifecycle.ts';
import { erasePhoto } from '../../domain/photos/row/repository.ts';
import { registerAbsent } from '../../domain/photos/uploads/registration.ts';
import { dismissal, dropVersions, expireVersion } from '../../domain/photos/versions/versions.ts';
import { countPhotos } from '../../domain/sessions/photo-counts.ts';
import { transact, write } from '../../platform/table.ts';

/** Functions for photos that are due. Each returns whether it did something. */

/** Fails an upload whose file has not arrived, or ends the wait for a replacement's file. */
export async function expirePhoto(photo: Photo, until: string): Promise<boolean> {
  const incoming = isVersioned(photo) ? photo.incoming : undefined;
  if (!isExpired(photo, until) && !(incoming && incoming.asked_at <= until)) return false;
  // requeueLanded has queued the file; or it is newer, and its event is still being processed.
  for (const key of landingKeys(photo)) if (await checkLanded(key)) return false;
  return isVersioned(photo) ? expireVersion(photo) : registerAbsent(photo as PendingPhoto);
}

const isExpired = (photo: Photo, until: string): photo is PendingPhoto =>
  photo.state === 'pending' && photo.asked_at <= until;

/** Removes an upload that never arrived from the list. */
export async function forgetPhoto(photo: Photo, until: string): Promise<boolean> {
  const isAbsent = (row: Photo): row is FailedPhoto =>
    row.state === 'failed' && row.kept_key === null && row.failed_at <= until;
  if (!isAbsent(photo)) return false;
  await transact([erasePhoto('forget', photo), countPhotos(photo.session_id, countsBetween([photo], []))]);
  return true;
}

/** Removes a refused replacement from the list. */
export async function dismissReplacement(photo: Photo, until: string): Promise<boolean> {
  if (photo.state !== 'ready' || photo.refused_at === undefined || photo.refused_at > until) return false;
  await write(dismissal(photo));
  return true;
}

/** Queues the move of a photo's files again. */
export async function requeueMove(photo: Photo): Promise<boolean> {
  if (!isMoving(photo)) return false;
  await askToMove([photo]);
  return true;
}

/** Drops a photo's earlier versions. */
export const dropFormer = async (photo: Photo, until: string): Promise<boolean> =>
  photo.state === 'ready' && dropVersions(photo, until);

/** Erases a deleted photo: the files first, so that after an interrupted run the next one still finds the row. */
export async function eraseDeletedPhoto(photo: Photo, until: string): Promise<boolean> {
  const isOverdue = (row: Photo): row is DeletedPhoto => row.state === 'deleted' && row.deleted_at <= until;
  if (!isOverdue(photo)) return false;
  await Promise.all([deleteStored(storedKeys(photo)), deleteLanded(landingKeys(photo))]);
  await transact([erasePhoto('erase', photo)]);
  return true;
}
