import { expect, test } from 'vitest';
import { toPath } from './drawing.ts';

test('a line is a path through its points, and a point a dot', () => {
  expect(
    toPath([
      [1, 2],
      [30, 4],
      [5, 60],
    ]),
  ).toBe('M1 2L30 4L5 60');
  expect(toPath([[1, 2]])).toBe('M1 2L1 2');
});
