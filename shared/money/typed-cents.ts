import { typedNumber } from '../text/typed-digits.ts';
import { type Currency, decimalsOf } from './currency.ts';

/** Digits as '1250', '1,250', '1 250' or '1’250'. A comma before three digits separates thousands. */
const whole = String.raw`(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d{1,3}(?:['’]\d{3})+)`;

/** Amounts by the number of their currency's decimals. */
const patterns: Record<number, RegExp[]> = {
  0: [new RegExp(`^${whole}$`)],
  2: [
    new RegExp(String.raw`^${whole}(?:[.,](\d{1,2}))?$`),
    // Points separate thousands only if cents follow, because '1.250' can be read in two ways.
    /^(\d{1,3}(?:\.\d{3})+),(\d{1,2})$/,
  ],
};

/**
 * Returns the cents of an amount as people type it, with or without the currency: 125, 125.50, 12,50, 1.250,00,
 * $1,250.00, 1 250 or 125 USD; null for an empty text, undefined for a text that is no amount of this currency. An
 * amount that no integer can hold is the highest one, so that a limit refuses it.
 */
export function centsOf(typed: string, currency: Currency): number | null | undefined {
  const text = typedNumber(typed).replace(/[\p{Z}\s]+/gu, ' ');
  if (text === '') return null;
  const decimals = decimalsOf(currency);
  const number = withoutMark(text, currency);
  const match = patterns[decimals]!.map((pattern) => pattern.exec(number)).find((found) => found !== null);
  if (!match) return undefined;
  const [, units = '', fraction = ''] = match;
  const cents = Number(units.replace(/[., '’]/g, '') + fraction.padEnd(decimals, '0'));
  return Math.min(cents, Number.MAX_SAFE_INTEGER);
}

/** Returns a typed amount without the currency's code or symbol, which stands before or behind it. */
function withoutMark(text: string, currency: Currency): string {
  const [symbol, narrow] = [symbolOf(currency), symbolOf(currency, 'narrowSymbol')];
  // Dollars are written as 'CA$' and, in their own country, as '$'.
  for (const mark of [currency, `${currency.slice(0, 2)}${narrow}`, symbol, narrow]) {
    if (text.slice(0, mark.length).toUpperCase() === mark.toUpperCase()) return text.slice(mark.length).trim();
    if (text.slice(-mark.length).toUpperCase() === mark.toUpperCase()) return text.slice(0, -mark.length).trim();
  }
  return text;
}

/**
 * Returns the symbol of a currency: 'CA$', or the narrow one of its own country, '$'. A currency without one has its
 * code.
 */
export const symbolOf = (currency: Currency, currencyDisplay: 'symbol' | 'narrowSymbol' = 'symbol'): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value;
