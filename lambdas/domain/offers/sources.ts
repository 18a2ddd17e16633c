import type { OfferContent } from '#shared/contract/offers/content.ts';
import type { CreateOffer } from '#shared/contract/offers/offers.ts';
import { quoteTypes } from '#shared/contract/quotes.ts';
import type { Admin } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { createCustomer, requireCustomer } from '../customers/customers.ts';
import { findByEmail } from '../customers/repository.ts';
import { readMessage } from '../messages/repository.ts';
import { requireQuote } from '../quotes/quotes.ts';
import { emptyContent } from './new-content.ts';
import type { OfferRow } from './row.ts';

/** What a draft begins with: whose it is, what it says, and from what it was made. */
export type Source = { customer_id: string; content: OfferContent } & Pick<
  Partial<OfferRow>,
  'quote_id' | 'message_id' | 'replaces' | 'amends'
>;

/**
 * Returns what a requested draft begins with. The sender of a message becomes a customer if nobody has their address.
 * @throws StudioError NOT_FOUND, also for a customer in the trash; INVALID for a message of a customer in the trash
 */
export async function readSource(actor: Admin, request: CreateOffer): Promise<Source> {
  if ('quote_id' in request) return readQuoteSource(request.quote_id);
  if ('message_id' in request) return readMessageSource(actor, request.message_id);
  const { id } = await requireCustomer(request.customer_id);
  return { customer_id: id, content: emptyContent() };
}

/** Returns the beginning of an offer from a quote: its name, and its price as a line. */
async function readQuoteSource(quote_id: string): Promise<Source> {
  const { customer_id, type, selection, price_cents } = await requireQuote(quote_id);
  await requireCustomer(customer_id);
  const title = selection?.name ?? quoteTypes[type];
  const line = { id: newId(), name: title, detail: '', quantity: 1, tax_ids: [], is_optional: false };
  return {
    ...{ customer_id, quote_id },
    content: { ...emptyContent(), title, add_ons: price_cents === null ? [] : [{ ...line, price_cents }] },
  };
}

async function readMessageSource(actor: Admin, message_id: string): Promise<Source> {
  const message = await readMessage(message_id);
  if (!message) throw new StudioError('NOT_FOUND');
  const { name, email, phone } = message;
  const known = await findByEmail(email);
  if (known?.status === 'deleted') {
    throw new StudioError('INVALID', 'The customer with this address is in the trash. Restore them first.');
  }
  const { id } = known ?? (await createCustomer(actor, { name, email, phone }));
  return { customer_id: id, message_id, content: emptyContent() };
}
