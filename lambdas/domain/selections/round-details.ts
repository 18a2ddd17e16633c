import type { ChosenVersion, RoundDetails } from '#shared/contract/selections.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { canSee } from '../photos/access/access.ts';
import { versionIdOf } from '../photos/files/file-keys.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { readReadable } from '../photos/row/repository.ts';
import { toGalleryPhoto } from '../photos/row/views.ts';
import { type ChosenPhoto, readRound, readRoundPhotos } from '../rounds/repository.ts';
import { noteOn } from './choice-note.ts';
import { requireSelection } from './reading.ts';
import { readChoicesOf, type SelectionRow } from './repository.ts';

/**
 * Returns the version of a photo that was submitted.
 * @param photo as it is now; undefined when it is deleted or hidden
 * @returns null when the round is older than the storing of versions
 */
export function toChosenVersion(
  { file_name, version }: ChosenPhoto,
  photo: ReadyPhoto | undefined,
): ChosenVersion | null {
  if (!version) return null;
  const { id, stage, file_name: versionName = file_name } = version;
  return { stage, file_name: versionName, is_current: photo !== undefined && versionIdOf(photo) === id };
}

/**
 * Returns a submitted round with its photos and their notes as submitted, and the present note if it differs. The
 * client gets only photos that they can see now; the studio gets all, deleted ones with `photo: null`.
 * @throws StudioError NOT_FOUND
 */
export async function getRound(
  actor: Admin | Client,
  sessionId: string,
  id: string,
  number: number,
): Promise<RoundDetails> {
  const { row, session } = await requireSelection(actor, sessionId, id);
  const [round, submittedPhotos] = await Promise.all([readRound(row, number), readRoundPhotos(row, number)]);
  if (!round) throw new StudioError('NOT_FOUND');
  const photosRead = await readReadable(
    sessionId,
    submittedPhotos.map(({ photo_id }) => photo_id),
  );
  const visiblePhotos = new Map(
    photosRead.filter((photo) => canSee(actor, photo, session)).map((photo) => [photo.id, photo]),
  );
  const notesNow = await readNotesNow(row, submittedPhotos, visiblePhotos);
  const photos = submittedPhotos.map((submittedPhoto) => {
    const photo = visiblePhotos.get(submittedPhoto.photo_id);
    const version = toChosenVersion(submittedPhoto, photo);
    return {
      ...submittedPhoto,
      note_now: notesNow.get(submittedPhoto.photo_id) ?? null,
      // The client gets the submitted file name for every version, because they know a photo by one name.
      version: version && actor.kind === 'client' ? { ...version, file_name: submittedPhoto.file_name } : version,
      photo: photo ? toGalleryPhoto(actor, photo, session) : null,
    };
  });
  return { ...round, photos: actor.kind === 'admin' ? photos : photos.filter(({ photo }) => photo !== null) };
}

/** Returns the present notes that differ from the submitted ones, by the photo's id. */
async function readNotesNow(
  row: SelectionRow,
  submittedPhotos: ChosenPhoto[],
  photos: ReadonlyMap<string, ReadyPhoto>,
): Promise<Map<string, string>> {
  const changedNotes = submittedPhotos.flatMap((submittedPhoto) => {
    const photo = photos.get(submittedPhoto.photo_id);
    return photo && photo.note !== submittedPhoto.note ? [{ photo, before: submittedPhoto.note }] : [];
  });
  const choices = await readChoicesOf(
    row,
    changedNotes.map(({ photo }) => photo.id),
  );
  const byPhoto = new Map(choices.map((choice) => [choice.photo_id, choice]));
  return new Map(
    changedNotes.flatMap(({ photo, before }): [string, string][] => {
      const note = noteOn(photo, byPhoto.get(photo.id));
      return note === before ? [] : [[photo.id, note]];
    }),
  );
}
