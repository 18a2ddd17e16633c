import type {
  EditSelection,
  OpenSelection,
  StudioSelection,
  StudioSelectionDetails,
} from '#shared/contract/selections.ts';
import type { TimelineKind } from '#shared/contract/timeline.ts';
import { limits } from '#shared/limits.ts';
import { unreachableTerm } from '#shared/selections/unreachable-term.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { transact, type Write } from '../../platform/table.ts';
import type { Email } from '../emails/email-kinds.ts';
import { requireSession } from '../photos/row/find.ts';
import { type QuoteRow, readQuote, supersedeQuote, wasDecided } from '../quotes/repository.ts';
import { readRounds } from '../rounds/repository.ts';
import { checkedEnd } from '../sessions/last-day.ts';
import { countAdded, countRemoved, startCount } from '../sessions/owned-counts.ts';
import { type SessionRow, selectionMark } from '../sessions/repository.ts';
import { recordActivity } from '../timeline/record.ts';
import { declinedEmail, reopenedEmail } from './change-emails.ts';
import { declineChange, isChangeAsked } from './change-request.ts';
import { openedEmail } from './open-selections.ts';
import { getStudioSelection, keepsPrices, requireSelection, toStudioSelection, withStudioDetails } from './reading.ts';
import { changeSelection, insertSelection, readSelection, readSelections, type SelectionRow } from './repository.ts';

/**
 * Opens a selection on a session, and tells the client if the request wants it and the session was announced.
 * @throws StudioError NOT_FOUND; INVALID for a day in the past, for a minimum above the limit, and when the session has
 * its largest number of selections
 */
export async function openSelection(
  actor: Admin,
  sessionId: string,
  { tells_client, ...terms }: OpenSelection,
): Promise<StudioSelection> {
  const row = newSelectionRow(sessionId, terms);
  await retryOnConflict(async () => {
    const session = await requireSession(actor, sessionId);
    await ensureCounted(session);
    const emails = tells_client ? await openedEmail(session, row) : {};
    await transact([countSelection(session, row.id), ...openingWrites(actor, session, row, emails)]);
  });
  return toStudioSelection(row);
}

/**
 * Returns the row of a new selection.
 * @throws StudioError INVALID for a day in the past, and for a minimum above the limit
 */
export function newSelectionRow(sessionId: string, values: Omit<OpenSelection, 'tells_client'>): SelectionRow {
  requireReachable(values);
  const ends_at = values.ends_on === null ? null : checkedEnd(values.ends_on);
  const id = newId();
  return {
    session_id: sessionId,
    part: `selection#${id}`,
    id,
    ...values,
    ends_at,
    status: 'open',
    chosen_count: 0,
    notes_length: 0,
    revision: 0,
    photos_checked_at: '',
    round: 0,
    submitted_at: null,
    quote_id: null,
    deleted_at: null,
    created_at: new Date().toISOString(),
    version: 0,
  };
}

/**
 * Returns the writes that open a selection, without the one that counts it.
 * @param emails the emails that tell of it, by id
 */
export const openingWrites = (
  actor: Admin,
  session: SessionRow,
  row: SelectionRow,
  emails: Record<string, Email> = {},
): Write[] => [
  insertSelection(row),
  ...recordActivity(actor, { kind: 'selection-opened', session, what: row.name }, emails),
];

/** Returns the number of a session's selections, which it stores if an older row does not have it yet. */
export async function ensureCounted(session: SessionRow): Promise<number> {
  if (session.selections_count !== undefined) return session.selections_count;
  const { rows, damaged = [] } = await readSelections(session.id);
  const count = rows.filter(({ deleted_at }) => deleted_at === null).length + damaged.length;
  await startCount(session, 'selections_count', count);
  return count;
}

/** Returns the error for a session that has its largest number of selections. */
export const fullError = () =>
  new StudioError('INVALID', `A session can have ${limits.selectionsPerSession} selections. Delete one first.`);

const countSelection = (session: SessionRow, id: string): Write =>
  countAdded(session, 'selections_count', limits.selectionsPerSession, {
    full: fullError,
    ifDeleted: () => new StudioError('NOT_FOUND'),
    set: { has_selections: true, [selectionMark(id)]: true },
  });

