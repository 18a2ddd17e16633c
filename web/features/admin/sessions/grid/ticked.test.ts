import { act, renderHook } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { expect, test } from 'vitest';
import { useTicked } from './ticked.ts';

const list = (...ids: string[]) => ids.map((id) => ({ id }));
const start = (...ids: string[]) =>
  renderHook(({ items }) => useTicked(items), { initialProps: { items: list(...ids) } });

test('toggles single items, and a range from the last one in either direction', () => {
  const { result } = start('a', 'b', 'c', 'd', 'e');
  act(() => result.current.toggle('d', false));
  act(() => result.current.toggle('b', true));
  expect(result.current.ids).toEqual(['b', 'c', 'd']);
  act(() => result.current.toggle('e', true));
  expect(result.current.ids).toEqual(['b', 'c', 'd', 'e']);
  // Deselecting with shift deselects the range.
  act(() => result.current.toggle('c', false));
  act(() => result.current.toggle('d', true));
  expect(result.current.ids).toEqual(['b', 'e']);
});

test('a range is the same in Strict Mode, which calls updaters twice', () => {
  const { result } = renderHook(() => useTicked(list('a', 'b', 'c')), { wrapper: StrictMode });
  act(() => result.current.toggle('a', false));
  act(() => result.current.toggle('c', true));
  expect(result.current.ids).toEqual(['a', 'b', 'c']);
});

test('a range without a previous toggle selects one item', () => {
  const { result } = start('a', 'b', 'c');
  act(() => result.current.toggle('c', true));
  expect(result.current.ids).toEqual(['c']);
});

test('selects all, clears, and clears by Escape', async () => {
  const { result } = start('a', 'b');
  act(() => result.current.tickAll());
  expect(result.current.ids).toEqual(['a', 'b']);
  act(() => result.current.clear());
  expect(result.current.ids).toEqual([]);
  act(() => result.current.toggle('a', false));
  await userEvent.keyboard('{Escape}');
  expect(result.current.ids).toEqual([]);
});

test('items removed from the list are not selected', () => {
  const { result, rerender } = start('a', 'b', 'c');
  act(() => result.current.tickAll());
  rerender({ items: list('c', 'a') });
  expect(result.current.ids).toEqual(['c', 'a']);
});
