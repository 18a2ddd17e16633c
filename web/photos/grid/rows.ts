import { cardRatio } from './grid-layout.ts';

/** Cards in rows: left, width and top of each card, the heights of its photo and of the whole card, in pixels. */
export interface Rows {
  left: Float64Array;
  width: Float64Array;
  picture: Float64Array;
  top: Float64Array;
  /** The height of photo, caption and the gap below. */
  height: Float64Array;
  total: number;
}

/**
 * Lays out photos in justified rows in their order. Each photo keeps its ratio; each row but the last is as wide as
 * the list, and its height is as near to `rowHeight` as possible. Appended photos move only those of the last row.
 * @param ratios width ÷ height of each photo
 * @param below height of a card below its photo, without the gap
 * @param starts indexes at which a section begins, in a new row below `heading` pixels
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
  const newArray = () => new Float64Array(count);
  const rows: Rows = {
    left: newArray(),
    width: newArray(),
    picture: newArray(),
    top: newArray(),
    height: newArray(),
    total: 0,
  };
  const cardRatios = ratios.map((ratio) => cardRatio(ratio));
  const heightOf = (sum: number, photoCount: number) => (width - gap * (photoCount - 1)) / sum;

  const placeRow = (firstIndex: number, endIndex: number, photoHeight: number) => {
    let offset = 0;
    for (let index = firstIndex; index < endIndex; index += 1) {
      rows.left[index] = offset;
      rows.width[index] = cardRatios[index]! * photoHeight;
      rows.picture[index] = photoHeight;
      rows.top[index] = rows.total;
      rows.height[index] = photoHeight + below + gap;
      offset += rows.width[index]! + gap;
    }
    rows.total += photoHeight + below + gap;
  };

  let start = 0;
  let sum = 0;
  const endSection = (end: number) => {
    if (start < end) placeRow(start, end, Math.min(rowHeight, heightOf(sum, end - start)));
    start = end;
    sum = 0;
  };
  for (let index = 0; index < count; index += 1) {
    if (starts.has(index)) {
      endSection(index);
      rows.total += heading;
    }
    const heightWithout = heightOf(sum, index - start);
    const heightWith = heightOf(sum + cardRatios[index]!, index - start + 1);
    sum += cardRatios[index]!;
    if (heightWith > rowHeight) continue;
    // The row ends before this photo if the height without the photo is nearer to the desired height.
    const endsBefore = index > start && heightWithout - rowHeight < rowHeight - heightWith;
    placeRow(start, endsBefore ? index : index + 1, endsBefore ? heightWithout : heightWith);
    start = endsBefore ? index : index + 1;
    sum = endsBefore ? cardRatios[index]! : 0;
  }
  endSection(count);
  return rows;
}
