import type { QuoteSum, QuoteSums } from '#shared/contract/customers.ts';
import type { QuoteRow } from './repository.ts';

/** The attributes that decide whether a quote is accepted or can still be, and at which price. */
type PricedQuote = Pick<QuoteRow, 'status' | 'accepted' | 'superseded_at' | 'price_cents'>;

/**
 * Returns what a customer has accepted, and what is open: pending, or approved and not accepted. A rejected quote is
 * neither, nor one whose selection was opened again, because a later round has its own quote.
 */
export function sumQuotes(quotes: PricedQuote[]): QuoteSums {
  const valid = quotes.filter(({ status, superseded_at }) => superseded_at === null && status !== 'rejected');
  const [accepted, open] = [valid.filter(isAccepted), valid.filter((quote) => !isAccepted(quote))];
  return {
    accepted: sumOf(accepted.map((quote) => quote.accepted?.price_cents ?? null)),
    open: sumOf(open.map(({ price_cents }) => price_cents)),
  };
}

const isAccepted = ({ accepted }: PricedQuote): boolean => accepted !== null;

const sumOf = (prices: (number | null)[]): QuoteSum => ({
  quotes_count: prices.length,
  cents: prices.reduce<number>((sum, price) => sum + (price ?? 0), 0),
  unpriced_count: prices.filter((price) => price === null).length,
});
