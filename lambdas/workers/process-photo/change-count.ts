/** Levels, of 255, by which a pixel has to change before anybody sees it. */
export const leastChange = 8;

/**
 * The share of a region's pixels that has to be changed. A single thin letter changes 0.7%, words change 1.4% to 30%.
 */
const leastShare = 0.005;

/** Cells along each side in which changed pixels are counted: thirds and quarters of a photo are whole cells. */
const perSide = 12;
const third = perSide / 3;
const quarter = perSide / 4;
const half = perSide / 2;

interface Size {
  width: number;
  height: number;
}

/** A region of a photo, in cells: each range includes its first cell and excludes its last. */
interface Region {
  columns: [from: number, to: number];
  rows: [from: number, to: number];
}

const fullRange: Region['rows'] = [0, perSide];
const middleThird: Region['rows'] = [third, 2 * third];
const halves: Region['rows'][] = [
  [0, half],
  [half, perSide],
];
const quarters: Region['rows'][] = Array.from({ length: 4 }, (_, index) => [index * quarter, (index + 1) * quarter]);

/**
 * Returns the regions to which somebody may crop a photo: its middle, each quadrant, and each quarter along its longer
 * side.
 */
const regionsOf = ({ width, height }: Size): Region[] => [
  { columns: middleThird, rows: middleThird },
  ...halves.flatMap((columns) => halves.map((rows) => ({ columns, rows }))),
  ...quarters.map((range) =>
    width < height ? { columns: fullRange, rows: range } : { columns: range, rows: fullRange },
  ),
];

/** Counts the changed pixels of a photo, by cell. */
export class ChangeCount {
  /**
   * The number of changed pixels of each cell, row after row. `drawWatermark` counts here itself, because a call for
   * each pixel would take longer than the drawing.
   */
  readonly cells = new Uint32Array(perSide * perSide);
  /** The cell in a row for each column of the photo. */
  readonly cellOf: Uint8Array;
  readonly #size: Size;

  constructor(size: Size) {
    this.#size = size;
    this.cellOf = Uint8Array.from({ length: size.width }, (_, x) => Math.floor((x * perSide) / size.width));
  }

  /** Returns the first cell of a row of pixels. */
  rowOf(y: number): number {
    return Math.floor((y * perSide) / this.#size.height) * perSide;
  }

  /** Whether enough pixels are changed in every region to which somebody may crop the photo. */
  isEverywhere(): boolean {
    return regionsOf(this.#size).every((region) => this.#shareIn(region) >= leastShare);
  }

  /** Returns the share of a region's pixels that is changed. */
  #shareIn({ columns, rows }: Region): number {
    const { width, height } = this.#size;
    let changed = 0;
    for (let row = rows[0]; row < rows[1]; row += 1) {
      for (let column = columns[0]; column < columns[1]; column += 1) changed += this.cells[row * perSide + column]!;
    }
    return changed / (((columns[1] - columns[0]) * (rows[1] - rows[0]) * width * height) / perSide ** 2);
  }
}
