import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useWindowRows } from './window-rows.ts';

/** How high each row is found to be, by its place; others are as high as estimated. */
let found: Record<number, number>;
let tell: (targets: Element[]) => void;
const watched = new Set<Element>();

beforeEach(() => {
  found = {};
  watched.clear();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: (entries: { target: Element }[]) => void) {
        tell = (targets) => callback(targets.map((target) => ({ target })));
      }
      observe = (element: Element) => void watched.add(element);
      unobserve = (element: Element) => void watched.delete(element);
      disconnect = () => watched.clear();
    },
  );
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return found[Number(this.dataset.index)] ?? 100;
  });
  vi.stubGlobal('innerHeight', 300);
  scrollBy.mockImplementation(({ top }: { top: number }) => goTo(scrollY + top));
  vi.stubGlobal('scrollBy', scrollBy);
  goTo(0);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const scrollBy = vi.fn();
function goTo(top: number) {
  vi.stubGlobal('scrollY', top);
  act(() => void dispatchEvent(new Event('scroll')));
}

function List({ estimate = 100, count = 50 }: { estimate?: number; count?: number }) {
  const { rows, height, measured } = useWindowRows({ count, estimate, top: 0, margin: estimate });
  return (
    <ol data-height={height}>
      {rows.map(({ index, start }) => (
        <li key={index} ref={measured} data-index={index} data-start={start} />
      ))}
    </ol>
  );
}

const inPage = () => [...document.querySelectorAll<HTMLElement>('li')];
const places = () => inPage().map(({ dataset }) => Number(dataset.index));
const startOf = (row: number) => Number(inPage().find(({ dataset }) => dataset.index === String(row))?.dataset.start);
const height = () => Number(document.querySelector('ol')?.dataset.height);
const measure = () => act(() => tell([...watched]));

test('only rows in the window, and one on either side of it, are in the page', () => {
  render(<List />);
  expect(places()).toEqual([0, 1, 2, 3]);
  expect(height()).toBe(5_000);
  goTo(1_050);
  expect(places()).toEqual([9, 10, 11, 12, 13, 14]);
  expect(startOf(9)).toBe(900);
  goTo(4_700);
  expect(places().at(-1)).toBe(49);
});

test('a row that is higher than estimated moves those below it, and stays so when it is away', () => {
  found[1] = 160;
  render(<List />);
  measure();
  expect(startOf(2)).toBe(260);
  expect(height()).toBe(5_060);
  goTo(2_000);
  expect(places()).not.toContain(1);
  expect(height()).toBe(5_060);
});

test('what is in the window stays where it is when a row above it turns out higher', () => {
  found[9] = 130;
  render(<List />);
  goTo(1_050);
  measure();
  expect(scrollBy).toHaveBeenCalledExactlyOnceWith({ top: 30, behavior: 'instant' });
  expect(startOf(10)).toBe(1_030);
});

test('heights that were found at another width are forgotten, and all rows in the page looked at anew', () => {
  found[1] = 160;
  const { rerender } = render(<List />);
  measure();
  found[1] = 240;
  rerender(<List estimate={200} />);
  expect(startOf(2)).toBe(400);
  expect(watched.size).toBe(inPage().length);
  measure();
  expect(startOf(1)).toBe(100);
  expect(startOf(2)).toBe(340);
});

test('a list that gets shorter than its place in the window shows its end', () => {
  const { rerender } = render(<List />);
  goTo(1_050);
  rerender(<List count={11} />);
  expect(places()).toEqual([9, 10]);
});
