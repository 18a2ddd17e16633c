import type { Choice, SelectionDetails, SubmitSelection, SubmittedRound } from '#shared/contract/selections.ts';
import { limits } from '#shared/limits.ts';
import { hashNotes } from '#shared/selections/hash-notes.ts';
import { mostOf, sumOf } from '#shared/selections/selection-price.ts';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import type { Client } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { idFrom } from '../../platform/ids.ts';
import { transact } from '../../platform/table.ts';
import { requireCustomer } from '../customers/customers.ts';
import { stageOf } from '../photos/access/attributes.ts';
import { versionIdOf } from '../photos/files/file-keys.ts';
import { quoteOfSelection } from '../quotes/quotes.ts';
import { insertRound, readRounds } from '../rounds/repository.ts';
import { tell } from '../timeline/tell.ts';
import { giveUpMost, requireOpen } from './choosing.ts';
import { getSelection, readChoices, requireSelection, toSelection, toShown, withDetails } from './reading.ts';
import { changeSelection, type SelectionRow } from './repository.ts';

/**
 * Submits a selection: closes it, stores a copy of what was chosen with its prices, and makes a pending quote with its
 * emails, in one transaction. A repeated request submits once.
 * @returns whether this request has submitted it
 * @throws StudioError NOT_FOUND; SELECTION_CLOSED; INVALID for too few or too many photos, or too much in their notes;
 * CHANGED_MEANWHILE with the selection in `details.current` when somebody has chosen or noted after the client's review,
 * or the studio has shown a hidden photo again
 */
export async function submitSelection(
  actor: Client,
  sessionId: string,
  id: string,
  submit: SubmitSelection,
): Promise<{ selection: SelectionDetails; created: boolean }> {
  const outcome = await retryOnConflict(() => submitAsReviewed(actor, sessionId, id, submit));
  if (outcome === 'changed') throw await changedMeanwhile(actor, sessionId, id);
  if (outcome === 'submitted before') return { selection: await getSelection(actor, sessionId, id), created: false };
  return { selection: outcome, created: true };
}

/** @returns 'changed' for a change after the review, instead of an error: it is no conflict to be retried */
async function submitAsReviewed(
  actor: Client,
  sessionId: string,
  id: string,
  submit: SubmitSelection,
): Promise<SelectionDetails | 'submitted before' | 'changed'> {
  const { row: before } = await requireSelection(actor, sessionId, id);
  // Submitted by a request whose answer was lost, or by another login.
  if (before.round >= submit.round) return 'submitted before';
  const { session, row: stored } = await requireOpen(actor, sessionId, id);
  if (toSelection(stored).revision !== submit.revision || stored.round !== submit.round - 1) return 'changed';
  const { seen, left } = await readChoices(actor, session, stored);
  // The studio can have hidden a photo since, or shown it again: the client confirmed another number and price.
  const reviewed = submit.reviewed_ids && new Set(submit.reviewed_ids);
  if (reviewed && !(seen.length === reviewed.size && seen.every(({ photo }) => reviewed.has(photo.id))))
    return 'changed';
  const { choices } = toShown(actor, session, seen);
  // Notes change under the photos, too, which the revision doesn't count.
  if (submit.notes_hash !== undefined && submit.notes_hash !== (await hashNotes(choices))) return 'changed';
  const row = { ...stored, chosen_count: seen.length };
  requireRightNumber(row);
  requireStorable(row, choices);
  const { rest, writes } = await giveUpMost(stored, left);
  const stored_count = stored.chosen_count - (left.length - rest);
  const submitted = toRound(row, submit);
  // Read before the write, so that nothing can fail after it.
  const rounds = [...(await readRounds(row)), submitted];
  const { submitted_at, quote_id, words, ...facts } = submitted;
  const about = { session_id: sessionId, selection_id: id, name: row.name, ...facts };
  const { quote, write, emails } = quoteOfSelection(await requireCustomer(actor.customer_id), quote_id, words, about);
  const photos = seen.map(({ photo, note }) => ({
    photo_id: photo.id,
    file_name: photo.file_name,
    note,
    version: {
      id: versionIdOf(photo),
      stage: stageOf(photo),
      ...(photo.version_name !== undefined &&
        photo.version_name !== photo.file_name && { file_name: photo.version_name }),
    },
  }));
  const { round, chosen_count } = facts;
  const after = { status: 'submitted', round, submitted_at, quote_id, chosen_count } as const;
  const happening = {
    kind: 'selection-submitted',
    session,
    count: chosen_count,
    photo_ids: photos.map(({ photo_id }) => photo_id),
    what: row.name,
    price_cents: facts.total_cents,
    words,
  } as const;
  await transact([
    // Whatever was chosen, noted or edited after the reads above fails this condition.
    changeSelection(row, after, { where: { status: 'open', revision: row.revision, chosen_count: stored_count } }),
    ...writes,
    ...insertRound(row, submitted, photos),
    write,
    ...tell(actor, happening, emails),
  ]);
  return {
    ...toSelection({ ...row, ...after, version: row.version + 1 }),
    ...toShown(actor, session, seen),
    left_count: left.length,
    rounds,
    quote,
  };
}

/** What is stored of a round that is submitted now. */
function toRound(row: SelectionRow, { round, words }: SubmitSelection): SubmittedRound {
  const { id, included, extra_cents, chosen_count } = row;
  return {
    round,
    submitted_at: new Date().toISOString(),
    ...{ included, extra_cents, chosen_count, ...sumOf(row, chosen_count) },
    words,
    quote_id: idFrom(`selection ${id} ${round}`),
  };
}

async function changedMeanwhile(actor: Client, sessionId: string, id: string): Promise<StudioError> {
  const { row, session } = await requireSelection(actor, sessionId, id);
  return new StudioError('CHANGED_MEANWHILE', 'The choice was changed in the meantime. Please look at it again.', {
    details: { current: await withDetails(actor, session, row) },
  });
}

function requireRightNumber(row: SelectionRow): void {
  const { chosen_count } = row;
  const least = Math.max(1, row.minimum);
  const most = mostOf(row);
  if (chosen_count < least)
    throw refused(row, `Choose at least ${formatCounted(least, 'photo')}. ${isOrAre(chosen_count)} chosen.`);
  if (chosen_count > most) {
    throw refused(
      row,
      `At most ${formatCounted(most, 'photo')} can be chosen, and ${chosen_count} are. Give up ${chosen_count - most}.`,
    );
  }
}

/** DynamoDB takes 4 MB in the transaction that stores a round. */
function requireStorable(row: SelectionRow, choices: Choice[]): void {
  const length = choices.reduce((sum, { note }) => sum + note.length, 0);
  const most = limits.choiceNotesTogether;
  if (length <= most) return;
  throw refused(
    row,
    `The notes on the chosen photos together can have at most ${formatCount(most)} characters, and these have ${formatCount(length)}. Shorten some.`,
  );
}

const isOrAre = (count: number) => (count === 1 ? '1 is' : `${count} are`);

const refused = (row: SelectionRow, message: string) =>
  new StudioError('INVALID', message, { details: { selection: toSelection(row) } });
