import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropAllPositions, useKeptPosition } from './kept-position.ts';
import { positionPrefix } from './position-names.ts';

function Screen({ name }: { name: string }) {
  useKeptPosition(name, true);
  return null;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('scrollY', 0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** Renders a screen and its first frame, in which it looks for a position to restore. */
const show = (name: string) => {
  const shown = render(<Screen name={name} />);
  vi.runAllTimers();
  return shown;
};
const scrollToTop = (top: number) => {
  vi.stubGlobal('scrollY', top);
  dispatchEvent(new Event('scroll'));
};
const storedTop = (name: string) => sessionStorage.getItem(`${positionPrefix}${name}`);

test('many scroll events are one write, of the last position', () => {
  show('gallery ada');
  const write = vi.spyOn(Storage.prototype, 'setItem');
  for (let top = 60; top <= 600; top += 60) scrollToTop(top);
  vi.runAllTimers();
  expect(write).toHaveBeenCalledExactlyOnceWith(`${positionPrefix}gallery ada`, '600');
  write.mockRestore();
});

test('the last position is stored when another screen follows, and when the page is left', () => {
  const { rerender } = show('gallery ada');
  scrollToTop(300);
  rerender(<Screen name="favorites ada" />);
  expect(storedTop('gallery ada')).toBe('300');
  scrollToTop(120);
  dispatchEvent(new Event('pagehide'));
  expect(storedTop('favorites ada')).toBe('120');
});

test('a position that is due at sign-out is written neither then nor when the screen is left', () => {
  const { unmount } = show('gallery ada');
  scrollToTop(300);
  dropAllPositions();
  vi.runAllTimers();
  unmount();
  expect(sessionStorage).toHaveLength(0);
});
