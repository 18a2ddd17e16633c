import type { BinPage, StudioPhoto } from '#shared/contract/photos.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../platform/auth.ts';
import { openCursor, sealCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { isRestorable } from '../customers/customers.ts';
import { askToWithdraw, photosPerTransaction, retried, unfeatured, withNewKey, writeTogether } from './editing.ts';
import { requireSession } from './find.ts';
import { toStudioPhoto } from './gallery.ts';
import {
  type BinnedPhoto,
  type DeletedPhoto,
  isBinned,
  type Photo,
  type ReadyPhoto,
  readBinned,
  readPhotos,
} from './repository.ts';

/** The bin of a session: what is thrown away lies there for 30 days. */

/**
 * Takes a photo out of its session into the bin. Done when it lies there already.
 * @throws StudioError NOT_FOUND
 */
export async function deletePhoto(actor: Admin, sessionId: string, photoId: string): Promise<void> {
  const [binned] = await deletePhotos(actor, sessionId, [photoId]);
  if (binned === undefined) throw new StudioError('NOT_FOUND');
}

/**
 * Takes photos out of their session into the bin, also such as never became ready.
 * @returns the ids of those that lie in the bin now
 * @throws StudioError NOT_FOUND for the session
 */
export async function deletePhotos(actor: Admin, sessionId: string, photoIds: string[]): Promise<string[]> {
  await requireSession(actor, sessionId);
  const binned: string[] = [];
  for (const ids of inTransactions(photoIds)) {
    const deleted = await retried(async () => {
      const photos = await readPhotos(sessionId, ids);
      const changes = photos
        .filter((photo) => photo.state !== 'deleted')
        .map((photo) => ({ photo, edited: toBin(photo) }));
      if (changes.length > 0) await writeTogether(sessionId, changes);
      return [...photos.filter((photo) => photo.state === 'deleted'), ...changes.map(({ edited }) => edited)];
    });
    await askToWithdraw(deleted);
    binned.push(...deleted.map(({ id }) => id));
  }
  return binned;
}

/** Nobody sees it from now on: what clients were told of its address, and the public's copies, go. */
function toBin(photo: Exclude<Photo, DeletedPhoto>): DeletedPhoto {
  const deleted_at = new Date().toISOString();
  if (photo.state !== 'ready') return { ...photo, state: 'deleted', deleted_at };
  const hidden = unfeatured(photo.is_approved ? withNewKey(photo) : photo);
  return { ...hidden, state: 'deleted', deleted_at };
}

/**
 * Takes photos out of the bin, each as it was: shown or hidden, with star and note; not back into the public gallery.
 * @returns the photos that are in the session now, without those that can't be (no longer)
 * @throws StudioError NOT_FOUND for the session
 */
export async function restorePhotos(actor: Admin, sessionId: string, photoIds: string[]): Promise<StudioPhoto[]> {
  await requireSession(actor, sessionId);
  const restored: ReadyPhoto[] = [];
  for (const ids of inTransactions(photoIds)) {
    restored.push(
      ...(await retried(async () => {
        const photos = await readPhotos(sessionId, ids);
        const changes = photos.filter(mayReturn).map((photo) => ({ photo, edited: outOfBin(photo) }));
        if (changes.length > 0) await writeTogether(sessionId, changes);
        return [...photos.filter((photo) => photo.state === 'ready'), ...changes.map(({ edited }) => edited)];
      })),
    );
  }
  return restored.map(toStudioPhoto);
}

const mayReturn = (photo: Photo): photo is BinnedPhoto => isBinned(photo) && isRestorable(photo.deleted_at);

function outOfBin(photo: BinnedPhoto): ReadyPhoto {
  const { deleted_at: _, reason: __, failed_at: ___, kept_key: ____, ...rest } = photo;
  return { ...rest, state: 'ready', is_favorite: rest.is_favorite ?? false, note: rest.note ?? '' };
}

/**
 * One page of what can be restored, the last deleted first.
 * @throws StudioError NOT_FOUND
 */
export async function listBin(actor: Admin, sessionId: string, cursor?: string): Promise<BinPage> {
  await requireSession(actor, sessionId);
  const list = `${actor.sub} bin ${sessionId}`;
  const { rows, last } = await readBinned(sessionId, limits.rowsPerPage, openCursor(list, cursor));
  return {
    items: rows.filter(mayReturn).map((row) => ({ ...toStudioPhoto(outOfBin(row)), deleted_at: row.deleted_at })),
    next_cursor: sealCursor(list, last),
  };
}

function* inTransactions(photoIds: string[]): Generator<string[]> {
  const ids = [...new Set(photoIds)];
  for (let start = 0; start < ids.length; start += photosPerTransaction)
    yield ids.slice(start, start + photosPerTransaction);
}
