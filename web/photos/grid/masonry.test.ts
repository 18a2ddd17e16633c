import { expect, test } from 'vitest';
import { cardsBetween, placeCards } from './masonry.ts';

const unmeasured = () => undefined;
const layOut = (estimates: number[], columns = 2, measured: (index: number) => number | undefined = unmeasured) =>
  placeCards(estimates, columns, measured);
/** Returns a deterministic mix of card heights: portraits, landscapes, squares and panoramas. */
const mixed = (count: number) => Array.from({ length: count }, (_, n) => [450, 220, 300, 130][(n * 7 + (n >> 2)) % 4]!);

test('each card goes to the shortest column, the leftmost of equal ones', () => {
  const { column, top, total } = layOut([100, 200, 50, 100, 10], 2);
  expect([...column]).toEqual([0, 1, 0, 0, 1]);
  expect([...top]).toEqual([0, 0, 100, 150, 200]);
  expect(total).toBe(250);
});

test('equal cards fill rows from left to right despite one pixel of rounding', () => {
  expect([...layOut([100, 101, 100, 100, 100, 101], 3).column]).toEqual([0, 1, 2, 0, 1, 2]);
});

test('appended cards move no earlier card', () => {
  const allCards = layOut(mixed(240), 4);
  const firstCards = layOut(mixed(240).slice(0, 60), 4);
  expect([...allCards.column.slice(0, 60)]).toEqual([...firstCards.column]);
  expect([...allCards.top.slice(0, 60)]).toEqual([...firstCards.top]);
});

test('a card measured higher moves only the cards below it in its column', () => {
  const layoutBefore = layOut(mixed(40), 3);
  const grown = layOut(mixed(40), 3, (index) => (index === 4 ? mixed(40)[4]! + 70 : undefined));
  expect([...grown.column]).toEqual([...layoutBefore.column]);
  layoutBefore.top.forEach((top, index) => {
    const moved = index > 4 && layoutBefore.column[index] === layoutBefore.column[4];
    expect(grown.top[index], `card ${index}`).toBe(top + (moved ? 70 : 0));
  });
});

test('reading order runs down the page: no card starts above an earlier one', () => {
  const { top } = layOut(mixed(500), 4);
  for (let index = 1; index < top.length; index += 1) expect(top[index]).toBeGreaterThanOrEqual(top[index - 1]!);
});

test('cardsBetween() returns every card in the range and none far from it', () => {
  const masonry = layOut(mixed(5_000), 4);
  for (const startTop of [0, 1_000, 77_777, masonry.total - 900]) {
    const { first, last } = cardsBetween(masonry, startTop, startTop + 900);
    masonry.top.forEach((top, index) => {
      const touches = top < startTop + 900 && top + masonry.height[index]! > startTop;
      if (touches) expect(index >= first && index <= last).toBe(true);
    });
    expect(last - first).toBeLessThan(30);
  }
});

test('cardsBetween() returns none outside of the list', () => {
  const { first, last } = cardsBetween(layOut([100, 100]), 500, 900);
  expect(last).toBeLessThan(first);
  expect(layOut([]).total).toBe(0);
});
