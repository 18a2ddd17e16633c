import { expect, test } from 'vitest';
import { daysUntilEnd, hasEnded } from './gallery-end.ts';

test.each([
  // The studio's days end at 5 or 6 in the morning UTC, by the season.
  ['2026-06-30', '2026-07-01T04:59:59.999Z', false],
  ['2026-06-30', '2026-07-01T05:00:00.000Z', true],
  ['2026-12-31', '2027-01-01T05:59:59.999Z', false],
  ['2026-12-31', '2027-01-01T06:00:00.000Z', true],
  ['2020-01-01', '2026-11-27T12:00:00.000Z', true],
  [null, '2999-01-01T00:00:00.000Z', false],
  [undefined, '2999-01-01T00:00:00.000Z', false],
])('a gallery whose last day is %s has ended at %s: %s', (ends_on, now, expected) => {
  expect(hasEnded({ ends_on }, Date.parse(now))).toBe(expected);
});

test.each([
  ['2026-11-27', 0],
  ['2026-11-28', 1],
  ['2026-11-26', -1],
  // Across the change of the clocks.
  ['2027-03-20', 113],
  [null, null],
])('from November 27, %s is %s days away', (ends_on, expected) => {
  expect(daysUntilEnd({ ends_on }, '2026-11-27')).toBe(expected);
});
