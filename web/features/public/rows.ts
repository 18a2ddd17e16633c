/** The layout of a picture in `.wall`: its share of the row's width and the number of gaps in the row. */
export interface RowShare {
  share: number;
  gaps: number;
}

/**
 * Divides pictures into rows of similar height that fill the width.
 * @param ratios width ÷ height of each picture
 * @param perRow target sum of ratios in a row
 * @param atLeast minimum sum of ratios; a row below it doesn't fill the width, because it would be too high
 */
export function rowsOf(ratios: number[], { perRow, atLeast }: { perRow: number; atLeast: number }): RowShare[] {
  const total = sum(ratios);
  const count = Math.max(1, Math.round(total / perRow));
  const rows: number[][] = Array.from({ length: count }, () => []);
  let sumBefore = 0;
  for (const ratio of ratios) {
    // Split the total ratio into `count` equal ranges; the picture belongs to the range that contains its middle.
    const row = Math.min(count - 1, Math.floor(((sumBefore + ratio / 2) / total) * count));
    rows[row]?.push(ratio);
    sumBefore += ratio;
  }
  return rows.flatMap((row) => {
    const width = Math.max(sum(row), atLeast);
    return row.map((ratio) => ({ share: ratio / width, gaps: row.length - 1 }));
  });
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/**
 * Returns the custom properties for `.wall` in site.css: `--share` and `--gaps` on phones, `--wide-share` and
 * `--wide-gaps` above.
 */
export function wallProperties(ratios: number[]): Record<string, number>[] {
  const phone = rowsOf(ratios, { perRow: 2, atLeast: 0.75 });
  const wide = rowsOf(ratios, { perRow: 3.9, atLeast: 2.6 });
  return ratios.map((ratio, index) => ({
    '--ratio': roundDown(ratio),
    '--share': roundDown(phone[index]?.share ?? 1),
    '--gaps': phone[index]?.gaps ?? 0,
    '--wide-share': roundDown(wide[index]?.share ?? 1),
    '--wide-gaps': wide[index]?.gaps ?? 0,
  }));
}

/** Rounds down, because a row slightly wider than 100% would wrap. */
const roundDown = (number: number) => Math.floor(number * 10_000) / 10_000;
