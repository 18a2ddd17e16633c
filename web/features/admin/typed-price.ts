import * as z from 'zod';
import { typedNumber } from '#shared/text/typed-digits.ts';

/** Amounts as '125', '1,250' or '1 250', followed by nothing, '.50' or ',50'. A comma before three digits separates thousands. */
const amount = /^(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:[.,](\d{1,2}))?$/;
/** Amounts as '1.250,00'. Points separate thousands only if cents follow, because '1.250' can be read in two ways. */
const withPoints = /^(\d{1,3}(?:\.\d{3})+),(\d{1,2})$/;

const currency = /^(?:US)?\$ ?| ?\$$|^USD ?| ?USD$/gi;

/**
 * Returns the cents of an amount in dollars as people type it: 125, 125.50, 12,50, $1,250.00, 1 250 or 125 USD; null for an empty
 * text, undefined for a text that is no amount.
 */
function centsOf(typed: string): number | null | undefined {
  const text = typedNumber(typed).replace(/[\p{Z}\s]+/gu, ' ');
  if (text === '') return null;
  const number = text.replace(currency, '');
  const [, dollars, cents = ''] = amount.exec(number) ?? withPoints.exec(number) ?? [];
  if (dollars === undefined) return undefined;
  return Number(dollars.replace(/[., ]/g, '')) * 100 + Number(cents.padEnd(2, '0'));
}

/** Schema of a typed amount in dollars; results in cents, or null for an empty text. */
export const TypedPrice = z.string().transform((typed, context) => {
  const cents = centsOf(typed);
  if (cents !== undefined) return cents;
  context.addIssue('Please enter an amount such as 125 or 125.50.');
  return z.NEVER;
});

/** Returns cents as a price field shows them; '' for null, undefined and NaN. */
export const asTyped = (cents: number | null | undefined): string =>
  cents == null || !Number.isFinite(cents) ? '' : (cents / 100).toFixed(2);
