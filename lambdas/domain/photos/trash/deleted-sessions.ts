import type { Admin } from '../../../platform/auth.ts';
import { log } from '../../../platform/log.ts';
import { type Key, transact, type Write, write } from '../../../platform/table.ts';
import { askToMove, askToWithdrawSession } from '../../jobs/media-jobs.ts';
import { countPhotos } from '../../sessions/photo-counts.ts';
import { isDeleted, readAnySession } from '../../sessions/repository.ts';
import { trashSessionRow } from '../../sessions/trash.ts';
import { eraseSession, sessionWithdrawing, sessionWithdrawn } from '../../sessions/trash-writes.ts';
import { withdrawn } from '../editing.ts';
import { deleteStored } from '../files/files.ts';
import { deleteLanded } from '../files/landing-bucket.ts';
import { isMoving } from '../files/moving.ts';
import { landingKeys, storedKeys } from '../files/object-keys.ts';
import { countsBetween } from '../row/counts.ts';
import { isUnsettled, type Photo, type UnsettledPhoto } from '../row/lifecycle.ts';
import { changePhoto, erasePhotoOfSession, readEvery } from '../row/repository.ts';

/** Deletes a session together with its photos. */

const photosPerPage = 25;
/** S3's limit for one DeleteObjects request. */
const keysPerRequest = 1_000;

/**
 * Moves a session with its photos to the trash for 30 days. The API refuses the session at once; the old addresses of
 * its photos stop working within minutes.
 * @param furtherWrites writes for the same transaction
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND; CHANGED_MEANWHILE with the current session in `details.current`
 */
export async function deleteSession(
  actor: Admin,
  id: string,
  version: number,
  furtherWrites: Write[] = [],
): Promise<void> {
  await trashSessionRow(actor, id, version, furtherWrites);
  try {
    await askToWithdrawSession(id);
  } catch (error) {
    log.error('Could not queue the move of files of a deleted session; the daily sweep will.', {
      session_id: id,
      error,
    });
  }
}

/**
 * Gives a new media key to every photo of a deleted session that clients or the public could see, and queues the move
 * of its files. Idempotent; does nothing when the session was restored.
 * @param after the id of the last photo that an earlier message has done; begins with the first photo when omitted
 * @param isTimeOver returns whether the function's time is running out; the remaining photos are then queued as another
 * message
 */
export async function withdrawSession(id: string, isTimeOver: () => boolean, after?: string): Promise<void> {
  const session = await readAnySession(id);
  if (!session || !isDeleted(session) || !session.withdrawing) return;
  let lastId = after;
  for await (const photos of everyPhoto(id, after)) {
    // Check only after the first page, so that each message makes progress.
    if (lastId !== after && isTimeOver()) return askToWithdrawSession(id, lastId);
    const changes = photos
      .filter((photo) => photo.state === 'ready')
      .map((photo) => ({ photo, edited: withdrawn(photo) }));
    await transact([
      sessionWithdrawing(session),
      ...changes
        .filter(({ photo, edited }) => edited !== photo)
        .map(({ photo, edited }) => changePhoto('edit', photo, edited)),
    ]);
    await askToMove(changes.map(({ edited }) => edited).filter(isMoving));
    lastId = photos.at(-1)?.id;
  }
  await write(sessionWithdrawn(session));
}

/**
 * Erases a deleted session: files first, then rows, the session's row last, so that a run after an interrupted one
 * finds the remaining rows. process-photo may still be storing files of a pending or failed photo: one run moves such a
 * photo to the trash, so that it can't become ready, and a later run erases it, when every worker that read it has
 * ended.
 * @param isTimeOver returns whether the function's time is running out
 * @param trashedBefore photos that were trashed later wait for the next run
 * @returns whether everything was erased
 */
export async function eraseSessionForGood(
  id: string,
  isTimeOver: () => boolean,
  trashedBefore: string,
): Promise<boolean> {
  const session = await readAnySession(id);
  if (!session || !isDeleted(session)) return true;
  let isComplete = true;
  for await (const photos of everyPhoto(id)) {
    if (isTimeOver()) return false;
    await trashOpen(id, photos.filter(isUnsettled));
    await deleteLanded(photos.flatMap(landingKeys));
    const erasable = photos.filter((photo) => !isUnsettled(photo) && !wasTrashedSince(photo, trashedBefore));
    if (erasable.length < photos.length) isComplete = false;
    const keys = erasable.flatMap(storedKeys);
    for (let start = 0; start < keys.length; start += keysPerRequest) {
      await deleteStored(keys.slice(start, start + keysPerRequest));
    }
    if (erasable.length > 0) await transact(erasable.map(erasePhotoOfSession));
  }
  if (isComplete) await transact([eraseSession(session)]);
  return isComplete;
}

async function trashOpen(sessionId: string, photos: UnsettledPhoto[]): Promise<void> {
  if (photos.length === 0) return;
  const deleted_at = new Date().toISOString();
  const changes = photos.map((photo) => ({ photo, trashed: { ...photo, state: 'deleted' as const, deleted_at } }));
  await transact([
    ...changes.map(({ photo, trashed }) => changePhoto('trash', photo, trashed)),
    countPhotos(
      sessionId,
      countsBetween(
        photos,
        changes.map(({ trashed }) => trashed),
      ),
    ),
  ]);
}

const wasTrashedSince = (photo: Photo, time: string) => photo.state === 'deleted' && photo.deleted_at > time;

/** Yields the photos of a session in every state, page by page. */
async function* everyPhoto(sessionId: string, after?: string): AsyncGenerator<Photo[]> {
  let startKey: Key | undefined = after === undefined ? undefined : { session_id: sessionId, id: after };
  do {
    const { rows, last } = await readEvery(sessionId, photosPerPage, startKey);
    if (rows.length > 0) yield rows;
    startKey = last;
  } while (startKey);
}
