import { isWithClient } from '#shared/offers/offer-state.ts';
import { addressFor } from '../customers/addresses.ts';
import { readCustomer } from '../customers/repository.ts';
import type { EmailOf } from '../emails/email-kinds.ts';
import { OutdatedEmailError } from '../emails/outbox.ts';
import { readOffer } from './repository.ts';
import { type OfferRow, stateAt } from './row.ts';

/** The facts about an offer in the email with which it is sent. */
export interface SentOfferFacts
  extends Pick<OfferRow, 'title' | 'currency' | 'least_cents' | 'most_cents' | 'session_date' | 'valid_until'> {
  /** Whether it replaces an offer, or adds to an agreed one. */
  follows: 'replaces' | 'amends' | null;
}

/**
 * Returns the facts for the email with an offer, as it is now.
 * @throws OutdatedEmailError when the client can no longer sign it, or their email address has changed
 */
export async function readSentOfferFacts({ offer_id, to }: EmailOf<'offer-sent'>): Promise<SentOfferFacts> {
  const row = await readOffer(offer_id);
  if (!row || !isWithClient(stateAt(row, new Date()))) {
    throw new OutdatedEmailError('The client can no longer sign this offer.');
  }
  const customer = await readCustomer(row.customer_id);
  if (customer?.status !== 'active' || addressFor(customer) !== to) {
    throw new OutdatedEmailError('The customer’s account is closed, or their emails go to another address.');
  }
  const { title, currency, least_cents, most_cents, session_date, valid_until } = row;
  const follows = row.replaces !== undefined ? 'replaces' : row.amends !== undefined ? 'amends' : null;
  return { title, currency, least_cents, most_cents, session_date, valid_until, follows };
}
