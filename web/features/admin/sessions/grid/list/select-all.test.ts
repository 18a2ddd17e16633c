import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useTicked } from '../ticked.ts';
import { useSelectAll } from './select-all.ts';

const list = (ids: string) => [...ids].map((id) => ({ id }));

/** Renders a list with pages that are not loaded yet. */
function start(ids: string) {
  const loadMore = vi.fn();
  const view = renderHook(
    ({ items, hasMore }) => {
      const ticked = useTicked(items);
      return { ticked, everything: useSelectAll(ticked, hasMore, loadMore) };
    },
    { initialProps: { items: list(ids), hasMore: true } },
  );
  return { ...view, loadMore, ids: () => view.result.current.ticked.ids.join('') };
}

test('loads the remaining pages, and ticks their photos', () => {
  const { result, rerender, loadMore, ids } = start('ab');
  act(() => result.current.everything.select());
  expect(ids()).toBe('ab');
  expect(loadMore).toHaveBeenCalled();
  expect(result.current.everything.loading).toBe(true);
  rerender({ items: list('abcd'), hasMore: false });
  expect(ids()).toBe('abcd');
  expect(result.current.everything.loading).toBe(false);
});

test('ends when no photo is ticked any more', () => {
  const { result, rerender, loadMore, ids } = start('ab');
  act(() => result.current.everything.select());
  act(() => result.current.ticked.clear());
  expect(result.current.everything.loading).toBe(false);
  loadMore.mockClear();
  rerender({ items: list('abcd'), hasMore: true });
  expect(ids()).toBe('');
  expect(loadMore).not.toHaveBeenCalled();
});

test('photos that are loaded later are not ticked after all were', () => {
  const { result, rerender, ids } = start('ab');
  act(() => result.current.everything.select());
  rerender({ items: list('abc'), hasMore: false });
  rerender({ items: list('abcd'), hasMore: false });
  expect(ids()).toBe('abc');
});
