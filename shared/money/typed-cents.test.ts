import { expect, test } from 'vitest';
import { type Currency, currencies, formatCents, formatPrice } from './currency.ts';
import { centsOf } from './typed-cents.ts';

test.each<[string, Currency, number | null]>([
  ['', 'USD', null],
  ['  ', 'USD', null],
  ['125', 'USD', 12_500],
  ['125.5', 'USD', 12_550],
  ['12,50', 'USD', 1_250],
  ['0.07', 'USD', 7],
  ['$1,250.00', 'USD', 125_000],
  ['US$ 12', 'USD', 1_200],
  ['125 usd', 'USD', 12_500],
  ['1 250', 'USD', 125_000],
  ['1.250,00', 'EUR', 125_000],
  ['€ 12,50', 'EUR', 1_250],
  ['12,50 €', 'EUR', 1_250],
  ['12.50EUR', 'EUR', 1_250],
  ['£12.50', 'GBP', 1_250],
  ['CHF 1’250.50', 'CHF', 125_050],
  ["1'250", 'CHF', 125_000],
  ['$125', 'CAD', 12_500],
  ['CA$125', 'CAD', 12_500],
  ['120 kr', 'SEK', 12_000],
  ['12,500', 'JPY', 12_500],
  ['￥12500', 'JPY', 12_500],
  ['١٢٫٥٠', 'USD', 1_250],
  ['9'.repeat(30), 'USD', Number.MAX_SAFE_INTEGER],
])('%j in %s is %s cents', (typed, currency, cents) => {
  expect(centsOf(typed, currency)).toBe(cents);
});

test.each<[string, Currency]>([
  ['abc', 'USD'],
  ['$', 'USD'],
  ['-5', 'USD'],
  ['12.505', 'USD'],
  ['1.250', 'USD'],
  ['12,50,00', 'USD'],
  ['€125', 'USD'],
  ['$125', 'EUR'],
  ['$125 USD', 'EUR'],
  ['125.50', 'JPY'],
  ['125,5', 'JPY'],
  ['1e5', 'USD'],
])('%j is no amount in %s', (typed, currency) => {
  expect(centsOf(typed, currency)).toBeUndefined();
});

test.each(currencies)('amounts in %s are read as they are shown', (currency) => {
  for (const cents of [0, 5, 12_500, 12_550, 125_000, 100_000_00]) {
    expect(centsOf(formatCents(cents, currency), currency)).toBe(cents);
    expect(centsOf(formatPrice(cents, currency), currency)).toBe(cents);
  }
});
