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
import { quoteOfSelection } from '../quotes/submitting.ts';
import { insertRound, readRounds } from '../rounds/repository.ts';
import { recordActivity } from '../timeline/record.ts';
import { giveUpMost, requireOpen } from './choosing.ts';
import { getSelection, readChoices, requireSelection, toSelection, toShown, withDetails } from './reading.ts';
import { changeSelection, type SelectionRow } from './repository.ts';

/**
 * Submits a selection: closes it, stores a copy of the chosen photos and prices as a round, and makes a pending quote
 * with its emails, in one transaction. A repeated request submits only once.
 * @returns the selection; `created`: whether this request has submitted it
 * @throws StudioError NOT_FOUND; SELECTION_CLOSED; INVALID for too few or too many photos, or too long notes;
 * CHANGED_MEANWHILE with the selection in `details.current` when choices, notes or visible photos changed after the
 * client's review
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

/**
 * Submits a selection if it is as reviewed.
 * @returns 'changed' for a change after the review: no error, so that it is not retried like a write conflict
 */
async function submitAsReviewed(
  actor: Client,
  sessionId: string,
  id: string,
  submit: SubmitSelection,
): Promise<SelectionDetails | 'submitted before' | 'changed'> {
  const { row: rowBefore } = await requireSelection(actor, sessionId, id);
  // An earlier request whose response was lost, or another login, has submitted this round.
  if (rowBefore.round >= submit.round) return 'submitted before';
  const { session, row: storedRow } = await requireOpen(actor, sessionId, id);
  if (toSelection(storedRow).revision !== submit.revision || storedRow.round !== submit.round - 1) return 'changed';
  const { visibleChoices, hiddenChoices } = await readChoices(actor, session, storedRow);
  // The studio may have hidden a photo since, or shown it again: then the client has confirmed another number and
  // price.
  const reviewedIds = submit.reviewed_ids && new Set(submit.reviewed_ids);
  if (
    reviewedIds &&
    !(visibleChoices.length === reviewedIds.size && visibleChoices.every(({ photo }) => reviewedIds.has(photo.id)))
  )
    return 'changed';
  const { choices } = toShown(actor, session, visibleChoices);
  // Notes can also change under the photos in the gallery, which does not change the revision.
  if (submit.notes_hash !== undefined && submit.notes_hash !== (await hashNotes(choices))) return 'changed';
  const row = { ...storedRow, chosen_count: visibleChoices.length };
  requireRightNumber(row);
  requireStorable(row, choices);
  const { remainingCount, writes } = await giveUpMost(storedRow, hiddenChoices);
  const stored_count = storedRow.chosen_count - (hiddenChoices.length - remainingCount);
  const newRound = toRound(row, submit);
  // Read before the write, so that nothing can fail after it.
  const rounds = [...(await readRounds(row)), newRound];
  const { submitted_at, quote_id, words, ...facts } = newRound;
  const roundFacts = { session_id: sessionId, selection_id: id, name: row.name, ...facts };
  const { quote, write, emails } = quoteOfSelection(
    await requireCustomer(actor.customer_id),
    quote_id,
    words,
    roundFacts,
  );
  const photos = visibleChoices.map(({ photo, note }) => ({
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
  const changedAttributes = { status: 'submitted', round, submitted_at, quote_id, chosen_count } as const;
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
    // The condition fails when anything was chosen, noted in the review or edited after the reads above.
    changeSelection(row, changedAttributes, {
      where: { status: 'open', revision: row.revision, chosen_count: stored_count },
    }),
    ...writes,
    ...insertRound(row, newRound, photos),
    write,
    ...recordActivity(actor, happening, emails),
  ]);
  return {
    ...toSelection({ ...row, ...changedAttributes, version: row.version + 1 }),
    ...toShown(actor, session, visibleChoices),
    left_count: hiddenChoices.length,
    rounds,
    quote,
  };
}

/** Returns the round that is submitted now, as it is stored. */
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
  const minCount = Math.max(1, row.minimum);
  const maxCount = mostOf(row);
  if (chosen_count < minCount)
    throw refusal(row, `Choose at least ${formatCounted(minCount, 'photo')}. ${isOrAre(chosen_count)} chosen.`);
  if (chosen_count > maxCount) {
    throw refusal(
      row,
      `At most ${formatCounted(maxCount, 'photo')} can be chosen, and ${chosen_count} are. Give up ${chosen_count - maxCount}.`,
    );
  }
}

/**
 * Checks the length of all notes, because DynamoDB allows 4 MB in the transaction that stores a round.
 * @throws StudioError INVALID
 */
function requireStorable(row: SelectionRow, choices: Choice[]): void {
  const length = choices.reduce((sum, { note }) => sum + note.length, 0);
  const maxLength = limits.choiceNotesTogether;
  if (length <= maxLength) return;
  throw refusal(
    row,
    `The notes on the chosen photos together can have at most ${formatCount(maxLength)} characters, and these have ${formatCount(length)}. Shorten some.`,
  );
}

const isOrAre = (count: number) => (count === 1 ? '1 is' : `${count} are`);

const refusal = (row: SelectionRow, message: string) =>
  new StudioError('INVALID', message, { details: { selection: toSelection(row) } });
