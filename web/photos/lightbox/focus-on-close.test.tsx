import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useFocusOnClose, type Visit } from './focus-on-close.ts';

afterEach(() => document.body.replaceChildren());

function cards(...photos: string[]) {
  const list = document.createElement('div');
  for (const photo of photos) {
    const card = document.createElement('button');
    card.dataset.photo = photo;
    list.append(card);
  }
  document.body.append(list);
  return { current: list };
}
const focusedPhoto = () => (document.activeElement as HTMLElement).dataset.photo;

test('focuses the photo seen last, although the address went back before it was rendered', async () => {
  const visit: { current: Visit } = { current: { opener: 'b' } };
  const list = cards('a', 'b');
  const { rerender } = renderHook<string | undefined, { shown: string | undefined }>(
    ({ shown }) => useFocusOnClose(list, shown, visit),
    { initialProps: { shown: 'b' } },
  );
  visit.current.last = 'a';
  rerender({ shown: 'a' });
  // The viewer shows 'b', and Back replaces that address before the router renders it.
  visit.current.last = 'b';
  rerender({ shown: undefined });
  await waitFor(() => expect(focusedPhoto()).toBe('b'));
});

test('a photo opened by its address is focused, and scrolled into view', async () => {
  const visit: { current: Visit } = { current: {} };
  const list = cards('a', 'b');
  const { rerender, result } = renderHook<string | undefined, { shown: string | undefined }>(
    ({ shown }) => useFocusOnClose(list, shown, visit),
    { initialProps: { shown: 'b' } },
  );
  rerender({ shown: undefined });
  expect(result.current).toBe('b');
  await waitFor(() => expect(focusedPhoto()).toBe('b'));
});
