import { expect, test } from 'vitest';
import { placeInRows } from './rows.ts';

const size = { width: 1_000, rowHeight: 200, gap: 10, below: 30 };
/** Returns a deterministic mix of ratios: portraits, landscapes, squares and panoramas. */
const mixed = (count: number) => Array.from({ length: count }, (_, n) => [0.67, 1.5, 1, 2.6][(n * 7 + (n >> 2)) % 4]!);

/** Returns the indexes of the photos by row. */
const rowsOf = ({ top }: { top: Float64Array }) => [...Map.groupBy([...top.keys()], (index) => top[index]!).values()];

test.each([96, 200, 320])('rows of about %i px fill the width, keep ratios and the order', (rowHeight) => {
  const ratios = mixed(200);
  const placed = placeInRows(ratios, { ...size, rowHeight });
  const rows = rowsOf(placed);
  expect(rows.flat()).toEqual(ratios.map((_, index) => index));
  for (const row of rows.slice(0, -1)) {
    const lastIndex = row.at(-1)!;
    expect(placed.left[lastIndex]! + placed.width[lastIndex]!).toBeCloseTo(size.width);
    for (const index of row) {
      expect(placed.width[index]! / placed.picture[index]!).toBeCloseTo(ratios[index]!);
      expect(placed.picture[index]).toBe(placed.picture[row[0]!]);
    }
    expect(placed.picture[lastIndex]).toBeGreaterThan(rowHeight * 0.6);
    expect(placed.picture[lastIndex]).toBeLessThan(rowHeight * 1.7);
  }
});

test('the last row has the wished height and is not stretched', () => {
  const { picture, width, total } = placeInRows([1.5, 1.5], size);
  expect([...picture]).toEqual([200, 200]);
  expect([...width]).toEqual([300, 300]);
  expect(total).toBe(200 + 30 + 10);
});

test('appended pictures move only the last row', () => {
  const allRows = placeInRows(mixed(240), size);
  const firstRows = placeInRows(mixed(60), size);
  const unmoved = rowsOf(firstRows).at(-1)![0]!;
  for (const property of ['left', 'width', 'top'] as const) {
    expect([...allRows[property].slice(0, unmoved)]).toEqual([...firstRows[property].slice(0, unmoved)]);
  }
});

test('strips and columns of any ratio get cards that can be seen and pressed', () => {
  const { width, picture } = placeInRows([900, 0.001, 1, 1, 1, 1, 1, 900], { ...size, rowHeight: 96 });
  for (const pixels of [...width, ...picture]) expect(pixels).toBeGreaterThanOrEqual(40);
  expect(Math.max(...width)).toBeLessThanOrEqual(size.width);
});

test('a part begins in a new row below its heading, and the row before it is not stretched', () => {
  const ratios = [1.5, 1.5, 1.5, 1.5, 1.5, 1.5];
  const placed = placeInRows(ratios, { ...size, starts: new Set([0, 2]), heading: 48 });
  expect(rowsOf(placed)).toEqual([[0, 1], [2, 3, 4], [5]]);
  expect([...placed.width].slice(0, 2)).toEqual([300, 300]);
  expect(placed.top[0]).toBe(48);
  expect(placed.top[2]).toBe(48 + 200 + 30 + 10 + 48);
  // The next row of the same section follows without a heading.
  expect(placed.top[5]).toBe(placed.top[2]! + placed.height[2]!);
});

test('no pictures and no width place nothing', () => {
  expect(placeInRows([], size).total).toBe(0);
  expect(placeInRows([1], { ...size, width: 320, rowHeight: 320 }).width[0]).toBe(320);
});
