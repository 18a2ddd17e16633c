import type { GalleryPhoto, SetFavoriteOrNote } from '#shared/contract/photos/photos.ts';
import { isSameText } from '#shared/text/typed-text.ts';
import type { Client } from '../../../platform/auth.ts';
import { retryOnConflict, WriteConflictError } from '../../../platform/conflicts.ts';
import { StudioError } from '../../../platform/errors.ts';
import { transact } from '../../../platform/table.ts';
import { countFavorite } from '../../sessions/photo-counts.ts';
import type { SessionRow } from '../../sessions/repository.ts';
import { type Activity, recordActivity } from '../../timeline/record.ts';
import { requirePhoto } from '../row/find.ts';
import type { ReadyPhoto } from '../row/lifecycle.ts';
import { changePhoto } from '../row/repository.ts';
import { toGalleryPhoto } from '../row/views.ts';

/**
 * Sets a client's favorite or note on a photo that they may see.
 * @throws StudioError NOT_FOUND, also when the photo is hidden or deleted before the write; CHANGED_MEANWHILE with the
 * photo in `details.current` when another note was saved first
 */
export const setFavoriteOrNote = (
  actor: Client,
  sessionId: string,
  photoId: string,
  change: SetFavoriteOrNote,
): Promise<GalleryPhoto> =>
  'note' in change
    ? setNote(actor, sessionId, photoId, change)
    : setFavorite(actor, sessionId, photoId, change.is_favorite);

/** Sets the favorite and the session's counter of favorites in one transaction. */
const setFavorite = (actor: Client, sessionId: string, photoId: string, isFavorite: boolean): Promise<GalleryPhoto> =>
  retryOnConflict(async () => {
    const { photo, session } = await requirePhoto(actor, sessionId, photoId);
    if (photo.is_favorite === isFavorite) return toGalleryPhoto(actor, photo, session);
    const edited = withFavorite(photo, isFavorite);
    await transact([
      changePhoto('favorite', photo, edited),
      countFavorite(sessionId, isFavorite ? 1 : -1, () => new StudioError('NOT_FOUND')),
      ...recordActivity(actor, {
        kind: isFavorite ? 'favorited' : 'unfavorited',
        session,
        count: 1,
        photo_ids: [photoId],
      }),
    ]);
    return toGalleryPhoto(actor, edited, session);
  });

/** Sets the note, if the stored note is still the one that the writer has seen. */
async function setNote(
  actor: Client,
  sessionId: string,
  photoId: string,
  { note, note_before }: Extract<SetFavoriteOrNote, { note: string }>,
): Promise<GalleryPhoto> {
  const { photo, session } = await requirePhoto(actor, sessionId, photoId);
  const edited: ReadyPhoto = { ...photo, note };
  if (note === photo.note) return toGalleryPhoto(actor, photo, session);
  if (!isSameText(photo.note, note_before)) throw noteChanged(actor, photo, session);
  try {
    await transact([changePhoto('note', photo, edited), ...recordActivity(actor, noted(session, photo, note))]);
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
    const { photo: currentPhoto } = await requirePhoto(actor, sessionId, photoId);
    // Another tab saved the same note first.
    if (currentPhoto.note !== note) throw noteChanged(actor, currentPhoto, session);
  }
  return toGalleryPhoto(actor, edited, session);
}

/** Returns the timeline entry for a change of a note. Changing an existing note is not counted again. */
export const noted = (session: SessionRow, photo: Pick<ReadyPhoto, 'id' | 'note'>, note: string) =>
  ({
    kind: note === '' ? 'note-removed' : 'noted',
    session,
    count: note === '' || photo.note === '' ? 1 : 0,
    photo_ids: [photo.id],
  }) satisfies Activity;

const noteChanged = (actor: Client, photo: ReadyPhoto, session: SessionRow) =>
  new StudioError('CHANGED_MEANWHILE', 'This note was changed on another device.', {
    details: { current: toGalleryPhoto(actor, photo, session) },
  });

/** Returns the photo as a favorite, or not as one. */
export function withFavorite(photo: ReadyPhoto, is_favorite: boolean): ReadyPhoto {
  const { favorited_at: _, ...photoWithoutTime } = photo;
  return is_favorite
    ? { ...photoWithoutTime, is_favorite, favorited_at: new Date().toISOString() }
    : { ...photoWithoutTime, is_favorite };
}
