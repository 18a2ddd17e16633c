import { type Watermark, watermarkSizes } from '../contract/watermarks.ts';
import { logoMark } from '../logo-mark.ts';
import { letterOutlines } from './letter-outlines.ts';

/**
 * Draws a watermark: lines of text across the whole photo, as a tile that repeats. The studio's preview and the
 * derivatives are drawn from the same shapes.
 */

/** The size and the slope of a watermark on a photo of one size. */
export interface WatermarkLayout {
  /** Pixels of a line's height. */
  line: number;
  /** Degrees by which the text rises. */
  rise: number;
  /** Whether the photo has room for the text, or at least for each word of it. */
  isWhole: boolean;
}

export interface WatermarkTile {
  /** Pixels after which the tile repeats. */
  width: number;
  height: number;
  /**
   * SVG paths of one copy of the text, around the origin; `stroke`: width of the dark line around the light letters.
   */
  shapes: { path: string; transform: string; stroke: number }[];
  /** SVG transforms of the copy in the middle of a tile, and of its neighbors as far as they reach into the tile. */
  places: string[];
  /** 0 to 1. */
  opacity: number;
}

interface Size {
  width: number;
  height: number;
}

/** Degrees by which the text rises where there is room; flatter in low photos, steeper in narrow ones. */
const usualRise = 30;
const rises = [30, 25, 20, 15, 10, 5, 0, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90];
/** Letters can't be read with fewer pixels. */
const smallestLine = 10;
/** Longer side ÷ shorter side; a side beyond this ratio doesn't make the letters larger. */
const usualShape = 1.5;
/** Distances, in heights of a line. */
const gap = { line: 2.6, word: 1.5 };
/** Units of the letters' em, and of the logo. */
const em = 1_000;
const logo = { box: 48, height: 0.95, gap: 0.25 };
const logoWidth = logo.height + logo.gap;
/**
 * The letters' dark edge, half of which is below the letters: its width as a fraction of a line, and the minimum in
 * pixels.
 */
const edge = { width: 1 / 24, least: 1.6, opacity: 0.8 };

/** SVG attributes of the letters: light, with an edge that is visible on light photos. */
export const watermarkLook = {
  fill: '#fff',
  stroke: '#000',
  strokeOpacity: edge.opacity,
  paintOrder: 'stroke',
} as const;

const outlinesOf = (text: string): (typeof letterOutlines)[string][] =>
  [...text].flatMap((letter) => {
    const outline = letterOutlines[letter];
    return outline ? [outline] : [];
  });

/** Returns the width of a text, in heights of a line. */
const widthOf = (text: string): number => outlinesOf(text).reduce((sum, [width]) => sum + width, 0) / em;

const lengthOf = ({ has_logo, text }: Watermark): number => (has_logo ? logoWidth : 0) + widthOf(text);

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns how a watermark is drawn on a photo of this size in pixels. */
export function watermarkLayout(watermark: Watermark, photo: Size): WatermarkLayout {
  const [short, long] = [Math.min(photo.width, photo.height), Math.max(photo.width, photo.height)];
  const usual = (watermarkSizes[watermark.size] / 100) * Math.min(long, short * usualShape);
  const preferredLine = Math.max(smallestLine, usual);
  if (short < smallestLine) return { line: smallestLine, rise: usualRise, isWhole: false };
  const whole = bestRise(lengthOf(watermark), photo, preferredLine);
  if (whole.line >= smallestLine) return { ...whole, isWhole: true };
  const longestWord = bestRise(Math.max(...watermark.text.split(' ').map(widthOf)), photo, smallestLine);
  return { line: smallestLine, rise: longestWord.rise, isWhole: longestWord.line >= smallestLine };
}