/**
 * Changes the fields of a selection that the request contains, closes the selection or opens it again. Chosen photos
 * stay chosen, even above a lowered limit. Opening a submitted selection withdraws the quote of its last round in the
 * same transaction.
 * @throws StudioError NOT_FOUND; INVALID as in `openSelection`, and for edits of a submitted selection;
 * CHANGED_MEANWHILE with the selection in `details.current`; FORBIDDEN for staff who change prices or reopen after a
 * quote was decided
 */
export async function editSelection(
  actor: Admin,
  sessionId: string,
  id: string,
  { version, status, declines_change, tells_client = false, message = '', ...edit }: EditSelection,
): Promise<StudioSelectionDetails> {
  const { row, session } = await requireSelection(actor, sessionId, id);
  if (row.version !== version) throw await changedMeanwhile(actor, sessionId, id);
  const terms: Partial<Omit<OpenSelection, 'tells_client'>> = Object.fromEntries(
    Object.entries(edit).filter(([, value]) => value !== undefined),
  );
  if (declines_change) return keepAsSubmitted(actor, session, row, message);
  if (row.status === 'submitted' && status !== 'open') {
    throw new StudioError('INVALID', 'The client has submitted this selection. Open it again to change it.');
  }
  const isOpened = status === 'open' && row.status !== 'open';
  if (message !== '' && !(isOpened && row.status === 'submitted')) throw fieldError('message', messageNotSent);
  await requirePricesKept(actor, row, terms);
  requireReachable({ ...row, ...terms });
  const ends_on = terms.ends_on === undefined ? row.ends_on : terms.ends_on;
  const isNewEnd = ends_on !== row.ends_on || isOpened;
  const ends_at = ends_on === null ? null : isNewEnd ? checkedEnd(ends_on) : row.ends_at;
  const set: Partial<SelectionRow> = {
    ...terms,
    ...(status && { status }),
    ...(isNewEnd && { ends_on, ends_at }),
    ...(isOpened && { submitted_at: null, quote_id: null }),
  };
  const after = { ...row, ...set, version: version + 1 };
  // Read before the write, so that nothing can fail after it.
  const details = await withStudioDetails(actor, session, after);
  const onConflict = () => changedMeanwhile(actor, sessionId, id);
  const quote = isOpened && row.quote_id !== null ? await readQuote(row.quote_id) : undefined;
  await transact([
    changeSelection(row, set, { onConflict }),
    ...withdrawQuote(actor, quote, onConflict),
    ...recordActivity(
      actor,
      { kind: kindOf(row, after), session, what: after.name, words: message },
      await emailAbout(session, row, after, { quote, message, tells_client }),
    ),
  ]);
  return details;
}

/** Returns the email about an edit that opens a selection again, by its id; none for any other edit. */
async function emailAbout(
  session: SessionRow,
  before: SelectionRow,
  after: SelectionRow,
  { quote, message, tells_client }: { quote: QuoteRow | undefined; message: string; tells_client: boolean },
): Promise<Record<string, Email>> {
  if (before.status === 'submitted' && quote) return reopenedEmail(session, before, quote, message);
  return tells_client && before.status === 'closed' && after.status === 'open' ? openedEmail(session, after) : {};
}

const messageNotSent = 'The client gets a message only when what they submitted is opened again, or kept.';

/**
 * Declines a change request: the selection stays as submitted.
 * @throws StudioError INVALID when the client has no open change request
 */
async function keepAsSubmitted(
  actor: Admin,
  session: SessionRow,
  row: SelectionRow,
  message: string,
): Promise<StudioSelectionDetails> {
  const quote = row.quote_id === null ? undefined : await readQuote(row.quote_id);
  if (!isChangeAsked(quote)) throw new StudioError('INVALID', 'The client has not asked to change this choice.');
  await transact([
    { ...declineChange(actor, quote, message), onConflict: () => changedMeanwhile(actor, session.id, row.id) },
    ...recordActivity(
      actor,
      { kind: 'change-declined', session, what: row.name, words: message },
      await declinedEmail(session, row, quote, message),
    ),
  ]);
  return getStudioSelection(actor, session.id, row.id);
}

/** The terms from which a round's price is computed. */
const priceTerms = ['included', 'extra_cents', 'minimum'] as const;

/**
 * Checks that staff do not change the prices of a selection after a quote of one of its rounds was decided, because the
 * client may have agreed to them.
 * @throws StudioError FORBIDDEN for staff
 */
