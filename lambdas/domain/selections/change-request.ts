import type { AskForChange, SelectionDetails } from '#shared/contract/selections.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { limit } from '../../platform/guards.ts';
import { transact, type Write } from '../../platform/table.ts';
import { hourSeconds } from '../../platform/time.ts';
import { addressFor } from '../customers/addresses.ts';
import { requireCustomer } from '../customers/customers.ts';
import { requestOf } from '../quotes/quotes.ts';
import { type QuoteRow, readQuote, setChangeRequest } from '../quotes/repository.ts';
import { recordActivity } from '../timeline/record.ts';
import { getSelection, requireSelection } from './reading.ts';

/** The number of requests per client and hour, because each sends an email to the studio. */
const perHour = 20;
const tooManyMessage = 'You have sent many requests within an hour. Write to the studio, or try again in an hour.';

/**
 * Asks the studio to open a submitted selection again, whatever the state of its quote, and queues the studio's email
 * in the same transaction. A repeated request for the same round asks only once.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the selection in `details.current` when another round, or none,
 * is submitted now; TOO_MANY
 */
export async function askForChange(
  actor: Client,
  sessionId: string,
  id: string,
  { round, words }: AskForChange,
): Promise<SelectionDetails> {
  const { current, isAsked } = await retryOnConflict(async () => {
    const { row, session } = await requireSelection(actor, sessionId, id);
    const quote = row.quote_id === null ? undefined : await readQuote(row.quote_id);
    // Read before the write, so that nothing can fail after it.
    const current = await getSelection(actor, sessionId, id);
    if (row.status !== 'submitted' || row.round !== round || !quote) return { current, isAsked: false };
    if (quote.change_request) return { current, isAsked: true };
    await limit(`change requests ${actor.customer_id}`, perHour, hourSeconds, tooManyMessage);
    const customer = await requireCustomer(actor.customer_id);
    const email = { ...requestOf(quote, customer), notes: words, email: addressFor(customer) };
    const change_request = { asked_at: new Date().toISOString(), words, declined_at: null, answer: '' };
    await transact([
      setChangeRequest(quote, change_request),
      ...recordActivity(
        actor,
        { kind: 'change-requested', session, what: row.name, words },
        { [`change-requested#${quote.id}`]: { kind: 'change-requested', ...email } },
      ),
    ]);
    return { current: { ...current, quote: current.quote && { ...current.quote, change_request } }, isAsked: true };
  });
  if (isAsked) return current;
  throw new StudioError('CHANGED_MEANWHILE', 'The studio has changed this selection in the meantime.', {
    details: { current },
  });
}

/** Returns the write that declines a change request: the selection stays as submitted. */
export const declineChange = (_actor: Admin, quote: QuoteOfRequest, answer = ''): Write =>
  setChangeRequest(quote, { ...quote.change_request, declined_at: new Date().toISOString(), answer });

/** A quote whose selection the client has asked to change. */
type QuoteOfRequest = QuoteRow & { change_request: NonNullable<QuoteRow['change_request']> };

/** Whether the client waits for the studio to open a submitted selection again. */
export const isChangeAsked = (quote: QuoteRow | undefined): quote is QuoteOfRequest =>
  quote?.change_request?.declined_at === null && quote.superseded_at === null;
