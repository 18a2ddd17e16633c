import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import opentype, { type PathCommand, type Segment } from 'opentype.js';
import subsetFont from 'subset-font';
import { drawable } from '../../shared/contract/watermarks.ts';

/**
 * Writes shared/photos/letter-outlines.ts: the outlines of the display font's letters, from which watermarks are drawn
 * where no fonts are installed. Run it after a change of the font or of the characters: `node
 * web/build/letter-outlines.ts`.
 */

const project = join(import.meta.dirname, '../..');
const source = join(project, 'node_modules/@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2');

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
  // The library reads no WOFF2.
  const sfnt = await subsetFont(await readFile(source), drawableCharacters, { targetFormat: 'sfnt' });
  const font = opentype.parse(Uint8Array.from(sfnt).buffer);
  const scale = 1_000 / font.unitsPerEm;
  return Object.fromEntries(
    [...drawableCharacters].map((letter) => {
      const glyph = font.charToGlyph(letter);
      if (glyph.index === 0) throw new Error(`The font has no letter ${letter}.`);
      return [letter, [Math.round(glyph.advanceWidth * scale), pathOf(glyph.path.commands, scale)]];
    }),
  );
}

/** Returns the data of an SVG path. From the glyph's own commands, because `getPath()` does not close its contours. */
function pathOf(commands: PathCommand[], scale: number): string {
  const contours: Segment[][] = [];
  for (const command of commands) {
    if (command.type === 'M') contours.push([]);
    else if (command.type !== 'Z') contours.at(-1)!.push(command);
  }
  return contours.map((contour) => contourPath(contour, scale)).join('');
}

/**
 * Returns the path of one contour. The library draws a line to the contour's first point before everything else, and a
 * line of no length where a curve ends; the path begins at the first point and has no such lines.
 */
function contourPath([first, ...rest]: Segment[], scale: number): string {
  if (first?.type !== 'L') throw new Error('The font has a contour whose first point is not on the curve.');
  const text = (x: number, y: number) => `${Math.round(x * scale)} ${Math.round(-y * scale)}`;
  const segments = [...rest, first];
  const drawn = segments.map((segment, index) => {
    const { x, y } = segment;
    if (segment.type === 'Q') return `Q${text(segment.x1, segment.y1)} ${text(x, y)}`;
    const from = segments[index - 1] ?? first;
    return x === from.x && y === from.y ? '' : `L${text(x, y)}`;
  });
  return `M${text(first.x, first.y)}${drawn.join('')}Z`;
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
