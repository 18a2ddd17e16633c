import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import type { ChoiceRow } from './repository.ts';

/**
 * Returns the client's note on a chosen photo: the photo's own. Choices from before photos and choices shared one note
 * can have words of their own; these follow on a line of their own, unless the note has them already.
 */
export function noteOn(photo: Pick<ReadyPhoto, 'note'>, choice: Pick<ChoiceRow, 'note'> | undefined): string {
  const former = choice?.note ?? '';
  if (photo.note.includes(former)) return photo.note;
  return photo.note === '' ? former : `${photo.note}\n${former}`;
}
