import type { StudioPhoto, TrashPage } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../../platform/auth.ts';
import { retryOnConflict } from '../../../platform/conflicts.ts';
import { decryptCursor, encryptCursor } from '../../../platform/cursors.ts';
import { StudioError } from '../../../platform/errors.ts';
import { without } from '../../../platform/without.ts';
import { askToKeepReady } from '../../jobs/download-jobs.ts';
import { enqueueSoon } from '../../jobs/photo-jobs.ts';
import { nextRound } from '../../sessions/announcement-writes.ts';
import { roomIn } from '../../sessions/photo-counts.ts';
import type { SessionRow } from '../../sessions/repository.ts';
import { recordActivity } from '../../timeline/record.ts';
import { isRestorable } from '../../trash/time-in-trash.ts';
import { inRound } from '../access/finished-round.ts';
import { askToWithdraw, photosPerTransaction, withdrawn, writeInVersion, writeTogether } from '../editing.ts';
import { fitting } from '../order/arranging.ts';
import { requireSession } from '../row/find.ts';
import { type DeletedPhoto, isTrashed, type Photo, type ReadyPhoto, type TrashedPhoto } from '../row/lifecycle.ts';
import { readPhotos, readTrashed } from '../row/repository.ts';
import { toStudioPhoto } from '../row/views.ts';
import { inWatermark, isAwaiting } from '../watermark/marking.ts';

/** Deletes and restores a session's photos. Deleted photos stay in the trash for 30 days. */

/**
 * Moves a photo to the trash; succeeds when it is in the trash already.
 * @throws StudioError NOT_FOUND
 */
export async function deletePhoto(actor: Admin, sessionId: string, photoId: string): Promise<void> {
  const [trashed] = await deletePhotos(actor, sessionId, [photoId]);
  if (trashed === undefined) throw new StudioError('NOT_FOUND');
}

/**
 * Moves photos to the trash, including photos that were never ready.
 * @returns the ids of the photos that are in the trash now
 * @throws StudioError NOT_FOUND for the session
 */
export async function deletePhotos(actor: Admin, sessionId: string, photoIds: string[]): Promise<string[]> {
  let session = await requireSession(actor, sessionId);
  const trashed: string[] = [];
  for (const ids of idBatches(photoIds)) {
    const deleted = await retryOnConflict(async (attempt) => {
      if (attempt > 1) session = await requireSession(actor, sessionId);
      const photos = await readPhotos(sessionId, ids);
      const changes = photos
        .filter((photo) => photo.state !== 'deleted')
        .map((photo) => ({ photo, edited: inRound(toTrash(photo), nextRound(session)) }));
      if (changes.length > 0) {
        const photo_ids = changes.map(({ photo }) => photo.id);
        const entries = recordActivity(actor, { kind: 'photos-deleted', session, count: changes.length, photo_ids });
        await writeTogether('trash', session, changes, entries);
      }
      return [...photos.filter((photo) => photo.state === 'deleted'), ...changes.map(({ edited }) => edited)];
    });
    await askToWithdraw(deleted);
    trashed.push(...deleted.map(({ id }) => id));
  }
  await askToKeepReady(session, { photosChanged: true });
  return trashed;
}

/** Returns the photo as deleted: not featured, and with a new media key, because clients have seen the old one. */
function toTrash(photo: Exclude<Photo, DeletedPhoto>): DeletedPhoto {
  const deleted_at = new Date().toISOString();
  if (photo.state !== 'ready') return { ...photo, state: 'deleted', deleted_at };
  return { ...withdrawn(photo), state: 'deleted', deleted_at };
}

/**
 * Restores photos from the trash with their former visibility, favorite and note, but not featured.
 * @returns the restored photos, without those that can't be restored
 * @throws StudioError NOT_FOUND for the session; INVALID when the session has no room for a batch; earlier batches of
 * the request stay restored
 */
export async function restorePhotos(actor: Admin, sessionId: string, photoIds: string[]): Promise<StudioPhoto[]> {
  let restoredIn: SessionRow | undefined;
  const restored: ReadyPhoto[] = [];
  for (const ids of idBatches(photoIds)) {
    restored.push(
      ...(await retryOnConflict(async () => {
        const session = await requireSession(actor, sessionId);
        const photos = await readPhotos(sessionId, ids);
        const changes = photos.filter(mayReturn).map((photo) => ({
          photo,
          edited: inRound(inWatermark(fitting(outOfTrash(photo), session), session), nextRound(session)),
        }));
        if (changes.length > roomIn(session)) throw hasNoRoom();
        const photo_ids = changes.map(({ photo }) => photo.id);
        const entries = recordActivity(actor, { kind: 'photos-restored', session, count: changes.length, photo_ids });
        await writeInVersion('restore', session, changes, entries);
        restoredIn = session;
        return [...photos.filter((photo) => photo.state === 'ready'), ...changes.map(({ edited }) => edited)];
      })),
    );
  }
  const session = restoredIn;
  if (!session) return [];
  await askToKeepReady(session, { photosChanged: true });
  if (isAwaiting(restored, session)) await enqueueSoon('mark-session', sessionId);
  return restored.map((photo) => toStudioPhoto(photo, session));
}

const hasNoRoom = () =>
  new StudioError(
    'INVALID',
    `A session can have ${limits.photosPerSession.toLocaleString('en-US')} photos, failed uploads included. Delete others first, or restore fewer at once.`,
  );

/** Whether a photo is listed in the trash and can be restored. */
export const mayReturn = (photo: Photo): photo is TrashedPhoto => isTrashed(photo) && isRestorable(photo.deleted_at);

function outOfTrash(photo: TrashedPhoto): ReadyPhoto {
  const photoWithoutTrash = without(photo, 'deleted_at', 'reason', 'failed_at', 'kept_key');
  return {
    ...photoWithoutTrash,
    state: 'ready',
    is_favorite: photoWithoutTrash.is_favorite ?? false,
    note: photoWithoutTrash.note ?? '',
  };
}

/**
 * Returns one page of the photos that can be restored, the last deleted first.
 * @throws StudioError NOT_FOUND
 */
export async function listTrash(actor: Admin, sessionId: string, cursor?: string): Promise<TrashPage> {
  const session = await requireSession(actor, sessionId);
  const cursorScope = `${actor.sub} trash ${sessionId}`;
  const { rows, last, damaged } = await readTrashed(
    sessionId,
    limits.rowsPerPage,
    await decryptCursor(cursorScope, cursor),
  );
  return {
    items: rows
      .filter(mayReturn)
      .map((row) => ({ ...toStudioPhoto(outOfTrash(row), session), deleted_at: row.deleted_at })),
    next_cursor: await encryptCursor(cursorScope, last),
    damaged,
  };
}

function* idBatches(photoIds: string[]): Generator<string[]> {
  const ids = [...new Set(photoIds)];
  for (let start = 0; start < ids.length; start += photosPerTransaction)
    yield ids.slice(start, start + photosPerTransaction);
}
