import { type Currency, formatPrice } from '#shared/money/currency.ts';
import { formatCount } from '#shared/text/format-count.ts';
import type { OpenTerms } from '../domain/selections/open-selections.ts';

/** The text in place of the name of a client who has none. */
export const unknown = 'Unknown';

/** Returns the name of the customer for emails to the studio, or 'Unknown' with the address or customer ID. */
export function calledBy({ name, email, customer_id }: { name: string; email: string; customer_id?: string }): string {
  const reference = email || customer_id;
  return name || (reference ? `${unknown} (${reference})` : unknown);
}

/** Returns a date of the form `2026-11-22` as 'November 22'. */
export const dayInWords = (date: string) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** Returns a selection's terms in a few words: '30 included, each further one $15, until November 30'. */
export function termsInWords(
  { included, extra_cents, ends_on }: Omit<OpenTerms, 'selection_name'>,
  currency: Currency,
): string {
  const price = extra_cents ? formatPrice(extra_cents, currency) : 'at no charge';
  return [
    included > 0 && `${formatCount(included)} included`,
    extra_cents !== null && (included > 0 ? `each further one ${price}` : `each photo ${price}`),
    ends_on !== null && `until ${dayInWords(ends_on)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
