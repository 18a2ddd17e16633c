/** The layout of cards in pixels: column, top and height of each card, and the list's total height. */
export interface Masonry {
  column: Uint8Array;
  top: Float64Array;
  height: Float64Array;
  total: number;
}

/**
 * Pixels. Columns whose heights differ by less count as equally high, so that equal cards fill rows from left to
 * right despite rounding.
 */
const tolerance = 1;

/**
 * Lays out cards in order, each in the shortest column, or in the leftmost of equally short columns. Columns depend
 * only on estimates: a changed measured height moves only the cards below in its column, and appended cards move
 * none.
 * @param estimates height of each card with the gap below it, before rendering
 * @param measured returns the height of a rendered card by its index, if it differs
 */
export function placeCards(
  estimates: readonly number[],
  columns: number,
  measured: (index: number) => number | undefined,
): Masonry {
  const count = estimates.length;
  const masonry: Masonry = {
    column: new Uint8Array(count),
    top: new Float64Array(count),
    height: new Float64Array(count),
    total: 0,
  };
  const estimatedEnds = Array.from({ length: columns }, () => 0);
  const ends = Array.from({ length: columns }, () => 0);
  estimates.forEach((estimate, index) => {
    const shortest = Math.min(...estimatedEnds);
    const column = estimatedEnds.findIndex((end) => end <= shortest + tolerance);
    const height = measured(index) ?? estimate;
    masonry.column[index] = column;
    masonry.top[index] = ends[column]!;
    masonry.height[index] = height;
    estimatedEnds[column]! += estimate;
    ends[column]! += height;
  });
  masonry.total = Math.max(0, ...ends);
  return masonry;
}

/**
 * Returns the indexes of the first and last card between two distances from the list's top; `last < first` if there
 * is none.
 */
export function cardsBetween(
  { top, height }: Pick<Masonry, 'top' | 'height'>,
  from: number,
  to: number,
): { first: number; last: number } {
  let first = top.length;
  let last = -1;
  for (let index = 0; index < top.length; index += 1) {
    const start = top[index]!;
    if (start >= to || start + height[index]! <= from) continue;
    if (first > index) first = index;
    last = index;
  }
  return { first, last };
}
