/** Levels, of 255, by which a pixel has to differ before anybody sees it. */
export const leastChange = 8;

/** The part of a region's pixels that has to be changed. A single thin letter changes 0.7%, words change 1.4% to 30%. */
const leastPart = 0.005;

/** Cells in which changed pixels are counted, along each side: thirds and quarters of a picture are whole cells. */
const perSide = 12;
const third = perSide / 3;
const quarter = perSide / 4;
const half = perSide / 2;

interface Size {
  width: number;
  height: number;
}

/** A part of a picture, in cells: from these, and up to those without them. */
interface Region {
  columns: [from: number, to: number];
  rows: [from: number, to: number];
}

const all: Region['rows'] = [0, perSide];
const middle: Region['rows'] = [third, 2 * third];
const halves: Region['rows'][] = [
  [0, half],
  [half, perSide],
];
const quarters: Region['rows'][] = Array.from({ length: 4 }, (_, index) => [index * quarter, (index + 1) * quarter]);

/** What somebody may crop a picture to: its middle, each quarter around it, and each quarter along its longer side. */
const regionsOf = ({ width, height }: Size): Region[] => [
  { columns: middle, rows: middle },
  ...halves.flatMap((columns) => halves.map((rows) => ({ columns, rows }))),
  ...quarters.map((part) => (width < height ? { columns: all, rows: part } : { columns: part, rows: all })),
];

/** Counts the pixels of a picture that are changed, by the place where they are. */
export class ChangeCount {
  /** By cell, row after row. The drawing counts here itself, because a call for each pixel would take longer than it. */
  readonly cells = new Uint32Array(perSide * perSide);
  /** By column of the picture, its cell in a row. */
  readonly cellOf: Uint8Array;
  readonly #size: Size;

  constructor(size: Size) {
    this.#size = size;
    this.cellOf = Uint8Array.from({ length: size.width }, (_, x) => Math.floor((x * perSide) / size.width));
  }

  /** Returns the first cell of a row of the picture. */
  rowOf(y: number): number {
    return Math.floor((y * perSide) / this.#size.height) * perSide;
  }

  /** Returns whether enough is changed in every part to which somebody may crop the picture. */
  isEverywhere(): boolean {
    return regionsOf(this.#size).every((region) => this.#partIn(region) >= leastPart);
  }

  /** The part of a region's pixels that is changed. */
  #partIn({ columns, rows }: Region): number {
    const { width, height } = this.#size;
    let changed = 0;
    for (let row = rows[0]; row < rows[1]; row += 1) {
      for (let column = columns[0]; column < columns[1]; column += 1) changed += this.cells[row * perSide + column]!;
    }
    return changed / (((columns[1] - columns[0]) * (rows[1] - rows[0]) * width * height) / perSide ** 2);
  }
}
