import {
  type Quote,
  type QuotePhoto,
  type QuoteSelection,
  quoteTypes,
  type SubmitQuote,
} from '#shared/contract/quotes.ts';
import type { Client } from '../../platform/auth.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { limit } from '../../platform/guards.ts';
import { idFrom } from '../../platform/ids.ts';
import { transact, type Write } from '../../platform/table.ts';
import { hourSeconds } from '../../platform/time.ts';
import { addressFor } from '../customers/addresses.ts';
import { requireCustomer } from '../customers/customers.ts';
import type { CustomerRow } from '../customers/repository.ts';
import type { Email } from '../emails/email-kinds.ts';
import { canSee } from '../photos/access/access.ts';
import { idsBySession, readPermittedPhotos } from '../photos/row/reading.ts';
import { recordActivity } from '../timeline/record.ts';
import { forClient, requestOf, requireQuote, toClientQuote } from './quotes.ts';
import { insertQuote, pendingQuote, type QuoteRow, readQuote, toQuote } from './repository.ts';

/** The number of quote requests per client and hour, because each sends an email to the studio. */
const perHour = 20;
const tooManyMessage = 'You have sent many requests within an hour. Write to the studio, or try again in an hour.';

/**
 * Stores a client's request and queues an email to the client and one to the studio in one transaction. The quote's id
 * is derived from the form's id, so a repeated request is the same quote.
 * @returns the quote; `created`: whether it is new
 * @throws StudioError INVALID for photos that the client can't see; TOO_MANY
 */
export async function submitQuote(actor: Client, values: SubmitQuote): Promise<{ quote: Quote; created: boolean }> {
  const { request_id, type, quantity = 1, notes, photos } = values;
  const id = idFrom(`quote ${actor.customer_id} ${request_id}`);
  const quote = await readQuote(id);
  if (quote) return { quote: await toClientQuote(actor, quote), created: false };
  await limit(`quotes ${actor.customer_id}`, perHour, hourSeconds, tooManyMessage);
  const customer = await requireCustomer(actor.customer_id);
  const row: QuoteRow = {
    ...pendingQuote,
    id,
    customer_id: customer.id,
    type,
    quantity: type === 'other' ? null : quantity,
    notes,
    favorites: await attachPhotos(actor, photos),
    created_at: new Date().toISOString(),
  };
  try {
    await transact([
      insertQuote(row),
      ...recordActivity(
        actor,
        { kind: 'quote-submitted', customer_id: customer.id, what: quoteTypes[type] },
        emailsOf(row, customer),
      ),
    ]);
    return { quote: toQuote(row), created: true };
  } catch (error) {
    // The same request was sent twice, and the other attempt has been stored first.
    if (!(error instanceof WriteConflictError)) throw error;
    return { quote: await toClientQuote(actor, await requireQuote(id)), created: false };
  }
}

/** Returns the emails about a new quote by their ids: one to the studio, and one to the client. */
function emailsOf(row: QuoteRow, customer: CustomerRow): Record<string, Email> {
  const to = addressFor(customer);
  const request = requestOf(row, customer);
  return {
    [`quote-submitted#${row.id}`]: { kind: 'quote-submitted', ...request, email: to },
    ...(to && { [`quote-received#${row.id}`]: { kind: 'quote-received', to, ...forClient(request, customer) } }),
  };
}

/**
 * Returns the pending quote of a submitted selection, with its write and its emails for the submit's transaction.
 * @param words the client's words to the studio
 */
export function quoteOfSelection(
  customer: CustomerRow,
  id: string,
  words: string,
  selection: QuoteSelection,
): { quote: Quote; write: Write; emails: Record<string, Email> } {
  const row: QuoteRow = {
    ...pendingQuote,
    id,
    customer_id: customer.id,
    type: 'selection',
    quantity: selection.chosen_count,
    notes: words,
    price_cents: selection.total_cents,
    selection,
    created_at: new Date().toISOString(),
  };
  return { quote: toQuote(row), write: insertQuote(row), emails: emailsOf(row, customer) };
}

/**
 * Returns the photos to attach, in the order of the request, each once.
 * @throws StudioError INVALID when the client can't see one
 */
async function attachPhotos(actor: Client, photos: SubmitQuote['photos']): Promise<QuotePhoto[]> {
  const nameOf = ({ session_id, id }: { session_id: string; id: string }) => `${session_id} ${id}`;
  const keysToAttach = photos.map(({ session_id, photo_id }) => ({ session_id, id: photo_id }));
  const keys = new Map(keysToAttach.map((key) => [nameOf(key), key]));
  const visiblePhotos = await readPermittedPhotos(actor, idsBySession([...keys.values()]), canSee);
  const photosByName = new Map(visiblePhotos.map((photo) => [nameOf(photo), photo]));
  const attachedPhotos = [...keys.keys()].flatMap((name) => photosByName.get(name) ?? []);
  const missingCount = keys.size - attachedPhotos.length;
  if (missingCount > 0) {
    const message =
      missingCount === 1
        ? 'One of these photos is no longer there.'
        : `${missingCount} of these photos are no longer there.`;
    throw new StudioError('INVALID', message, { fields: { photos: message } });
  }
  return attachedPhotos.map(({ session_id, id, file_name }) => ({ session_id, photo_id: id, file_name }));
}
