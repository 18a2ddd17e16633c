import { expect, test } from 'vitest';
import { spread } from './largest-remainder.ts';

test.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [100, [3, 3, 1], [43, 43, 14]],
  [1, [1, 2, 1], [0, 1, 0]],
  [2, [0, 5, 0, 5], [0, 1, 0, 1]],
  [0, [0, 0], [0, 0]],
  [0, [], []],
  [9_007_199_254_740_991, [1, 1], [4_503_599_627_370_496, 4_503_599_627_370_495]],
])('%s over %j is %j', (total, weights, shares) => {
  expect(spread(total, weights)).toEqual(shares);
});

test.each([
  [1, [0, 0]],
  [1, []],
  [-1, [1]],
  [1, [2, -1]],
  [0.5, [1]],
  [1, [Number.NaN]],
])('%s over %j is refused', (total, weights) => {
  expect(() => spread(total, weights)).toThrow(RangeError);
});
