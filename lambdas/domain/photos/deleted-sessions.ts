import type { Admin } from '../../platform/auth.ts';
import { log } from '../../platform/log.ts';
import { type Key, transact, type Write, write } from '../../platform/table.ts';
import {
  eraseSession,
  isDeleted,
  readAnySession,
  sessionWithdrawing,
  sessionWithdrawn,
} from '../sessions/repository.ts';
import { binSessionRow } from '../sessions/sessions.ts';
import { unfeatured, withNewKey } from './editing.ts';
import { deleteLanded, deleteStored, landingKey, storedKeys } from './files.ts';
import { changePhoto, erasePhotoOfSession, isMoving, type Photo, type ReadyPhoto, readEvery } from './repository.ts';
import { askToMove, askToWithdrawSession } from './work.ts';

/** What a session's deletion means for its photos. */

const photosAtOnce = 25;
/** S3 takes so many keys in one request to delete. */
const keysPerRequest = 1_000;

/**
 * Puts a session with everything in it into the bin for 30 days. The API knows nothing of it from now on; pictures
 * leave the addresses that clients know within minutes.
 * @param more is written in the same transaction
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the session as it is now in `details.current`
 */
export async function deleteSession(actor: Admin, id: string, version: number, more: Write[] = []): Promise<void> {
  await binSessionRow(actor, id, version, more);
  try {
    await askToWithdrawSession(id);
  } catch (error) {
    log.error('A deleted session keeps its old addresses until the daily sweep.', { session_id: id, error });
  }
}

/** The session or a photo is not as it was read: the message comes back and looks again. */
class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile';
}

/**
 * Gives all photos of a deleted session that clients or the public could see new addresses, and asks for their files to
 * follow. May be done again; a session that was restored stays as it is.
 */
export async function withdrawSession(id: string): Promise<void> {
  const session = await readAnySession(id);
  if (!session || !isDeleted(session) || !session.withdrawing) return;
  const otherwise = () => new ChangedMeanwhile();
  for await (const photos of everyPhoto(id)) {
    const withdrawn = photos
      .filter((photo) => photo.state === 'ready')
      .map((photo) => ({ photo, edited: withdraw(photo) }));
    await transact([
      sessionWithdrawing(session, otherwise),
      ...withdrawn
        .filter(({ photo, edited }) => edited !== photo)
        .map(({ photo, edited }) => changePhoto(photo, edited, { and: [...decisive], otherwise })),
    ]);
    await askToMove(withdrawn.map(({ edited }) => edited).filter(isMoving));
  }
  await write(sessionWithdrawn(session, otherwise));
}

const decisive = [
  'is_approved',
  'media_key',
  'stale_media_key',
  'featured_in',
  'featured_at',
  'portfolio_key',
] as const;

const withdraw = (photo: ReadyPhoto): ReadyPhoto => unfeatured(photo.is_approved ? withNewKey(photo) : photo);

/**
 * Erases a deleted session for good: files first, then rows, the session's own last, so that a run that dies in between
 * finds the rest again.
 * @param isOver says when time has run out
 * @returns whether nothing is left
 */
export async function eraseSessionForGood(id: string, isOver: () => boolean): Promise<boolean> {
  const session = await readAnySession(id);
  if (!session || !isDeleted(session)) return true;
  for await (const photos of everyPhoto(id)) {
    if (isOver()) return false;
    const keys = photos.flatMap(storedKeys);
    for (let start = 0; start < keys.length; start += keysPerRequest) {
      await deleteStored(keys.slice(start, start + keysPerRequest));
    }
    await Promise.all(photos.map((photo) => deleteLanded(landingKey(photo))));
    await transact(photos.map(erasePhotoOfSession));
  }
  await transact([eraseSession(session, () => new ChangedMeanwhile())]);
  return true;
}

/** All photos of a session in whatever state, some at a time. */
async function* everyPhoto(sessionId: string): AsyncGenerator<Photo[]> {
  let from: Key | undefined;
  do {
    const { rows, last } = await readEvery(sessionId, photosAtOnce, from);
    if (rows.length > 0) yield rows;
    from = last;
  } while (from);
}
