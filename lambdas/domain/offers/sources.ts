import type { CreateCustomer } from '#shared/contract/customers.ts';
import type { OfferContent } from '#shared/contract/offers/content.ts';
import type { CreateOffer } from '#shared/contract/offers/offers.ts';
import { quoteTypes } from '#shared/contract/quotes.ts';
import type { Admin } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { createCustomer } from '../customers/customers.ts';
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
 * @throws StudioError NOT_FOUND; INVALID for a message of a customer in the trash
 */
export async function readSource(actor: Admin, request: CreateOffer): Promise<Source> {
  if ('quote_id' in request) return readQuoteSource(request.quote_id);
  if ('message_id' in request) return readMessageSource(actor, request.message_id);
  return { customer_id: request.customer_id, content: emptyContent() };
}

/** Returns the beginning of an offer from a quote: its name, and its price as a line. */
async function readQuoteSource(quote_id: string): Promise<Source> {
  const { customer_id, type, selection, price_cents } = await requireQuote(quote_id);
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
  const customer_id = known?.id ?? (await createSender(actor, { name, email, phone }));
  return { customer_id, message_id, content: emptyContent() };
}

/** Makes a customer of the sender of a message, if no other request has since; returns the customer's id. */
async function createSender(actor: Admin, sender: CreateCustomer): Promise<string> {
  try {
    return (await createCustomer(actor, sender)).id;
  } catch (error) {
    const created = await findByEmail(sender.email);
    if (!created) throw error;
    return created.id;
  }
}
