import * as z from 'zod';
import { typedNumber } from '#shared/text/typed-digits.ts';

/** '125', '1,250' or '1 250', with '.50' or ',50' behind. A comma with three digits behind it stands between thousands. */
const amount = /^(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:[.,](\d{1,2}))?$/;
/** '1.250,00': points between thousands only where cents follow, because '1.250' can be read in two ways. */
const withPoints = /^(\d{1,3}(?:\.\d{3})+),(\d{1,2})$/;

const currency = /^(?:US)?\$ ?| ?\$$|^USD ?| ?USD$/gi;

/**
 * Returns the cents of an amount in dollars as people type it: 125, 125.50, 12,50, $1,250.00, 1 250 or 125 USD; null for
 * nothing, and undefined for what is no amount.
 */
function centsOf(typed: string): number | null | undefined {
  const text = typedNumber(typed).replace(/[\p{Z}\s]+/gu, ' ');
  if (text === '') return null;
  const number = text.replace(currency, '');
  const [, whole, cents = ''] = amount.exec(number) ?? withPoints.exec(number) ?? [];
  if (whole === undefined) return undefined;
  return Number(whole.replace(/[., ]/g, '')) * 100 + Number(cents.padEnd(2, '0'));
}

/** An amount in dollars as typed, in cents; '' is null. */
export const TypedPrice = z.string().transform((typed, context) => {
  const cents = centsOf(typed);
  if (cents !== undefined) return cents;
  context.addIssue('Please enter an amount such as 125 or 125.50.');
  return z.NEVER;
});

/** Cents as a price field shows them; nothing for what is no amount. */
export const asTyped = (cents: number | null | undefined): string =>
  cents == null || !Number.isFinite(cents) ? '' : (cents / 100).toFixed(2);
