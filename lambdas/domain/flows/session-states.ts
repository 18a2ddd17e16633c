import type { SessionState } from '#shared/contract/sessions/session-state.ts';
import type { Retouched } from '#shared/selections/standing.ts';
import { hasEnded } from '#shared/sessions/gallery-end.ts';
import { type ChoiceFacts, nextDateOf, stateOfSession } from '#shared/sessions/session-state.ts';
import { today } from '#shared/time/studio-time.ts';
import { type QuoteRow, readQuotes } from '../quotes/repository.ts';
import { readRetouched } from '../rounds/retouched.ts';
import { selectionState } from '../selections/reading.ts';
import { readManySelections, readSelections, type SelectionRow } from '../selections/repository.ts';
import type { SessionRow } from '../sessions/repository.ts';

/** Reads where sessions stand, for a whole page of sessions at once. */

/** A selection that is not deleted, and what its session's state depends on. */
export interface SessionChoice extends ChoiceFacts {
  row: SelectionRow;
  quote: QuoteRow | null;
  /** The numbers of chosen photos that still exist, and of finished ones, of an accepted quote that is not delivered. */
  retouched: Retouched | undefined;
}

/**
 * Returns the selections of these sessions that are not deleted, by session. Reads the chosen photos only of accepted
 * quotes that no email has announced as finished.
 */
export async function readSessionChoices(sessions: SessionRow[]): Promise<Map<string, SessionChoice[]>> {
  const rows = await readRows(sessions);
  const quoteIds = rows.flatMap(({ quote_id }) => quote_id ?? []);
  const quotes = quoteIds.length > 0 ? await readQuotes(quoteIds) : [];
  const undelivered = quotes.filter(({ delivered_at }) => delivered_at === null);
  const retouched = await readRetouched(undelivered, { hasUnbegun: true });
  const quotesById = new Map(quotes.map((quote) => [quote.id, quote]));
  const choices = rows.map((row): SessionChoice => {
    const quote = (row.quote_id !== null && quotesById.get(row.quote_id)) || null;
    const counts = quote ? retouched.get(quote.id) : undefined;
    const is_retouched = quote?.delivered_at != null || (counts !== undefined && counts.finished === counts.of);
    return { row, state: selectionState(row), ends_on: row.ends_on, quote, retouched: counts, is_retouched };
  });
  return Map.groupBy(choices, ({ row }) => row.session_id);
}

/**
 * Returns the selections of these sessions that are not deleted, by the ids in the sessions' rows; by a query where these
 * are not as many as the session has, because an older version of the software did not store them.
 */
async function readRows(sessions: SessionRow[]): Promise<SelectionRow[]> {
  const keys = sessions.flatMap(({ id: session_id, selection_ids }) => selection_ids.map((id) => ({ session_id, id })));
  const namedRows = Map.groupBy(keys.length > 0 ? await readManySelections(keys) : [], ({ session_id }) => session_id);
  const rows = await Promise.all(
    sessions.map(async ({ id, has_selections, selections_count }) => {
      const named = (namedRows.get(id) ?? []).filter(isNotDeleted);
      if (!has_selections || named.length === selections_count) return named;
      return (await readSelections(id)).rows.filter(isNotDeleted);
    }),
  );
  return rows.flat();
}

const isNotDeleted = ({ deleted_at }: SelectionRow) => deleted_at === null;

/**
 * Returns where a session stands, and its next date.
 * @param day today in the studio's time zone
 */
export function sessionStanding(
  session: SessionRow,
  choices: SessionChoice[] = [],
  day = today(new Date()),
): { state: SessionState; next_date: string | null } {
  const facts = {
    session_date: session.session_date,
    has_ended: hasEnded(session),
    ends_on: session.ends_on,
    photos_count: session.photos_count,
    announced_at: session.announced_at,
    has_newly_finished: hasNewlyFinished(session),
    selections: choices,
  };
  const state = stateOfSession(facts);
  return { state, next_date: nextDateOf(facts, state, day) };
}

/**
 * Whether the client can see finished photos that no email has announced. An older row that does not count them yet has
 * some if no such email was ever sent.
 */
export const hasNewlyFinished = ({ finished_new_count, finished_count, finished_announced_at }: SessionRow): boolean =>
  finished_new_count === undefined ? finished_count > 0 && finished_announced_at === undefined : finished_new_count > 0;
