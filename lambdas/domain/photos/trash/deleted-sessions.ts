import type { Admin } from '../../../platform/auth.ts';
import { log } from '../../../platform/log.ts';
import { type Key, transact, type Write, write } from '../../../platform/table.ts';
import { askToMove, askToWithdrawSession } from '../../jobs/media-jobs.ts';
import {
  countPhotos,
  eraseSession,
  isDeleted,
  readAnySession,
  sessionWithdrawing,
  sessionWithdrawn,
} from '../../sessions/repository.ts';
import { trashSessionRow } from '../../sessions/sessions.ts';
import { withdrawn } from '../editing.ts';
import { deleteLanded, deleteStored, landingKeys, storedKeys } from '../files/files.ts';
import { isMoving } from '../files/moving.ts';
import { countsBetween } from '../row/counts.ts';
import { isOpen, type OpenPhoto, type Photo } from '../row/lifecycle.ts';
import { changePhoto, erasePhotoOfSession, readEvery } from '../row/repository.ts';

/** Deletes the photos of a session with the session. */

const photosAtOnce = 25;
/** Limit of S3 for one DeleteObjects request. */
const keysPerRequest = 1_000;

/**
 * Moves a session with its photos to the trash for 30 days. The API refuses it at once; its photos leave their old
 * addresses within minutes.
 * @param more is written in the same transaction
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND; CHANGED_MEANWHILE with the current session in `details.current`
 */
export async function deleteSession(actor: Admin, id: string, version: number, more: Write[] = []): Promise<void> {
  await trashSessionRow(actor, id, version, more);
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
 * Gives every photo of a deleted session that clients or the public could see a new address, and queues the move of its
 * files. Idempotent; does nothing when the session was restored.
 * @param after id of the last photo done; from the first one when omitted
 * @param isOver returns whether the function's time is running out; the rest is then queued as another message
 */
export async function withdrawSession(id: string, isOver: () => boolean, after?: string): Promise<void> {
  const session = await readAnySession(id);
  if (!session || !isDeleted(session) || !session.withdrawing) return;
  let last = after;
  for await (const photos of everyPhoto(id, after)) {
    // Not before the first page, so that each message makes progress.
    if (last !== after && isOver()) return askToWithdrawSession(id, last);
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
    last = photos.at(-1)?.id;
  }
  await write(sessionWithdrawn(session));
}

/**
 * Erases a deleted session: files first, then rows, the session's row last, so that the run after an interrupted one
 * finds what is left. process-photo may be storing files of a pending or failed photo: such a photo is trashed by one
 * run, after which it can't become ready, and erased by a later run, when no worker that has read it before is running.
 * @param isOver returns whether the function's time is running out
 * @param trashedBefore photos trashed later are left to the next run
 * @returns whether everything was erased
 */
export async function eraseSessionForGood(id: string, isOver: () => boolean, trashedBefore: string): Promise<boolean> {
  const session = await readAnySession(id);
  if (!session || !isDeleted(session)) return true;
  let isWhole = true;
  for await (const photos of everyPhoto(id)) {
    if (isOver()) return false;
    await trashOpen(id, photos.filter(isOpen));
    await deleteLanded(photos.flatMap(landingKeys));
    const settled = photos.filter((photo) => !isOpen(photo) && !wasTrashedSince(photo, trashedBefore));
    if (settled.length < photos.length) isWhole = false;
    const keys = settled.flatMap(storedKeys);
    for (let start = 0; start < keys.length; start += keysPerRequest) {
      await deleteStored(keys.slice(start, start + keysPerRequest));
    }
    if (settled.length > 0) await transact(settled.map(erasePhotoOfSession));
  }
  if (isWhole) await transact([eraseSession(session)]);
  return isWhole;
}

async function trashOpen(sessionId: string, photos: OpenPhoto[]): Promise<void> {
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

/** Yields all photos of a session in every state, in pages. */
async function* everyPhoto(sessionId: string, after?: string): AsyncGenerator<Photo[]> {
  let from: Key | undefined = after === undefined ? undefined : { session_id: sessionId, id: after };
  do {
    const { rows, last } = await readEvery(sessionId, photosAtOnce, from);
    if (rows.length > 0) yield rows;
    from = last;
  } while (from);
}
