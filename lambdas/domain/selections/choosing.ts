import {
  type Choice,
  type ChoiceAnswer,
  type Choose,
  type NoteChoice,
  type NotedChoice,
  sayClosed,
  sayFull,
} from '#shared/contract/selections.ts';
import { mostOf } from '#shared/selections/selection-price.ts';
import { isSameText } from '#shared/text/typed-text.ts';
import type { Client } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact, type Write } from '../../platform/table.ts';
import { canSee } from '../photos/access/access.ts';
import { noted } from '../photos/feedback/client-feedback.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { changePhoto, readReadable } from '../photos/row/repository.ts';
import type { SessionRow } from '../sessions/repository.ts';
import { recordActivity } from '../timeline/record.ts';
import { noteOn } from './choice-note.ts';
import { readChoices, requireSelection, toSelection, withAnswers } from './reading.ts';
import {
  type ChoiceRow,
  type Counted,
  countChoices,
  readChoicesOf,
  type SelectionRow,
  setChosen,
  withoutNote,
} from './repository.ts';

/**
 * Chooses photos in the order of their ids until the limit is reached, or removes them from the selection. The same
 * transaction counts them in the selection's row, on the condition that there is room, so that parallel requests can't
 * exceed the limit together.
 * @throws StudioError NOT_FOUND, also when the client can see none of the photos; SELECTION_FULL when there is no room
 * for any of them; SELECTION_CLOSED
 */
export async function choose(
  actor: Client,
  sessionId: string,
  id: string,
  { photo_ids, is_chosen }: Choose,
): Promise<ChoiceAnswer> {
  const ids = [...new Set(photo_ids)];
  return retryOnConflict(async () => {
    const { session, row: storedRow } = await requireOpen(actor, sessionId, id);
    const { row, left_count, giveUp } = await withoutHidden(actor, session, storedRow);

    const [existingChoices, visible] = await Promise.all([
      readChoicesOf(row, ids),
      is_chosen && readVisible(actor, session, ids),
    ]);
    // Hidden photos can be removed from the selection, but not chosen.
    const choosableIds = visible ? visible.map((photo) => photo.id) : ids;
    const choicesByPhoto = new Map(existingChoices.map((choice) => [choice.photo_id, choice]));
    const gone_ids = ids.filter((photo) => !choosableIds.includes(photo));
    const idsToChange = choosableIds.filter((photo) => (choicesByPhoto.get(photo)?.is_chosen ?? false) !== is_chosen);
    const room = is_chosen ? Math.max(0, mostOf(row) - row.chosen_count) : idsToChange.length;
    const changedIds = idsToChange.slice(0, room);
    const full_ids = idsToChange.slice(room);
    if (choosableIds.length === 0) throw new StudioError('NOT_FOUND');
    if (changedIds.length === 0 && full_ids.length > 0) throw fullError(row, left_count);

    const countChange = is_chosen ? changedIds.length : -changedIds.length;
    if (changedIds.length > 0) {
      await transact([
        ...giveUp({ chosen_count: countChange, revision: 1 }),
        ...changedIds.map((photo) => setChosen(row, photo, choicesByPhoto.get(photo), is_chosen)),
        ...recordActivity(actor, {
          kind: is_chosen ? 'chosen' : 'unchosen',
          session,
          count: changedIds.length,
          photo_ids: changedIds,
          what: row.name,
        }),
      ]);
    }
    const revision = row.revision + Math.sign(changedIds.length);
    const selection = toSelection({ ...row, chosen_count: row.chosen_count + countChange, revision });
    return { selection, full_ids, gone_ids, left_count };
  });
}

async function readVisible(actor: Client, session: SessionRow, ids: string[]): Promise<ReadyPhoto[]> {
  const photos = await readReadable(session.id, ids);
  return photos.filter((photo) => canSee(actor, photo, session));
}

function fullError(row: SelectionRow, left_count: number): StudioError {
  const selection = toSelection(row);
  return new StudioError('SELECTION_FULL', sayFull(selection), { details: { selection, left_count } });
}

/**
 * Sets the note of a chosen photo, which the gallery shows, too. An older choice's own note is replaced together with
 * it.
 * @throws StudioError NOT_FOUND; SELECTION_CLOSED; INVALID when the photo is not chosen; CHANGED_MEANWHILE with the
 * choice in `details.current` when another note was saved first
 */
