import { expect, test } from 'vitest';
import { priceText } from '../website/website.ts';
import { inDollars } from './in-dollars.ts';

test.each([
  [0, '$0'],
  [12_500, '$125'],
  [12_550, '$125.50'],
  [125_000, '$1,250'],
  [9_905, '$99.05'],
  [Number.NaN, '$–'],
  [Number.POSITIVE_INFINITY, '$–'],
])('%s cents are %s', (cents, words) => {
  expect(inDollars(cents)).toBe(words);
});

test('the website’s prices are amounts, or said to be none, while a field holds nonsense', () => {
  expect(priceText({ price_cents: 12_500, per: 'hour' })).toBe('$125 per hour');
  expect(priceText({ price_cents: Number.NaN, per: 'session' })).toBe('$–');
});
