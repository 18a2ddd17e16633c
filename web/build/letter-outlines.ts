import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { drawable } from '../../shared/contract/watermarks.ts';
import { tablesOf } from './font-tables.ts';

/**
 * Writes shared/photos/letter-outlines.ts: the outlines of the display font's letters, from which watermarks are drawn
 * where no fonts are installed. Run it after a change of the font or of the characters: `node
 * web/build/letter-outlines.ts`.
 */

const project = join(import.meta.dirname, '../..');
const font = join(project, 'node_modules/@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2');

/** Every character that a watermark can have. */
const drawableCharacters = Array.from({ length: 0x2123 }, (_, code) => String.fromCodePoint(code))
  .filter((letter) => drawable.test(letter))
  .join('');

/**
 * Width and shape by character: the shape is the data of an SVG path; 1,000 units to the em, y downwards from the
 * baseline.
 */
export type LetterOutlines = Record<string, [width: number, path: string]>;

/** Returns the outlines of all characters that a watermark can have. */
export async function readOutlines(): Promise<LetterOutlines> {
  const tables = tablesOf(await subsetFont(await readFile(font), drawableCharacters, { targetFormat: 'sfnt' }));
  const glyphs = new Glyphs(tables);
  return Object.fromEntries(
    [...drawableCharacters].map((letter) => [letter, glyphs.outline(letter.codePointAt(0)!)] as const),
  );
}

interface Point {
  x: number;
  y: number;
  isOnCurve: boolean;
}

/** Reads the tables of a TrueType font. https://learn.microsoft.com/typography/opentype/spec/glyf */
class Glyphs {
  readonly #table: (name: string) => Buffer;
  readonly #scale: number;

  constructor(tables: Map<string, Buffer>) {
    this.#table = (name) => {
      const table = tables.get(name);
      if (!table) throw new Error(`The font has no table ${name}.`);
      return table;
    };
    this.#scale = 1_000 / this.#table('head').readUInt16BE(18);
  }

  outline(code: number): [number, string] {
    const glyph = this.#glyphOf(code);
    const lastMetric = this.#table('hhea').readUInt16BE(34) - 1;
    const width = this.#table('hmtx').readUInt16BE(Math.min(glyph, lastMetric) * 4);
    return [
      Math.round(width * this.#scale),
      this.#contours(glyph)
        .map((contour) => this.#path(contour))
        .join(''),
    ];
  }

  /** Returns the glyph of a character by the character map of format 4, which fonts have for the basic plane. */
  #glyphOf(code: number): number {
    const cmap = this.#table('cmap');
    for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
      const at = cmap.readUInt32BE(4 + index * 8 + 4);
      if (cmap.readUInt16BE(at) !== 4) continue;
      const segments = cmap.readUInt16BE(at + 6) / 2;
      for (let segment = 0; segment < segments; segment += 1) {
        const end = at + 14 + segment * 2;
        const start = end + segments * 2 + 2;
        if (cmap.readUInt16BE(end) < code || cmap.readUInt16BE(start) > code) continue;
        const delta = cmap.readInt16BE(start + segments * 2);
        const rangeAt = start + segments * 4;
        const range = cmap.readUInt16BE(rangeAt);
        if (range === 0) return (code + delta) & 0xffff;
        const glyph = cmap.readUInt16BE(rangeAt + range + (code - cmap.readUInt16BE(start)) * 2);
        return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
      }
    }
    throw new Error(`The font has no letter ${String.fromCodePoint(code)}.`);
  }

  #contours(glyph: number): Point[][] {
    const isLong = this.#table('head').readUInt16BE(50) === 1;
    const loca = (index: number) =>
      isLong ? this.#table('loca').readUInt32BE(index * 4) : this.#table('loca').readUInt16BE(index * 2) * 2;
    if (loca(glyph) === loca(glyph + 1)) return [];
    const data = this.#table('glyf').subarray(loca(glyph), loca(glyph + 1));
    const count = data.readInt16BE(0);
    return count < 0 ? this.#composite(data) : simple(data, count);
  }

  #composite(data: Buffer): Point[][] {
    const contours: Point[][] = [];
    for (let at = 10, flags = 0x20; flags & 0x20; ) {
      flags = data.readUInt16BE(at);
      const component = this.#contours(data.readUInt16BE(at + 2));
      const isWide = (flags & 1) !== 0;
      const [x, y] = isWide
        ? [data.readInt16BE(at + 4), data.readInt16BE(at + 6)]
        : [data.readInt8(at + 4), data.readInt8(at + 5)];
      // Accents are moved; no glyph of this font is scaled or turned.
      if ((flags & 0xc8) !== 0 || (flags & 2) === 0) throw new Error('The font has a scaled part of a letter.');
      contours.push(
        ...component.map((contour) => contour.map((point) => ({ ...point, x: point.x + x, y: point.y + y }))),
      );
      at += isWide ? 8 : 6;
    }
    return contours;
  }

  /** Returns the SVG path of a contour. The middle between two control points is a point of the curve. */
  #path(contour: Point[]): string {
    const first = contour.findIndex(({ isOnCurve }) => isOnCurve);
    const points = [...contour.slice(first), ...contour.slice(0, first), contour[first]!];
    const text = ({ x, y }: Pick<Point, 'x' | 'y'>) => `${Math.round(x * this.#scale)} ${Math.round(-y * this.#scale)}`;
    let path = `M${text(points[0]!)}`;
    let control: Point | undefined;
    for (const point of points.slice(1)) {
      if (!point.isOnCurve) {
        if (control)
          path += `Q${text(control)} ${text({ x: (control.x + point.x) / 2, y: (control.y + point.y) / 2 })}`;
        control = point;
      } else {
        path += control ? `Q${text(control)} ${text(point)}` : `L${text(point)}`;
        control = undefined;
      }
    }
    return `${path}Z`;
  }
}

function simple(data: Buffer, count: number): Point[][] {
  const ends = Array.from({ length: count }, (_, index) => data.readUInt16BE(10 + index * 2));
  const total = (ends.at(-1) ?? -1) + 1;
  let at = 10 + count * 2;
  at += 2 + data.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < total) {
    const flag = data[at++]!;
    const repeats = flag & 8 ? data[at++]! : 0;
    for (let repeat = 0; repeat <= repeats; repeat += 1) flags.push(flag);
  }
  const read = (short: number, same: number) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? data[at++]! : -data[at++]!;
      else if (!(flag & same)) {
        value += data.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = read(2, 16);
  const ys = read(4, 32);
  const points = flags.map((flag, index) => ({ x: xs[index]!, y: ys[index]!, isOnCurve: (flag & 1) !== 0 }));
  return ends.map((end, index) => points.slice(index === 0 ? 0 : ends[index - 1]! + 1, end + 1));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lines = Object.entries(await readOutlines()).map(
    (entry) => `  ${JSON.stringify(entry[0])}: ${JSON.stringify(entry[1])},`,
  );
  const file = join(project, 'shared/photos/letter-outlines.ts');
  await writeFile(
    file,
    `/**
 * The letters of watermarks, made by web/build/letter-outlines.ts. By character: the width, and the shape as the data
 * of an SVG path; 1,000 units to the em, y downwards from the baseline.
 */
export const letterOutlines: Record<string, [width: number, path: string]> = {
${lines.join('\n')}
};
`,
  );
}
