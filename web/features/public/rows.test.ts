import { expect, test } from 'vitest';
import { rowsOf } from './rows.ts';

const sizes = { perRow: 4, atLeast: 2.5 };

/** Returns the sum of shares of each row. */
function rowSums(ratios: number[]): number[] {
  const sums: number[] = [];
  const layouts = rowsOf(ratios, sizes);
  for (let index = 0; index < layouts.length; ) {
    const count = (layouts[index]?.gaps ?? 0) + 1;
    sums.push(layouts.slice(index, index + count).reduce((total, { share }) => total + share, 0));
    index += count;
  }
  return sums;
}

test.each([[[1, 1, 1, 1]], [[1.5, 1.5, 1.5]], [[1.5, 0.67, 0.67, 1, 1.5, 1, 1, 0.75]], [Array(17).fill(1.5)]])(
  'every row of %j fills the width, including the last',
  (ratios) => {
    for (const total of rowSums(ratios)) expect(total).toBeCloseTo(1, 6);
  },
);

test('shares of a row are proportional to the pictures’ ratios', () => {
  const [wide, upright] = rowsOf([1.5, 0.75, 1.5], sizes);
  expect((wide?.share ?? 0) / (upright?.share ?? 1)).toBeCloseTo(2, 6);
});

test('a single upright picture does not exceed the maximum row height', () => {
  expect(rowsOf([0.75], sizes)).toEqual([{ share: 0.3, gaps: 0 }]);
});

test('each of 1 to 59 pictures gets a place', () => {
  for (let count = 1; count < 60; count++) expect(rowsOf(Array(count).fill(1.37), sizes)).toHaveLength(count);
});
