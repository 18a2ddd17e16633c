import { expect, test } from 'vitest';
import { inDollars } from '#shared/in-dollars.ts';

test.each([
  [0, '$0'],
  [5, '$0.05'],
  [12_550, '$125.50'],
  [12_500, '$125'],
  [123_456_00, '$123,456'],
])('%i cents are formatted as %s', (cents, words) => {
  expect(inDollars(cents)).toBe(words);
});
