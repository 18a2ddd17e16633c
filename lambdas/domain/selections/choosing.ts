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
import { noted } from '../photos/editing.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { changePhoto, readReadable } from '../photos/row/repository.ts';
import type { SessionRow } from '../sessions/repository.ts';
import { tell } from '../timeline/tell.ts';
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
 * Chooses photos in the order of their ids, as far as they fit, or gives them up. The row of the selection counts them
 * in the same transaction, under the condition that there is room: parallel requests never pass the limit together.
 * @throws StudioError NOT_FOUND, also when none of the photos can be seen; SELECTION_FULL when none of them fits;
 * SELECTION_CLOSED
 */
export async function choose(
  actor: Client,
  sessionId: string,
  id: string,
  { photo_ids, is_chosen }: Choose,
): Promise<ChoiceAnswer> {
  const ids = [...new Set(photo_ids)];
  return retryOnConflict(async () => {
    const { session, row: stored } = await requireOpen(actor, sessionId, id);
    const { row, left_count, giveUp } = await withoutHidden(actor, session, stored);

    const [known, visible] = await Promise.all([
      readChoicesOf(row, ids),
      is_chosen && readVisible(actor, session, ids),
    ]);
    // A hidden photo can be given up.
    const seen = visible ? visible.map((photo) => photo.id) : ids;
    const before = new Map(known.map((choice) => [choice.photo_id, choice]));
    const gone_ids = ids.filter((photo) => !seen.includes(photo));
    const changing = seen.filter((photo) => (before.get(photo)?.is_chosen ?? false) !== is_chosen);
    const room = is_chosen ? Math.max(0, mostOf(row) - row.chosen_count) : changing.length;
    const changed = changing.slice(0, room);
    const full_ids = changing.slice(room);
    if (seen.length === 0) throw new StudioError('NOT_FOUND');
    if (changed.length === 0 && full_ids.length > 0) throw full(row, left_count);

    const by = is_chosen ? changed.length : -changed.length;
    if (changed.length > 0) {
      await transact([
        ...giveUp({ chosen_count: by, revision: 1 }),
        ...changed.map((photo) => setChosen(row, photo, before.get(photo), is_chosen)),
        ...tell(actor, {
          kind: is_chosen ? 'chosen' : 'unchosen',
          session,
          count: changed.length,
          photo_ids: changed,
          what: row.name,
        }),
      ]);
    }
    const revision = row.revision + Math.sign(changed.length);
    const selection = toSelection({ ...row, chosen_count: row.chosen_count + by, revision });
    return { selection, full_ids, gone_ids, left_count };
  });
}

async function readVisible(actor: Client, session: SessionRow, ids: string[]): Promise<ReadyPhoto[]> {
  const photos = await readReadable(session.id, ids);
  return photos.filter((photo) => canSee(actor, photo, session));
}

function full(row: SelectionRow, left_count: number): StudioError {
  const selection = toSelection(row);
  return new StudioError('SELECTION_FULL', sayFull(selection), { details: { selection, left_count } });
}

/**
 * Sets the note of a chosen photo: the one that is under it in the gallery, too. Words that the choice had of its own
 * become part of it.
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
  // What another note has made of the choice is returned, not thrown: it is no conflict to be retried.
  const answer = await retryOnConflict(async (): Promise<NotedChoice | { other: Choice }> => {
    const { session, row: stored } = await requireOpen(actor, sessionId, id);
    const { row, left_count, giveUp } = await withoutHidden(actor, session, stored);
    const [[photo], [chosen]] = await Promise.all([
      readVisible(actor, session, [photoId]),
      readChoicesOf(row, [photoId]),
    ]);
    if (!photo) throw new StudioError('NOT_FOUND');
    if (!chosen?.is_chosen) throw new StudioError('INVALID', 'Choose this photo before you write about it.');
    const before = noteOn(photo, chosen);
    const choice: Choice = { photo_id: photoId, note };
    if (before === note) return { selection: toSelection(row), choice, left_count };
    if (!isSameText(before, note_before)) return { other: { photo_id: photoId, note: before } };
    await transact([
      ...giveUp({ chosen_count: 0, revision: 1 }),
      changePhoto('note', photo, { ...photo, note }),
      ...(chosen.note === '' ? [] : [withoutNote(row, chosen)]),
      ...tell(actor, noted(session, photo, note)),
    ]);
    return { selection: toSelection({ ...row, revision: row.revision + 1 }), choice, left_count };
  });
  if (!('other' in answer)) return answer;
  throw new StudioError('CHANGED_MEANWHILE', 'This note was changed on another device.', {
    details: { current: answer.other },
  });
}

/**
 * Returns a selection that takes changes.
 * @throws StudioError NOT_FOUND; SELECTION_CLOSED
 */
export async function requireOpen(
  actor: Client,
  sessionId: string,
  id: string,
): Promise<{ row: SelectionRow; session: SessionRow }> {
  const found = await requireSelection(actor, sessionId, id);
  if (toSelection(found.row).state === 'open') return found;
  const selection = (await withAnswers([found.row]))[0]!;
  throw new StudioError('SELECTION_CLOSED', sayClosed(selection), { details: { selection } });
}

/** Hidden photos that are given up in the transaction of another change; DynamoDB takes 100 writes. */
const hiddenAtOnce = 30;

/**
 * Returns a selection without the chosen photos that the client can't see anymore, so that they take no room. Looks for
 * them only when photos of the session have changed since that was last done.
 * @returns `giveUp`: the writes that give them up and count a change, for its transaction
 */
async function withoutHidden(actor: Client, session: SessionRow, stored: SelectionRow) {
  const checked = session.photos_changed_at ?? '';
  const { left } = stored.photos_checked_at === checked ? { left: [] } : await readChoices(actor, session, stored);
  const { rest, writes } = await giveUpMost(stored, left);
  const row = { ...stored, chosen_count: stored.chosen_count - left.length };
  const giveUp = (by: Counted): Write[] => [
    countChoices(row, { ...by, chosen_count: by.chosen_count - rest }, mostOf(row), checked),
    ...writes,
  ];
  return { row, left_count: left.length, giveUp };
}

/**
 * Gives up choices of hidden photos at once, as long as they are too many for the transaction of another change.
 * @returns the writes that give up the others, and how many these are
 */
export async function giveUpMost(row: SelectionRow, left: ChoiceRow[]): Promise<{ rest: number; writes: Write[] }> {
  const rest = left.slice();
  while (rest.length > hiddenAtOnce) {
    const some = rest.splice(0, hiddenAtOnce);
    await transact([countChoices(row, { chosen_count: -some.length, revision: 0 }, mostOf(row)), ...hide(row, some)]);
  }
  return { rest: rest.length, writes: hide(row, rest) };
}

const hide = (row: SelectionRow, choices: ChoiceRow[]): Write[] =>
  choices.map((choice) => setChosen(row, choice.photo_id, choice, false));
