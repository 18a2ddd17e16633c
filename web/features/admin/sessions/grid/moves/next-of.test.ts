import { describe, expect, test } from 'vitest';
import { withChapterAt } from '../../chapters/chapters.ts';
import { nextOf } from './next-of.ts';

const items = [...'abcdef'].map((id) => ({ id }));
const next = (moved: string, direction: Parameters<typeof nextOf>[2]) => nextOf(items, new Set(moved), direction);

describe('nextOf', () => {
  test.each([
    ['c', 'earlier', 'b'],
    ['cd', 'earlier', 'b'],
    ['ce', 'earlier', 'b'],
    ['ac', 'earlier', 'b'],
    ['a', 'earlier', undefined],
    ['ab', 'earlier', undefined],
    ['c', 'later', 'e'],
    ['ce', 'later', null],
    ['e', 'later', null],
    ['f', 'later', undefined],
    ['df', 'later', null],
    ['c', 'first', 'a'],
    ['ac', 'first', 'b'],
    ['ab', 'first', undefined],
    ['c', 'last', null],
    ['df', 'last', null],
    ['f', 'last', undefined],
    ['abcdef', 'first', undefined],
    ['', 'last', undefined],
  ] as const)('of %s, moved %s, is %s', (moved, direction, expected) => {
    expect(next(moved, direction)).toBe(expected);
  });
});

test('withChapterAt moves one chapter to a place', () => {
  const moved = (id: string, position: number) =>
    withChapterAt(items.slice(0, 4), id, position)
      .map((chapter) => chapter.id)
      .join('');
  expect(moved('a', 2)).toBe('bcad');
  expect(moved('d', 0)).toBe('dabc');
  expect(moved('b', 3)).toBe('acdb');
  expect(moved('x', 0)).toBe('abcd');
});
