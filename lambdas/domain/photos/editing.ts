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
import { changePhoto, isMoving, type Photo, type PhotoKey, type ReadyPhoto, readPhotos } from './repository.ts';
import { askToMove } from './work.ts';

/** Photos in one transaction, beside their session; DynamoDB takes 100 writes. */
export const photosPerTransaction = 50;
const attempts = 5;

class ChangedMeanwhile extends Error {}

/**
 * A client's star or note on a photo that they may see. A note takes the place of the one that its writer has seen.
 * @throws StudioError NOT_FOUND, also when the photo is hidden or deleted at this very moment; CHANGED_MEANWHILE with the
 * photo in `details.current` where another note stands there by now
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
  if (!('note' in mark)) {
    await write(changePhoto(photo, marked, { and: ['is_approved'], otherwise: () => new StudioError('NOT_FOUND') }));
    return toGalleryPhoto(marked);
  }
  if (photo.note !== mark.note_before) throw noteChanged(photo);
  try {
    const otherwise = () => new ChangedMeanwhile();
    await write(changePhoto(photo, marked, { and: ['is_approved', 'note'], otherwise }));
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    const { photo: now } = await requirePhoto(actor, sessionId, photoId);
    // The SDK sends a write again whose answer got lost: then it was this very note that came first.
    if (now.note !== mark.note) throw noteChanged(now);
  }
  return toGalleryPhoto(marked);
}

const noteChanged = (photo: ReadyPhoto) =>
  new StudioError('CHANGED_MEANWHILE', 'This note was changed on another device.', {
    details: { current: toGalleryPhoto(photo) },
  });

function withStar(photo: ReadyPhoto, is_favorite: boolean): ReadyPhoto {
  if (photo.is_favorite === is_favorite) return photo;
  const { favorited_at: _, ...rest } = photo;
  return is_favorite ? { ...rest, is_favorite, favorited_at: new Date().toISOString() } : { ...rest, is_favorite };
}

/**
 * Shows, hides, features, or allows downloads of several photos of a session; the session's counts change with them.
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
    const pairs = await retried(async () => {
      const rows = await readPhotos(sessionId, some);
      const photos = rows.filter((row) => canSee(actor, row, session));
      const changes = photos.map((photo) => ({ photo, edited: withEdit(photo, edit) }));
      await writeTogether(
        sessionId,
        changes.filter(({ photo, edited }) => photo !== edited),
      );
      return changes;
    });
    await askToWithdraw(pairs.filter(isWithdrawn).map((pair) => pair.edited));
    edited.push(...pairs.map((pair) => pair.edited));
  }
  return edited.map(toStudioPhoto);
}

function withEdit(
  photo: ReadyPhoto,
  { is_approved = photo.is_approved, downloadable = photo.downloadable, category }: EditPhotos,
): ReadyPhoto {
  const featured = category === undefined ? photo : category === null ? unfeatured(photo) : inPublic(photo, category);
  if (is_approved === photo.is_approved && downloadable === photo.downloadable && featured === photo) return photo;
  const edited = { ...featured, is_approved, downloadable };
  return photo.is_approved && !is_approved ? withNewKey(edited) : edited;
}

/** Shown to everybody in this category, as soon as move-derivatives has laid its copies there. */
const inPublic = (photo: ReadyPhoto, category: string): ReadyPhoto =>
  photo.featured_in === category
    ? photo
    : { ...photo, featured_in: category, portfolio_key: photo.portfolio_key ?? newId() };

/** Out of the public gallery at once; its copies go with move-derivatives. */
export function unfeatured<Featured extends ReadyPhoto>(photo: Featured): Featured {
  const { featured_in, featured_at, ...rest } = photo;
  return featured_in === undefined && featured_at === undefined ? photo : (rest as Featured);
}

/** New addresses, unless others are on their way already: nobody has been told those. */
export const withNewKey = (photo: ReadyPhoto): ReadyPhoto =>
  photo.stale_media_key ? photo : { ...photo, media_key: newId(), stale_media_key: photo.media_key };

/**
 * Photos of one session and its counts, in one transaction.
 * @throws ChangedMeanwhile when one is not as it was read; StudioError NOT_FOUND when the session is deleted
 */
export async function writeTogether(sessionId: string, changes: { photo: Photo; edited: Photo }[]): Promise<void> {
  if (changes.length === 0) return;
  const sum = (value: (photo: Photo) => boolean) =>
    changes.reduce((total, { photo, edited }) => total + Number(value(edited)) - Number(value(photo)), 0);
  const by = {
    photos: sum((photo) => photo.state === 'ready'),
    visible: sum((photo) => photo.state === 'ready' && photo.is_approved),
  };
  await transact([
    ...changes.map(({ photo, edited }) =>
      changePhoto(photo as ReadyPhoto, edited, {
        // What decides in which indexes it is, and where its files are to lie; a photo that is not ready has less of it.
        and: [
          'is_approved',
          'is_favorite',
          'note',
          'media_key',
          'stale_media_key',
          'featured_in',
          'featured_at',
          'portfolio_key',
        ],
        otherwise: () => new ChangedMeanwhile(),
      }),
    ),
    // Also where nothing is to be counted: what a deleted session withdraws is not to come back to the public.
    countPhotos(sessionId, by, () => new StudioError('NOT_FOUND')),
  ]);
}

/** Does it again while others change the same photos. @throws StudioError BUSY when that never ends */
export async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      if (attempt === attempts) throw new StudioError('BUSY');
      await wait(Math.random() * 50 * attempt);
    }
  }
}

/** Whether files are to follow an edit, or an earlier one that is not through yet; or a client may download no longer. */
const isWithdrawn = ({ photo, edited }: { photo: ReadyPhoto; edited: ReadyPhoto }) =>
  isMoving(edited) || (photo.downloadable && !edited.downloadable);

/**
 * Old addresses, public copies and downloads follow. Where this gets lost, the daily sweep asks again for photos whose
 * files are to move, but not for downloads that hold a photo which was only closed to downloads.
 */
export async function askToWithdraw(photos: PhotoKey[]): Promise<void> {
  try {
    await askToMove(photos);
  } catch (error) {
    log.error('The files of edited photos stay where they are until the daily sweep.', { error });
  }
}