/** Returns the first rise at which a text fits with this line height, or else the rise with the highest line. */
function bestRise(length: number, { width, height }: Size, maxLine: number): { line: number; rise: number } {
  const possible = rises.map((rise) => {
    const [along, across] = [Math.cos(radians(rise)), Math.sin(radians(rise))];
    return { rise, line: Math.min(width / (length * along + across), height / (length * across + along), maxLine) };
  });
  return possible.reduce((best, candidate) => (candidate.line > best.line ? candidate : best));
}

/** Returns the distances in pixels after which the copies repeat. */
function distancesOf(length: number, { line, rise }: Pick<WatermarkLayout, 'line' | 'rise'>): Size {
  const [along, across] = [Math.cos(radians(rise)), Math.sin(radians(rise))];
  const width = length * along + Math.max(gap.word, gap.line * across);
  // Long texts are packed in several lines, as on a page.
  const lines = Math.max(1, Math.floor((width * across) / gap.line));
  return { width: Math.ceil((width / lines) * line), height: Math.ceil((length * across + gap.line) * line) };
}

/** Returns the tile of a watermark in this layout, with a copy of the text in the tile's middle. */
export function watermarkTile(watermark: Watermark, layout: WatermarkLayout): WatermarkTile {
  const { has_logo, text, opacity } = watermark;
  const { line, rise } = layout;
  const length = lengthOf(watermark);
  const round = (value: number) => Math.round(value * 1_000) / 1_000;

  const stroke = Math.max(edge.least, line * edge.width);
  const shapes: WatermarkTile['shapes'] = [];
  let x = (-length / 2) * line;
  if (has_logo) {
    const scale = (logo.height * line) / logo.box;
    const logoTransform = `translate(${round(x)} ${round(-logo.height * line * 0.5)}) scale(${round(scale)})`;
    shapes.push(
      ...logoMark.map(({ path, transform = '' }) => ({
        path,
        transform: `${logoTransform} ${transform}`.trim(),
        stroke: round(stroke / scale),
      })),
    );
    x += logoWidth * line;
  }
  for (const [width, path] of outlinesOf(text)) {
    // The middle of the capitals is on the line through the origin.
    const transform = `translate(${round(x)} ${round(line * 0.33)}) scale(${round(line / em)})`;
    if (path !== '') shapes.push({ path, transform, stroke: round((stroke * em) / line) });
    x += (width / em) * line;
  }

  const { width, height } = distancesOf(length, layout);
  const neighbors = Math.ceil((length * line) / width);
  const places = Array.from({ length: 2 * neighbors + 1 }, (_, index) => {
    const column = index - neighbors + 0.5;
    return `translate(${round(column * width)} ${round(height / 2)}) rotate(${-rise})`;
  });
  return { width, height, shapes, places, opacity: opacity / 100 };
}

/**
 * Returns where a tile begins, in pixels left of and above the photo, so that a copy of the text is in the photo's
 * middle.
 */
export const watermarkOffset = (tile: Size, photo: Size): { x: number; y: number } => ({
  x: startBefore(tile.width, photo.width),
  y: startBefore(tile.height, photo.height),
});

/** Returns a distance from 0 to less than one tile. */
const startBefore = (tile: number, photo: number): number =>
  (((Math.floor(tile / 2) - Math.floor(photo / 2)) % tile) + tile) % tile;

/** Returns the tile as an SVG document. */
export function watermarkSvg(watermark: Watermark, layout: WatermarkLayout): string {
  const { width, height, shapes, places, opacity } = watermarkTile(watermark, layout);
  const paths = shapes.map(
    ({ path, transform, stroke }) => `<path d="${path}" transform="${transform}" stroke-width="${stroke}"/>`,
  );
  const copies = places.map((transform) => `<g transform="${transform}">${paths.join('')}</g>`);
  const { fill, stroke, strokeOpacity, paintOrder } = watermarkLook;
  const attributes = `fill="${fill}" stroke="${stroke}" stroke-opacity="${strokeOpacity}" paint-order="${paintOrder}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g opacity="${opacity}" ${attributes}>${copies.join('')}</g></svg>`;
}
