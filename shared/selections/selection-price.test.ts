import { expect, test } from 'vitest';
import { sayChosen, sayClosed, sayFull, saySubmitted } from '../contract/selections.ts';
import { mostOf, sumOf } from './selection-price.ts';

test.each([
  [{ included: 30, extra_cents: 1_500 }, 27, 0, 0],
  [{ included: 30, extra_cents: 1_500 }, 30, 0, 0],
  [{ included: 30, extra_cents: 1_500 }, 33, 3, 4_500],
  [{ included: 0, extra_cents: 1_299 }, 7, 7, 9_093],
  [{ included: 2, extra_cents: 0 }, 9, 7, 0],
  [{ included: 2, extra_cents: null }, 3, 1, 0],
])('%j with %i chosen', (offer, chosen, extra_count, total_cents) => {
  expect(sumOf(offer, chosen)).toEqual({ extra_count, total_cents });
});

test.each([
  [{ included: 30, extra_cents: null }, 30],
  [{ included: 30, extra_cents: 1_500 }, 2_000],
  [{ included: 30, extra_cents: 0 }, 2_000],
  // A quote's price has a limit.
  [{ included: 30, extra_cents: 100_000 }, 130],
])('%j lets the client choose at most %i', (offer, most) => {
  expect(mostOf(offer)).toBe(most);
});

test.each([
  [{ included: 30, extra_cents: 1_500 }, 27, '27 of 30 chosen · 3 left'],
  [{ included: 30, extra_cents: 1_500 }, 33, '33 chosen · 3 extra × $15 = $45'],
  [{ included: 1, extra_cents: 1_299 }, 4, '4 chosen · 3 extra × $12.99 = $38.97'],
  [{ included: 5, extra_cents: null }, 7, '7 of 5 chosen · 2 too many'],
  [{ included: 0, extra_cents: 1_500 }, 0, '0 chosen'],
  [{ included: 10, extra_cents: 0 }, 12, '12 chosen · 2 extra, at no charge'],
])('%j with %i chosen is said as', (offer, chosen, words) => {
  expect(sayChosen(offer, chosen, 'USD')).toBe(words);
});

test.each([
  [{ included: 30, extra_cents: 1_500 }, 27, '27 of 30 chosen'],
  [{ included: 30, extra_cents: 1_500 }, 33, '33 chosen · 3 extra × $15 = $45'],
  [{ included: 0, extra_cents: null }, 0, '0 chosen'],
])('%j with %i submitted is said as', (offer, chosen_count, words) => {
  expect(saySubmitted({ ...offer, chosen_count }, 'USD')).toBe(words);
});

test.each([
  [2, 2, 'At most 2 photos can be chosen. Give up one to choose another.'],
  [1, 1, 'At most 1 photo can be chosen. Give up one to choose another.'],
  [2, 4, 'At most 2 photos can be chosen now, and 4 are. Give up 3 to choose another.'],
])('at most %i with %i chosen is full', (most, chosen_count, words) => {
  expect(sayFull({ most, chosen_count })).toBe(words);
});

test.each([
  ['open', '2026-11-30', undefined],
  ['ended', '2026-11-30', 'The last day to choose was Nov 30, 2026. Ask the studio for more time.'],
  ['closed', null, 'The studio has closed this selection.'],
  [
    'submitted',
    '2026-11-30',
    'Your choice is with the studio. Ask the studio to open it again if you want to change it.',
  ],
] as const)('a selection that is %s, until %s, is said as', (state, ends_on, words) => {
  expect(sayClosed({ state, ends_on })).toBe(words);
});
