import { limits } from '#shared/limits.ts';
import { transact } from '../../platform/table.ts';
import { daySeconds } from '../../platform/time.ts';
import { eraseOfferRows, expireOfferRows, readAllByCustomer } from './repository.ts';

const daysOfYear = 366;
/** The number of rows in one transaction; DynamoDB allows 100 writes. */
const rowsPerTransaction = 50;

/**
 * Erases the offers of a customer who is erased. One that was agreed stays, with its steps, for the years for which the studio has
 * to keep what it has sold; then its rows expire.
 */
export async function eraseOffersOf(customerId: string): Promise<void> {
  for (const { offer_id, agreed_at } of await readAllByCustomer(customerId)) {
    const writes =
      agreed_at === undefined
        ? await eraseOfferRows(offer_id)
        : await expireOfferRows(offer_id, endOfPeriod(agreed_at));
    for (let start = 0; start < writes.length; start += rowsPerTransaction) {
      await transact(writes.slice(start, start + rowsPerTransaction));
    }
  }
}

const endOfPeriod = (agreed_at: string): number =>
  Math.floor(Date.parse(agreed_at) / 1_000) + limits.agreedOfferYears * daysOfYear * daySeconds;
