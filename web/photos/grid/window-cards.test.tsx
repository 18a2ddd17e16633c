import { act, render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Card, useWindowCards } from './window-cards.ts';

/** Fake measured heights by card id; other cards measure as estimated. */
let measuredHeights: Record<string, number>;
let reportSizes: (targets: Element[]) => void;
const watched = new Set<Element>();

beforeEach(() => {
  measuredHeights = {};
  watched.clear();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: (entries: { target: Element }[]) => void) {
        reportSizes = (targets) => callback(targets.map((target) => ({ target })));
      }
      observe = (element: Element) => void watched.add(element);
      unobserve = (element: Element) => void watched.delete(element);
      disconnect = () => watched.clear();
    },
  );
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return measuredHeights[this.dataset.card ?? ''] ?? Number(this.dataset.height);
  });
  vi.stubGlobal('innerHeight', 300);
  goTo(0);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function goTo(top: number) {
  vi.stubGlobal('scrollY', top);
  act(() => void dispatchEvent(new Event('scroll')));
}

const cardsOf = (count: number, height: number): Card[] =>
  Array.from({ length: count }, (_, index) => ({ id: `card-${index}`, height }));
const hundred = cardsOf(100, 100);

function List({ cards = hundred, since = 1 }: { cards?: Card[]; since?: number }) {
  const { first, last, masonry, measured } = useWindowCards({ cards, columns: 2, top: 0, margin: 100, since });
  return (
    <ol data-total={masonry.total}>
      {cards.slice(first, last + 1).map(({ id }, offset) => (
        <li
          key={id}
          ref={measured}
          data-card={id}
          data-height={masonry.height[first + offset]}
          data-top={masonry.top[first + offset]}
        />
      ))}
    </ol>
  );
}

const inPage = () => [...document.querySelectorAll<HTMLElement>('li')];
const indexes = () => inPage().map(({ dataset }) => Number(dataset.card?.slice('card-'.length)));
const topOf = (card: number) => Number(inPage().find(({ dataset }) => dataset.card === `card-${card}`)?.dataset.top);
const total = () => Number(document.querySelector('ol')?.dataset.total);
const measure = () => act(() => reportSizes([...watched]));

test('only cards in the viewport and within its margin are rendered', () => {
  render(<List />);
  expect(indexes()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(total()).toBe(5_000);
  goTo(1_050);
  expect(indexes()[0]).toBe(18);
  expect(topOf(18)).toBe(900);
  goTo(4_700);
  expect(indexes().at(-1)).toBe(99);
});

test('cards are those in the viewport also if it moved before the list listened to scrolling', () => {
  function Moved() {
    useLayoutEffect(() => {
      vi.stubGlobal('scrollY', 1_050);
    }, []);
    return <List />;
  }
  render(<Moved />);
  expect(indexes()[0]).toBe(18);
});

test('cards are those in the viewport also if it moved before they were placed', () => {
  const { rerender } = render(<List cards={[]} />);
  goTo(1_050);
  rerender(<List />);
  expect(indexes()[0]).toBe(18);
});

test('a card measured higher than estimated moves those below it and keeps its height when not rendered', () => {
  measuredHeights['card-1'] = 160;
  render(<List />);
  measure();
  expect(topOf(3)).toBe(160);
  expect(topOf(2)).toBe(100);
  expect(total()).toBe(5_060);
  goTo(2_000);
  expect(indexes()).not.toContain(1);
  expect(total()).toBe(5_060);
});

test('a difference of one pixel moves nothing', () => {
  measuredHeights['card-1'] = 101;
  render(<List />);
  measure();
  expect(total()).toBe(5_000);
});

test('when the width changes, measured heights are discarded and rendered cards measured again', () => {
  measuredHeights['card-1'] = 160;
  const { rerender } = render(<List />);
  measure();
  measuredHeights['card-1'] = 240;
  rerender(<List cards={cardsOf(100, 200)} since={2} />);
  expect(topOf(3)).toBe(200);
  expect(watched.size).toBe(inPage().length);
  measure();
  expect(topOf(3)).toBe(240);
});

test('a list that becomes shorter than the scroll position shows its end', () => {
  const { rerender } = render(<List />);
  goTo(1_050);
  rerender(<List cards={cardsOf(20, 100)} />);
  expect(indexes()).toEqual([18, 19]);
});

test('a card keeps its measured height when its index changes', () => {
  measuredHeights['card-1'] = 160;
  const { rerender } = render(<List />);
  measure();
  rerender(<List cards={hundred.slice(1)} />);
  expect(topOf(1)).toBe(0);
  expect(topOf(3)).toBe(160);
  expect(topOf(4)).toBe(100);
});
