import type { Currency } from '#shared/money/currency.ts';
import { addressFor } from '../customers/addresses.ts';
import type { CustomerRow } from '../customers/repository.ts';
import { readPublishedFacts } from '../website/facts.ts';
import type { Parties } from './row.ts';

/** Returns the parties of an offer that is sent to this customer now, and the currency of its amounts. */
export async function readPresentFacts(customer: CustomerRow): Promise<{ parties: Parties; currency: Currency }> {
  const { name, email, currency } = await readPublishedFacts();
  return {
    parties: { client: { name: customer.name, email: addressFor(customer) }, studio: { name, email } },
    currency,
  };
}