async function requirePricesKept(
  actor: Admin,
  row: SelectionRow,
  terms: Partial<Omit<OpenSelection, 'tells_client'>>,
): Promise<void> {
  const keepsTerms = priceTerms.every((term) => terms[term] === undefined || terms[term] === row[term]);
  if (keepsTerms || actor.role === 'admin' || !(await keepsPrices(actor, row, await readRounds(row)))) return;
  requireAdmin(actor, 'change the terms of a selection whose quote was decided');
}

function kindOf(before: SelectionRow, after: SelectionRow): TimelineKind {
  if (before.status === after.status) return 'selection-edited';
  return after.status === 'open' ? 'selection-reopened' : 'selection-closed';
}

/**
 * Returns the write that withdraws the quote of the last round: it stays readable, but can no longer be decided or
 * accepted.
 * @throws StudioError FORBIDDEN for staff when the quote was decided
 */
function withdrawQuote(actor: Admin, quote: QuoteRow | undefined, onConflict: () => Promise<Error>): Write[] {
  if (quote && wasDecided(quote)) requireAdmin(actor, 'open a selection again whose quote was decided');
  return quote?.superseded_at === null ? [{ ...supersedeQuote(quote, new Date().toISOString()), onConflict }] : [];
}

/**
 * Deletes a selection: neither the client nor the studio's lists show it. A quote that the studio has not decided is
 * withdrawn; any other quote stays. The selection can be restored until its session is erased.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND; CHANGED_MEANWHILE
 */
export async function deleteSelection(actor: Admin, sessionId: string, id: string, version: number): Promise<void> {
  requireAdmin(actor, 'delete selections');
  const { row, session } = await requireSelection(actor, sessionId, id);
  const onConflict = () => changedMeanwhile(actor, sessionId, id);
  if (row.version !== version) throw await onConflict();
  await ensureCounted(session);
  const quote = row.quote_id === null ? undefined : await readQuote(row.quote_id);
  const isUndecided = quote?.status === 'pending' && quote.superseded_at === null;
  const deleted_at = new Date().toISOString();
  const status = row.status === 'open' || isUndecided ? 'closed' : row.status;
  await transact([
    changeSelection(row, { deleted_at, status }, { onConflict }),
    { ...countRemoved(session, 'selections_count', [selectionMark(id)]), onConflict },
    ...(isUndecided ? [{ ...supersedeQuote(quote, deleted_at), onConflict }] : []),
    // Decline an open change request, because nobody can open a deleted selection again.
    ...(!isUndecided && isChangeAsked(quote) ? [{ ...declineChange(actor, quote), onConflict }] : []),
    ...recordActivity(actor, { kind: 'selection-deleted', session, what: row.name }),
  ]);
}

/**
 * Restores a deleted selection; one that was open is closed after that. Succeeds when the selection is not deleted.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND; INVALID when the session has its largest number of selections
 */
export async function restoreSelection(actor: Admin, sessionId: string, id: string): Promise<StudioSelection> {
  requireAdmin(actor, 'restore selections');
  return retryOnConflict(async () => {
    const session = await requireSession(actor, sessionId);
    const row = await readSelection(sessionId, id);
    if (!row) throw new StudioError('NOT_FOUND');
    if (row.deleted_at === null) return toStudioSelection(row);
    await ensureCounted(session);
    await transact([
      changeSelection(row, { deleted_at: null }, {}),
      countSelection(session, id),
      ...recordActivity(actor, { kind: 'selection-restored', session, what: row.name }),
    ]);
    return toStudioSelection({ ...row, deleted_at: null, version: row.version + 1 });
  });
}

function requireReachable(terms: Pick<SelectionRow, 'included' | 'extra_cents' | 'minimum'>): void {
  const unreachable = unreachableTerm(terms);
  if (unreachable) throw fieldError(unreachable.name, unreachable.message);
}

const fieldError = (field: string, message: string) =>
  new StudioError('INVALID', undefined, { fields: { [field]: message } });

async function changedMeanwhile(actor: Admin, sessionId: string, id: string): Promise<StudioError> {
  const row = await readSelection(sessionId, id);
  if (!row || row.deleted_at !== null) return new StudioError('NOT_FOUND');
  return new StudioError('CHANGED_MEANWHILE', undefined, {
    details: { current: await getStudioSelection(actor, sessionId, id) },
  });
}
