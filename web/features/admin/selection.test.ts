import { act, renderHook } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { expect, test } from 'vitest';
import { useSelection } from './selection.ts';

const list = (...ids: string[]) => ids.map((id) => ({ id }));
const start = (...ids: string[]) =>
  renderHook(({ items }) => useSelection(items), { initialProps: { items: list(...ids) } });

test('one by one, and a range from the last one, in either direction', () => {
  const { result } = start('a', 'b', 'c', 'd', 'e');
  act(() => result.current.toggle('d', false));
  act(() => result.current.toggle('b', true));
  expect(result.current.ids).toEqual(['b', 'c', 'd']);
  act(() => result.current.toggle('e', true));
  expect(result.current.ids).toEqual(['b', 'c', 'd', 'e']);
  // What is deselected with shift takes its range along.
  act(() => result.current.toggle('c', false));
  act(() => result.current.toggle('d', true));
  expect(result.current.ids).toEqual(['b', 'e']);
});

test('a range is the same when React does everything twice, as it does while one develops', () => {
  const { result } = renderHook(() => useSelection(list('a', 'b', 'c')), { wrapper: StrictMode });
  act(() => result.current.toggle('a', false));
  act(() => result.current.toggle('c', true));
  expect(result.current.ids).toEqual(['a', 'b', 'c']);
});

test('a range without a beginning is one photo', () => {
  const { result } = start('a', 'b', 'c');
  act(() => result.current.toggle('c', true));
  expect(result.current.ids).toEqual(['c']);
});

test('all, none, and Esc', async () => {
  const { result } = start('a', 'b');
  act(() => result.current.all());
  expect(result.current.ids).toEqual(['a', 'b']);
  act(() => result.current.clear());
  expect(result.current.ids).toEqual([]);
  act(() => result.current.toggle('a', false));
  await userEvent.keyboard('{Escape}');
  expect(result.current.ids).toEqual([]);
});

test('what is gone from the list is no longer selected', () => {
  const { result, rerender } = start('a', 'b', 'c');
  act(() => result.current.all());
  rerender({ items: list('c', 'a') });
  expect(result.current.ids).toEqual(['c', 'a']);
});