export async function noteChoice(
  actor: Client,
  sessionId: string,
  id: string,
  photoId: string,
  { note, note_before }: NoteChoice,
): Promise<NotedChoice> {
  // Return, not throw, the choice with another note: this must not be retried like a write conflict.
  const answer = await retryOnConflict(async (): Promise<NotedChoice | { other: Choice }> => {
    const { session, row: stored } = await requireOpen(actor, sessionId, id);
    const { row, left_count, giveUp } = await withoutHidden(actor, session, stored);
    const [[photo], [choiceOfPhoto]] = await Promise.all([
      readVisible(actor, session, [photoId]),
      readChoicesOf(row, [photoId]),
    ]);
    if (!photo) throw new StudioError('NOT_FOUND');
    if (!choiceOfPhoto?.is_chosen) throw new StudioError('INVALID', 'Choose this photo before you write about it.');
    const currentNote = noteOn(photo, choiceOfPhoto);
    const choice: Choice = { photo_id: photoId, note };
    if (currentNote === note) return { selection: toSelection(row), choice, left_count };
    if (!isSameText(currentNote, note_before)) return { other: { photo_id: photoId, note: currentNote } };
    await transact([
      ...giveUp({ chosen_count: 0, revision: 1 }),
      changePhoto('note', photo, { ...photo, note }),
      ...(choiceOfPhoto.note === '' ? [] : [withoutNote(row, choiceOfPhoto)]),
      ...recordActivity(actor, noted(session, photo, note)),
    ]);
    return { selection: toSelection({ ...row, revision: row.revision + 1 }), choice, left_count };
  });
  if (!('other' in answer)) return answer;
  throw new StudioError('CHANGED_MEANWHILE', 'This note was changed on another device.', {
    details: { current: answer.other },
  });
}

/**
 * Returns a selection that the client can change now, and its session.
 * @throws StudioError NOT_FOUND; SELECTION_CLOSED
 */
export async function requireOpen(
  actor: Client,
  sessionId: string,
  id: string,
): Promise<{ row: SelectionRow; session: SessionRow }> {
  const selectionAndSession = await requireSelection(actor, sessionId, id);
  if (toSelection(selectionAndSession.row).state === 'open') return selectionAndSession;
  const selection = (await withAnswers([selectionAndSession.row]))[0]!;
  throw new StudioError('SELECTION_CLOSED', sayClosed(selection), { details: { selection } });
}

/**
 * The number of hidden photos that are removed from a selection in the transaction of another change; DynamoDB allows
 * 100 writes.
 */
const hiddenPerTransaction = 30;

/**
 * Returns a selection without the chosen photos that the client can no longer see, so that they use no room. Searches
 * for them only when photos of the session have changed since the last search.
 * @returns `left_count`: the number of these photos; `giveUp`: returns the writes that remove them and count another
 * change, for the transaction of that change
 */
async function withoutHidden(actor: Client, session: SessionRow, storedRow: SelectionRow) {
  const photosChangedAt = session.photos_changed_at ?? '';
  const { hiddenChoices } =
    storedRow.photos_checked_at === photosChangedAt
      ? { hiddenChoices: [] }
      : await readChoices(actor, session, storedRow);
  const { remainingCount, writes } = await giveUpMost(storedRow, hiddenChoices);
  const row = { ...storedRow, chosen_count: storedRow.chosen_count - hiddenChoices.length };
  const giveUp = (change: Counted): Write[] => [
    countChoices(row, { ...change, chosen_count: change.chosen_count - remainingCount }, mostOf(row), photosChangedAt),
    ...writes,
  ];
  return { row, left_count: hiddenChoices.length, giveUp };
}

/**
 * Removes choices of hidden photos in transactions of their own until the remaining ones fit into the transaction of
 * another change.
 * @returns the writes that remove the remaining ones, and their number
 */
export async function giveUpMost(
  row: SelectionRow,
  hiddenChoices: ChoiceRow[],
): Promise<{ remainingCount: number; writes: Write[] }> {
  const remainingChoices = hiddenChoices.slice();
  while (remainingChoices.length > hiddenPerTransaction) {
    const batch = remainingChoices.splice(0, hiddenPerTransaction);
    await transact([
      countChoices(row, { chosen_count: -batch.length, revision: 0 }, mostOf(row)),
      ...unchooseWrites(row, batch),
    ]);
  }
  return { remainingCount: remainingChoices.length, writes: unchooseWrites(row, remainingChoices) };
}

const unchooseWrites = (row: SelectionRow, choices: ChoiceRow[]): Write[] =>
  choices.map((choice) => setChosen(row, choice.photo_id, choice, false));
