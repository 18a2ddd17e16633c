import { expect, test } from 'vitest';
import { unreachableTerm } from './unreachable-term.ts';

test.each([
  [{ included: 30, extra_cents: null, minimum: 30 }, undefined],
  [{ included: 0, extra_cents: 0, minimum: 0 }, undefined],
  [{ included: 0, extra_cents: 1_500, minimum: 5 }, undefined],
  [
    { included: 0, extra_cents: null, minimum: 0 },
    { name: 'included', message: 'Without a price for further photos, include at least 1 photo.' },
  ],
  [
    { included: 30, extra_cents: null, minimum: 31 },
    { name: 'minimum', message: 'At most 30 photos can be chosen.' },
  ],
  [
    { included: 1, extra_cents: null, minimum: 2 },
    { name: 'minimum', message: 'At most 1 photo can be chosen.' },
  ],
])('of %o the term that nobody could meet is %o', (terms, expected) => {
  expect(unreachableTerm(terms)).toEqual(expected);
});
