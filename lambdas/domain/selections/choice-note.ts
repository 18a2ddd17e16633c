import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import type { ChoiceRow } from './repository.ts';

/**
 * Returns the client's note on a chosen photo, which is the photo's note. An older choice can have its own note; it
 * follows on a new line, unless the photo's note contains it already.
 */
export function noteOn(photo: Pick<ReadyPhoto, 'note'>, choice: Pick<ChoiceRow, 'note'> | undefined): string {
  const choiceNote = choice?.note ?? '';
  if (photo.note.includes(choiceNote)) return photo.note;
  return photo.note === '' ? choiceNote : `${photo.note}\n${choiceNote}`;
}
