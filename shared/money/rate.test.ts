import { expect, test } from 'vitest';
import { formatRate, partOf, rateOf } from './rate.ts';

test.each([
  // 8.25% of $10.00, and of $1.00 and $0.06, where the half is rounded up.
  [1_000, 8_250, 83],
  [100, 8_250, 8],
  [6, 8_250, 0],
  [6, 8_334, 1],
  [100, 500, 1],
  [99, 500, 0],
  [12_345, 100_000, 12_345],
  [9_007_199_254_740_991, 100_000, 9_007_199_254_740_991],
])('of %s cents, a rate of %s is %s', (cents, rate, part) => {
  expect(partOf(cents, rate)).toBe(part);
});

test('a part that no integer holds is refused', () => {
  expect(() => partOf(Number.MAX_SAFE_INTEGER, 100_001)).toThrow(RangeError);
  expect(() => partOf(1.5, 1)).toThrow(RangeError);
});

test.each([
  [0, '0%'],
  [125, '0.125%'],
  [8_250, '8.25%'],
  [10_000, '10%'],
  [100_000, '100%'],
])('a rate of %s is said as %s', (rate, words) => {
  expect(formatRate(rate)).toBe(words);
  expect(rateOf(words)).toBe(rate);
});

test.each([
  ['8,25', 8_250],
  [' 8.25 % ', 8_250],
  ['٨٫٢٥', 8_250],
  ['+7', 7_000],
  ['-5', -5_000],
  ['−5', -5_000],
  ['120', 120_000],
])('%j is typed as %s', (typed, rate) => {
  expect(rateOf(typed)).toBe(rate);
});

test.each(['', '%', 'ten', '8.2555', '8.25.1', '1,000.5', '8 25'])('%j is no rate', (typed) => {
  expect(rateOf(typed)).toBeUndefined();
});
