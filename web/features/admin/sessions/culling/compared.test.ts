import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useCompared } from './compared.ts';

const photosOf = (ids: string) => [...ids].map((id) => ({ id }));
const open = (ids: string) =>
  renderHook(({ photos }) => useCompared(photos), { initialProps: { photos: photosOf(ids) } });
const shown = ({ result }: ReturnType<typeof open>) => result.current.compared?.map(({ id }) => id).join('');

test.each([
  ['abcde', 0, 'ab'],
  ['abcde', 3, 'de'],
  ['abcde', 4, 'de'],
  ['a', 0, 'a'],
])('of %s, the photo at %i is compared as %s', (ids, index, expected) => {
  const view = open(ids);
  expect(shown(view)).toBeUndefined();
  act(() => view.result.current.start(index));
  expect(shown(view)).toBe(expected);
  act(() => view.result.current.end());
  expect(shown(view)).toBeUndefined();
});

test('the next photo is added, up to four and to the end of the list', () => {
  const view = open('abcdef');
  act(() => view.result.current.start(0));
  for (const expected of ['abc', 'abcd', 'abcd']) {
    act(() => view.result.current.addNext());
    expect(shown(view)).toBe(expected);
  }
  act(() => view.result.current.start(4));
  act(() => view.result.current.addNext());
  expect(shown(view)).toBe('ef');
});

test('a photo that leaves the list is compared no longer', () => {
  const view = open('abc');
  act(() => view.result.current.start(0));
  view.rerender({ photos: photosOf('bc') });
  expect(shown(view)).toBe('b');
  act(() => view.result.current.addNext());
  expect(shown(view)).toBe('bc');
});
