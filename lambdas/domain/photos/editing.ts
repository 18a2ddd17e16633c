import { setTimeout as wait } from 'node:timers/promises';
import type { EditPhotos, GalleryPhoto, MarkPhoto, StudioPhoto } from '#shared/contract/photos.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { transact, write } from '../../platform/table.ts';
import { countPhotos } from '../sessions/repository.ts';
import { canSee } from './access.ts';
import { requirePhoto, requireSession } from './find.ts';
import { toGalleryPhoto, toStudioPhoto } from './gallery.ts';
import {
  changePhoto,
  type DeletedPhoto,
  type Photo,
  type PhotoKey,
  type ReadyPhoto,
  readPhoto,
  readPhotos,
} from './repository.ts';
import { askToMove } from './work.ts';

/** Photos in one transaction, beside their session; DynamoDB takes 100 writes. */
const photosPerTransaction = 50;
const attempts = 5;

class ChangedMeanwhile extends Error {}

/**
 * A client's star or note on a photo that they may see.
 * @throws StudioError NOT_FOUND, also when the photo is hidden or deleted at this very moment
 */
export async function markPhoto(
  actor: Client,
  sessionId: string,
  photoId: string,
  mark: MarkPhoto,
): Promise<GalleryPhoto> {
  const { photo } = await requirePhoto(actor, sessionId, photoId);
  const marked: ReadyPhoto = 'note' in mark ? { ...photo, note: mark.note } : withStar(photo, mark.is_favorite);
  if (marked.note === photo.note && marked.is_favorite === photo.is_favorite) return toGalleryPhoto(photo);
  await write(changePhoto(photo, marked, { and: ['is_approved'], otherwise: () => new StudioError('NOT_FOUND') }));
  return toGalleryPhoto(marked);
}

function withStar(photo: ReadyPhoto, is_favorite: boolean): ReadyPhoto {
  if (photo.is_favorite === is_favorite) return photo;
  const { favorited_at: _, ...rest } = photo;
  return is_favorite ? { ...rest, is_favorite, favorited_at: new Date().toISOString() } : { ...rest, is_favorite };
}

/**
 * Shows, hides, or allows downloads of several photos of a session; the session's counts change with them.
 * A photo that is hidden gets new addresses: API and cookies close at once, the old addresses within minutes.
 * @returns the photos as they are now, without those that are not (or no longer) there
 * @throws StudioError NOT_FOUND for the session
 */
export async function editPhotos(actor: Admin, sessionId: string, edit: EditPhotos): Promise<StudioPhoto[]> {
  const session = await requireSession(actor, sessionId);
  const ids = [...new Set(edit.photo_ids)];
  const edited: ReadyPhoto[] = [];
  for (let start = 0; start < ids.length; start += photosPerTransaction) {
    const some = ids.slice(start, start + photosPerTransaction);
    const pairs = await retried(async (attempt) => {
      const rows = attempt === 1 ? await readPhotos(sessionId, some) : await readNow(sessionId, some);
      const photos = rows.filter((row) => canSee(actor, row, session));
      const changes = photos.map((photo) => ({ photo, edited: withEdit(photo, edit) }));
      await writeTogether(
        sessionId,
        changes.filter(({ photo, edited }) => photo !== edited),
      );
      return changes;
    });
    await askToMoveStale(pairs.map((pair) => pair.edited));
    edited.push(...pairs.map((pair) => pair.edited));
  }
  return edited.map(toStudioPhoto);
}

function withEdit(
  photo: ReadyPhoto,
  { is_approved = photo.is_approved, downloadable = photo.downloadable }: EditPhotos,
): ReadyPhoto {
  if (is_approved === photo.is_approved && downloadable === photo.downloadable) return photo;
  const edited = { ...photo, is_approved, downloadable };
  return photo.is_approved && !is_approved ? withNewKey(edited) : edited;
}

/**
 * Takes a photo out of its session into the bin, where it lies for 30 days. Done when it lies there already.
 * @throws StudioError NOT_FOUND
 */
export async function deletePhoto(actor: Admin, sessionId: string, photoId: string): Promise<void> {
  await requireSession(actor, sessionId);
  const deleted = await retried(async () => {
    const photo = await readPhoto({ session_id: sessionId, id: photoId });
    if (!photo) throw new StudioError('NOT_FOUND');
    if (photo.state === 'deleted') return photo;
    const gone: DeletedPhoto = { ...withKeyOfBin(photo), state: 'deleted', deleted_at: new Date().toISOString() };
    if (photo.state === 'ready') await writeTogether(sessionId, [{ photo, edited: gone }]);
    else await write(changePhoto(photo, gone, { otherwise: () => new ChangedMeanwhile() }));
    return gone;
  });
  await askToMoveStale([deleted]);
}

const withKeyOfBin = (photo: Exclude<Photo, DeletedPhoto>) =>
  photo.state === 'ready' && photo.is_approved ? withNewKey(photo) : photo;

/** New addresses, unless others are on their way already: nobody has been told those. */
const withNewKey = (photo: ReadyPhoto): ReadyPhoto =>
  photo.stale_media_key ? photo : { ...photo, media_key: newId(), stale_media_key: photo.media_key };

/** Ready photos of one session and its counts, in one transaction. */
async function writeTogether(sessionId: string, changes: { photo: ReadyPhoto; edited: ReadyPhoto | DeletedPhoto }[]) {
  if (changes.length === 0) return;
  const sum = (value: (photo: Photo) => boolean) =>
    changes.reduce((total, { photo, edited }) => total + Number(value(edited)) - Number(value(photo)), 0);
  const by = {
    photos: sum((photo) => photo.state === 'ready'),
    visible: sum((photo) => photo.state === 'ready' && photo.is_approved),
  };
  await transact([
    ...changes.map(({ photo, edited }) =>
      changePhoto(photo, edited, {
        and: ['is_approved', 'media_key', 'stale_media_key'],
        otherwise: () => new ChangedMeanwhile(),
      }),
    ),
    ...(by.photos !== 0 || by.visible !== 0 ? [countPhotos(sessionId, by)] : []),
  ]);
}

const readNow = async (sessionId: string, ids: string[]): Promise<Photo[]> => {
  const rows = await Promise.all(ids.map((id) => readPhoto({ session_id: sessionId, id })));
  return rows.filter((row) => row !== undefined);
};

async function retried<Result>(work: (attempt: number) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      if (attempt === attempts) throw new StudioError('BUSY');
      await wait(Math.random() * 50 * attempt);
    }
  }
}

/** Gives hidden photos their new addresses. The daily sweep asks again for what gets lost here. */
async function askToMoveStale(photos: (PhotoKey & Pick<ReadyPhoto, 'stale_media_key'>)[]): Promise<void> {
  try {
    await askToMove(photos.filter((photo) => photo.stale_media_key));
  } catch (error) {
    log.error('Hidden photos keep their old addresses until the daily sweep.', { error });
  }
}
