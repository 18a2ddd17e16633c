/** Layout of cards in pixels: column, top and height of each card, and the list's total height. */
export interface Masonry {
  column: Uint8Array;
  top: Float64Array;
  height: Float64Array;
  total: number;
}

/**
 * Pixels. Columns within it count as equally high, so that equal cards fill rows from left to right despite rounding.
 */
const tolerance = 1;

/**
 * Places cards in order, each into the shortest column, the leftmost of equal ones. Columns depend only on estimates: a
 * changed measured height moves only the cards below it in its column, and appended cards move none.
 * @param estimates height of each card with the gap below it, before rendering.
 * @param measured height of a rendered card by its index, if it differs.
 */
export function placeCards(
  estimates: readonly number[],
  columns: number,
  measured: (place: number) => number | undefined,
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
  estimates.forEach((estimate, place) => {
    const shortest = Math.min(...estimatedEnds);
    const column = estimatedEnds.findIndex((end) => end <= shortest + tolerance);
    const height = measured(place) ?? estimate;
    masonry.column[place] = column;
    masonry.top[place] = ends[column]!;
    masonry.height[place] = height;
    estimatedEnds[column]! += estimate;
    ends[column]! += height;
  });
  masonry.total = Math.max(0, ...ends);
  return masonry;
}

/** Indexes of the first and last card between two distances from the list's top; `last < first` if there is none. */
export function cardsBetween(
  { top, height }: Pick<Masonry, 'top' | 'height'>,
  from: number,
  to: number,
): { first: number; last: number } {
  let first = top.length;
  let last = -1;
  for (let place = 0; place < top.length; place += 1) {
    const start = top[place]!;
    if (start >= to || start + height[place]! <= from) continue;
    if (first > place) first = place;
    last = place;
  }
  return { first, last };
}
