import { expect, test } from 'vitest';
import { type Currency, currencies, decimalOf, decimalsOf, formatCents, formatPrice } from './currency.ts';

test.each<[number, Currency, string, string]>([
  [0, 'USD', '$0.00', '$0'],
  [5, 'USD', '$0.05', '$0.05'],
  [12_500, 'USD', '$125.00', '$125'],
  [12_550, 'USD', '$125.50', '$125.50'],
  [125_000, 'USD', '$1,250.00', '$1,250'],
  [-1_200, 'USD', '−$12.00', '−$12'],
  [-5, 'EUR', '−€0.05', '−€0.05'],
  [12_550, 'EUR', '€125.50', '€125.50'],
  [12_500, 'CHF', 'CHF\u00a0125.00', 'CHF\u00a0125'],
  [12_500, 'CAD', 'CA$125.00', 'CA$125'],
  [12_500, 'JPY', '¥12,500', '¥12,500'],
  [Number.MAX_SAFE_INTEGER, 'USD', '$90,071,992,547,409.91', '$90,071,992,547,409.91'],
  [Number.NaN, 'USD', '$–', '$–'],
  [Number.POSITIVE_INFINITY, 'GBP', '£–', '£–'],
  [Number.NaN, 'JPY', '¥–', '¥–'],
])('%s cents in %s are %s, as a price %s', (cents, currency, words, price) => {
  expect(formatCents(cents, currency)).toBe(words);
  expect(formatPrice(cents, currency)).toBe(price);
});

test.each<[number, Currency, string]>([
  [0, 'USD', '0.00'],
  [7, 'USD', '0.07'],
  [-1_250, 'EUR', '-12.50'],
  [125, 'JPY', '125'],
  [-125, 'JPY', '-125'],
])('%s cents in %s are %s in a table', (cents, currency, decimal) => {
  expect(decimalOf(cents, currency)).toBe(decimal);
});

test.each(currencies)('%s has the decimals that Intl knows', (currency) => {
  const { maximumFractionDigits } = new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions();
  expect(decimalsOf(currency)).toBe(maximumFractionDigits);
});
