import { type Watermark, watermarkSizes } from './contract/watermarks.ts';
import { letterOutlines } from './letter-outlines.ts';
import { logoMark } from './logo-mark.ts';

/**
 * How a watermark is drawn: lines of text across the whole picture, as a tile that repeats. The studio's preview and
 * the derivatives are drawn from the same shapes.
 */

export interface WatermarkTile {
  /** Pixels after which it repeats. */
  width: number;
  height: number;
  /** SVG paths of one mark, around the origin; `stroke`: width of the dark line around the light letters. */
  shapes: { path: string; transform: string; stroke: number }[];
  /** SVG transforms of the marks of a tile and of its neighbors. */
  places: string[];
  /** 0 to 1. */
  opacity: number;
}

/** Degrees by which the text rises. */
const rise = 30;
/** Below that many pixels, letters can't be read. */
const smallestLine = 8;
/** Distances, in heights of a line. */
const gap = { line: 2.6, word: 1.5 };
/** Units of the letters' em, and of the logo. */
const em = 1_000;
const logo = { box: 48, height: 0.95, gap: 0.25 };

/** @param longSide pixels of the picture's longer side */
export function watermarkTile({ has_logo, text, opacity, size }: Watermark, longSide: number): WatermarkTile {
  const line = Math.max(smallestLine, (watermarkSizes[size] / 100) * longSide);
  const letters = [...text].flatMap((letter) => {
    const outline = letterOutlines[letter];
    return outline ? [outline] : [];
  });
  const logoWidth = has_logo ? logo.height + logo.gap : 0;
  const length = (logoWidth + letters.reduce((sum, [width]) => sum + width, 0) / em) * line;
  const round = (value: number) => Math.round(value * 1_000) / 1_000;

  const stroke = Math.max(1, line / 40);
  const shapes: WatermarkTile['shapes'] = [];
  let x = -length / 2;
  if (has_logo) {
    const scale = (logo.height * line) / logo.box;
    const place = `translate(${round(x)} ${round(-logo.height * line * 0.5)}) scale(${round(scale)})`;
    shapes.push(
      ...logoMark.map(({ path, transform = '' }) => ({
        path,
        transform: `${place} ${transform}`.trim(),
        stroke: round(stroke / scale),
      })),
    );
    x += logoWidth * line;
  }
  for (const [width, path] of letters) {
    // The middle of capitals is on the line through the origin.
    const transform = `translate(${round(x)} ${round(line * 0.33)}) scale(${round(line / em)})`;
    if (path !== '') shapes.push({ path, transform, stroke: round((stroke * em) / line) });
    x += (width / em) * line;
  }

  const angle = (rise * Math.PI) / 180;
  const width = Math.ceil(Math.max(length * Math.cos(angle) + gap.word * line, (gap.line * line) / Math.sin(angle)));
  const height = Math.ceil(length * Math.sin(angle) + gap.line * line);
  const lines = Math.max(1, Math.floor((width * Math.sin(angle)) / (gap.line * line)));
  const places = [-1, 0, 1].flatMap((row) =>
    Array.from({ length: lines * 3 }, (_, index) => index / lines - 1).map(
      (column) =>
        `translate(${round(column * width + width / 2)} ${round(row * height + height / 2)}) rotate(${-rise})`,
    ),
  );
  return { width, height, shapes, places, opacity: opacity / 100 };
}

/** Returns the tile as an SVG document. */
export function watermarkSvg(watermark: Watermark, longSide: number): { svg: string; width: number; height: number } {
  const { width, height, shapes, places, opacity } = watermarkTile(watermark, longSide);
  const paths = shapes.map(
    ({ path, transform, stroke }) => `<path d="${path}" transform="${transform}" stroke-width="${stroke}"/>`,
  );
  const marks = places.map((transform) => `<g transform="${transform}">${paths.join('')}</g>`);
  const look = `fill="#fff" stroke="#000" stroke-opacity="0.55" paint-order="stroke"`;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g opacity="${opacity}" ${look}>${marks.join('')}</g></svg>`,
    width,
    height,
  };
}
