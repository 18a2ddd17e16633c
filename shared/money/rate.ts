import { typedNumber } from '../text/typed-digits.ts';

/**
 * 100% as a rate. Rates of taxes, discounts and payments are whole thousandths of a percent, so that 8.25% is 8,250 and
 * every rate with three decimals is exact.
 */
export const wholeRate = 100_000;

/**
 * Returns the part of an amount that a rate is of it, in cents, rounded half up.
 * @param cents an amount that is not negative
 * @throws RangeError for numbers that are not whole, and for a part beyond the integers that a number holds exactly
 */
export function partOf(cents: number, rate: number): number {
  const part = Number((2n * BigInt(cents) * BigInt(rate) + BigInt(wholeRate)) / BigInt(2 * wholeRate));
  if (!Number.isSafeInteger(part)) throw new RangeError('An amount is too large to be computed.');
  return part;
}

/** Formats a rate with the decimals that it has: '8.25%', '10%', '0.125%'. */
export function formatRate(rate: number): string {
  const digits = String(rate).padStart(4, '0');
  return `${`${digits.slice(0, -3)}.${digits.slice(-3)}`.replace(/\.?0+$/, '')}%`;
}

/**
 * Returns the rate that was typed as a percentage, with a point or a comma before at most three decimals: 8.25, 8,25%
 * or -5; undefined for another text.
 */
export function rateOf(typed: string): number | undefined {
  const match = /^([+\-−]?)(\d{1,9})(?:[.,](\d{1,3}))? ?%?$/.exec(typedNumber(typed));
  if (!match) return undefined;
  const [, sign, percent = '', decimals = ''] = match;
  const rate = Number(percent + decimals.padEnd(3, '0'));
  return sign === '-' || sign === '−' ? -rate : rate;
}
