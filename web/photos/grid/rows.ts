import { cardRatio } from './grid-layout.ts';

/** Cards in rows: left, width and top of each card, the height of its picture and of the whole card, in pixels. */
export interface Rows {
  left: Float64Array;
  width: Float64Array;
  picture: Float64Array;
  top: Float64Array;
  /** Picture, caption and the gap below. */
  height: Float64Array;
  total: number;
}

/**
 * Places pictures in justified rows in their order: each picture keeps its ratio, each row but the last is as wide as
 * the list, and its height is as near to `rowHeight` as possible. Appended pictures move only those of the last row.
 * @param ratios width ÷ height of each picture.
 * @param below height of a card below its picture, without the gap.
 * @param starts indexes at which a part begins, in a new row below `heading` pixels.
 */
export function placeInRows(
  ratios: readonly number[],
  {
    width,
    rowHeight,
    gap,
    below,
    starts = new Set(),
    heading = 0,
  }: {
    width: number;
    rowHeight: number;
    gap: number;
    below: number;
    starts?: ReadonlySet<number>;
    heading?: number;
  },
): Rows {
  const count = ratios.length;
  const made = () => new Float64Array(count);
  const rows: Rows = { left: made(), width: made(), picture: made(), top: made(), height: made(), total: 0 };
  const shown = ratios.map((ratio) => cardRatio(ratio));
  const heightOf = (sum: number, pictures: number) => (width - gap * (pictures - 1)) / sum;

  const place = (from: number, to: number, picture: number) => {
    let left = 0;
    for (let index = from; index < to; index += 1) {
      rows.left[index] = left;
      rows.width[index] = shown[index]! * picture;
      rows.picture[index] = picture;
      rows.top[index] = rows.total;
      rows.height[index] = picture + below + gap;
      left += rows.width[index]! + gap;
    }
    rows.total += picture + below + gap;
  };

  let start = 0;
  let sum = 0;
  const endPart = (end: number) => {
    if (start < end) place(start, end, Math.min(rowHeight, heightOf(sum, end - start)));
    start = end;
    sum = 0;
  };
  for (let index = 0; index < count; index += 1) {
    if (starts.has(index)) {
      endPart(index);
      rows.total += heading;
    }
    const without = heightOf(sum, index - start);
    const withIt = heightOf(sum + shown[index]!, index - start + 1);
    sum += shown[index]!;
    if (withIt > rowHeight) continue;
    // The row ends before this picture where that height is nearer to the wished one.
    const before = index > start && without - rowHeight < rowHeight - withIt;
    place(start, before ? index : index + 1, before ? without : withIt);
    start = before ? index : index + 1;
    sum = before ? shown[index]! : 0;
  }
  endPart(count);
  return rows;
}
