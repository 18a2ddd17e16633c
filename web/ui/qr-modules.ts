/**
 * QR codes (ISO/IEC 18004) of short texts: byte mode, error correction level M, versions 1 to 13 (331 bytes), which is
 * what a link for an authenticator app needs.
 */

/** By version: codewords in all, error correction codewords a block, and blocks; level M. */
const versions: { total: number; correction: number; blocks: number }[] = [
  { total: 26, correction: 10, blocks: 1 },
  { total: 44, correction: 16, blocks: 1 },
  { total: 70, correction: 26, blocks: 1 },
  { total: 100, correction: 18, blocks: 2 },
  { total: 134, correction: 24, blocks: 2 },
  { total: 172, correction: 16, blocks: 4 },
  { total: 196, correction: 18, blocks: 4 },
  { total: 242, correction: 22, blocks: 4 },
  { total: 292, correction: 22, blocks: 5 },
  { total: 346, correction: 26, blocks: 5 },
  { total: 404, correction: 30, blocks: 5 },
  { total: 466, correction: 22, blocks: 8 },
  { total: 532, correction: 22, blocks: 9 },
];

/** The dark modules of the code, row by row, without the quiet zone around it. @throws Error for a text that is too long */
export function qrCode(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)];
  const version = 1 + versions.findIndex((_, index) => bitsFor(bytes.length, index + 1) <= 8 * dataLength(index + 1));
  if (version === 0) throw new Error(`A text of ${bytes.length} bytes does not fit into a QR code of ours.`);
  const codewords = withCorrection(dataCodewords(bytes, version), version);
  const drawings = masks.map((mask, index) => draw(version, codewords, mask, index));
  return drawings.reduce((best, next) => (penalty(next) < penalty(best) ? next : best));
}

const specOf = (version: number) => versions[version - 1]!;
const dataLength = (version: number) => specOf(version).total - specOf(version).correction * specOf(version).blocks;
/** Version 10 and above count their bytes in 16 bits. */
const lengthBits = (version: number) => (version < 10 ? 8 : 16);
const bitsFor = (length: number, version: number) => 4 + lengthBits(version) + 8 * length;

function dataCodewords(bytes: number[], version: number): number[] {
  const bits: number[] = [];
  const append = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  append(0b0100, 4);
  append(bytes.length, lengthBits(version));
  for (const byte of bytes) append(byte, 8);
  const capacity = 8 * dataLength(version);
  append(0, Math.min(4, capacity - bits.length));
  append(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) append(pad, 8);
  return Array.from({ length: capacity / 8 }, (_, index) => bits.slice(8 * index, 8 * index + 8).reduce(joined));
}

const joined = (value: number, bit: number) => (value << 1) | bit;

/** Data in blocks, each with its Reed-Solomon remainder, interleaved. */
function withCorrection(data: number[], version: number): number[] {
  const { correction, blocks } = specOf(version);
  const short = Math.floor(data.length / blocks);
  const longBlocks = data.length % blocks;
  const divisor = generator(correction);
  let taken = 0;
  const pieces = Array.from({ length: blocks }, (_, index) => {
    const size = short + (index >= blocks - longBlocks ? 1 : 0);
    const piece = data.slice(taken, taken + size);
    taken += size;
    return { piece, rest: remainder(piece, divisor) };
  });
  const interleaved: number[] = [];
  for (let index = 0; index <= short; index += 1) {
    for (const { piece } of pieces) if (index < piece.length) interleaved.push(piece[index]!);
  }
  for (let index = 0; index < correction; index += 1) {
    for (const { rest } of pieces) interleaved.push(rest[index]!);
  }
  return interleaved;
}

