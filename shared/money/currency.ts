/**
 * The currencies that a studio can choose, by their ISO 4217 codes. 'Cents' are the smallest units of the studio's
 * currency everywhere: cents of a dollar, pence of a pound, and whole yen, which have no smaller unit.
 */
export const currencies = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'NZD', 'CHF', 'SEK', 'NOK', 'DKK', 'MXN', 'JPY'] as const;
export type Currency = (typeof currencies)[number];

/**
 * Formats cents with all decimals of their currency: '$1,250.00', '€125.50', '¥125', '−$12.00' with a minus sign
 * (U+2212); '$–' when a field holds no amount.
 */
export const formatCents = (cents: number, currency: Currency): string => format(cents, currency, decimalsOf(currency));

/** Formats a price as `formatCents`, without the decimals of a whole amount: '$1,250', '$125.50'. */
export const formatPrice = (cents: number, currency: Currency): string =>
  format(cents, currency, cents % 10 ** decimalsOf(currency) === 0 ? 0 : decimalsOf(currency));

/** Returns cents as a plain decimal number, for tables and fields: '1250.00', '-12.50'; in yen '125'. */
export function decimalOf(cents: number, currency: Currency): `${number}` {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(cents)).padStart(decimals + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  return `${cents < 0 ? '-' : ''}${whole}${decimals > 0 ? `.${fraction}` : ''}` as `${number}`;
}

/** Returns how many decimals amounts of a currency have: 2, or 0 for yen. */
export const decimalsOf = (currency: Currency): number => (currency === 'JPY' ? 0 : 2);

/** Intl formats a decimal text exactly; it would round a large quotient. */
const format = (cents: number, currency: Currency, minimumFractionDigits: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, minimumFractionDigits })
    .format(Number.isSafeInteger(cents) ? decimalOf(cents, currency) : Number.NaN)
    .replace('NaN', '–')
    .replace('-', '−');
