import { expect, test } from 'vitest';
import { sayQuantity } from './quotes.ts';

test.each([
  [{ type: 'selection', quantity: 4 }, 'of 4 photos'],
  [{ type: 'selection', quantity: 1 }, 'of 1 photo'],
  [{ type: 'photo-book', quantity: 2 }, '× 2'],
])('what stands after the type of the quote %j is %s', (quote, words) => {
  expect(sayQuantity(quote)).toBe(words);
});
