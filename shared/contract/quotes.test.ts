import { expect, test } from 'vitest';
import { inDollars } from '#shared/money/in-dollars.ts';
import { sayQuantity } from './quotes.ts';

test.each([
  [0, '$0'],
  [5, '$0.05'],
  [12_550, '$125.50'],
  [12_500, '$125'],
  [123_456_00, '$123,456'],
])('%i cents are formatted as %s', (cents, words) => {
  expect(inDollars(cents)).toBe(words);
});

test.each([
  [{ type: 'selection', quantity: 4 }, 'of 4 photos'],
  [{ type: 'selection', quantity: 1 }, 'of 1 photo'],
  [{ type: 'photo-book', quantity: 2 }, '× 2'],
])('what stands after the type of the quote %j is %s', (quote, words) => {
  expect(sayQuantity(quote)).toBe(words);
});