/** Multiplication in GF(2⁸) modulo x⁸ + x⁴ + x³ + x² + 1. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

/** Coefficients of (x − 2⁰)(x − 2¹) …, without the leading 1. */
function generator(degree: number): number[] {
  const result = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let step = 0; step < degree; step += 1) {
    for (let index = 0; index < degree; index += 1) {
      result[index] = multiply(result[index]!, root) ^ (result[index + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return result;
}

function remainder(data: number[], divisor: number[]): number[] {
  const rest = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ rest.shift()!;
    rest.push(0);
    for (const [index, coefficient] of divisor.entries()) rest[index] = rest[index]! ^ multiply(coefficient, factor);
  }
  return rest;
}

type Mask = (row: number, column: number) => boolean;
const masks: Mask[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

function draw(version: number, codewords: number[], mask: Mask, maskNumber: number): boolean[][] {
  const size = 17 + 4 * version;
  const dark = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const fixed = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const set = (row: number, column: number, isDark: boolean) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    dark[row]![column] = isDark;
    fixed[row]![column] = true;
  };

  for (let index = 0; index < size; index += 1) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    drawSquares(row, column, 4, (ring) => ring !== 2 && ring !== 4);
  }
  const centers = alignment(version, size);
  for (const row of centers) {
    for (const column of centers) {
      const inFinder =
        (row === 6 && column === 6) || (row === 6 && column === size - 7) || (row === size - 7 && column === 6);
      if (!inFinder) drawSquares(row, column, 2, (ring) => ring !== 1);
    }
  }
  drawFormat();
  drawVersion();
  fill();
  return dark;

  /** Squares around a center, each ring dark or light. */
  function drawSquares(row: number, column: number, radius: number, isDark: (ring: number) => boolean) {
    for (let down = -radius; down <= radius; down += 1) {
      for (let right = -radius; right <= radius; right += 1) {
        set(row + down, column + right, isDark(Math.max(Math.abs(down), Math.abs(right))));
      }
    }
  }

  function drawFormat() {
    // Level M is written as 0 in these bits.
    const bits = bch(maskNumber, 10, 0x537) ^ 0x5412;
    const at = (bit: number) => ((bits >>> bit) & 1) === 1;
    for (let bit = 0; bit < 6; bit += 1) set(bit, 8, at(bit));
    set(7, 8, at(6));
    set(8, 8, at(7));
    set(8, 7, at(8));
    for (let bit = 9; bit < 15; bit += 1) set(8, 14 - bit, at(bit));
    for (let bit = 0; bit < 8; bit += 1) set(8, size - 1 - bit, at(bit));
    for (let bit = 8; bit < 15; bit += 1) set(size - 15 + bit, 8, at(bit));
    set(size - 8, 8, true);
  }

  function drawVersion() {
    if (version < 7) return;
    const bits = bch(version, 12, 0x1f25);
    for (let bit = 0; bit < 18; bit += 1) {
      const [long, short] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
      set(short, long, ((bits >>> bit) & 1) === 1);
      set(long, short, ((bits >>> bit) & 1) === 1);
    }
  }

  /** In pairs of columns from the right, up and down by turns. */
  function fill() {
    let next = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const upward = ((right + 1) & 2) === 0;
      for (let step = 0; step < size; step += 1) {
        const row = upward ? size - 1 - step : step;
        for (const column of [right, right - 1]) {
          if (fixed[row]![column]) continue;
          const bit = ((codewords[next >>> 3] ?? 0) >>> (7 - (next & 7))) & 1;
          dark[row]![column] = (bit === 1) !== mask(row, column);
          next += 1;
        }
      }
    }
  }
}

/** A value followed by the remainder of its division: format and version can be read with some modules wrong. */
function bch(value: number, bits: number, divisor: number): number {
  let rest = value;
  for (let step = 0; step < bits; step += 1) rest = (rest << 1) ^ ((rest >>> (bits - 1)) * divisor);
  return (value << bits) | rest;
}

function alignment(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((4 * version + 4) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - step * (count - 2 - index))];
}

/** How hard a drawing is to read: long runs, blocks, shapes like a finder's, and one color in excess. */
function penalty(dark: boolean[][]): number {
  const size = dark.length;
  const columns = dark.map((_, column) => dark.map((row) => row[column]!));
  let sum = 0;
  for (const line of [...dark, ...columns]) {
    const text = line.map((isDark) => (isDark ? '1' : '0')).join('');
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  let amount = 0;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const here = dark[row]![column];
      if (here) amount += 1;
      const isBlock =
        row + 1 < size &&
        column + 1 < size &&
        here === dark[row]![column + 1] &&
        here === dark[row + 1]![column] &&
        here === dark[row + 1]![column + 1];
      if (isBlock) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((amount * 20) / size ** 2 - 10));
}
