import sharp from 'sharp';
import type { Watermark } from '#shared/contract/watermarks.ts';
import { watermarkSvg } from '#shared/watermark.ts';
import type { Pixels } from './pixels.ts';

/** What a tile adds to a picture: for each of its pixels, the color that is added, and how much of the picture stays. */
interface Tile {
  width: number;
  height: number;
  added: Uint8Array;
  /** 0 to 255. */
  kept: Uint8Array;
  /** By row, the columns that change a picture. */
  columns: Uint16Array[];
}

/** The tiles drawn last: a session's photos have the same few sizes, and drawing one takes as long as marking a photo. */
const drawn = new Map<string, Promise<Tile>>();
const tilesKept = 24;

/**
 * Draws the watermark on a picture of three channels. Blends whole numbers in its pixels, because composing in the image
 * library takes three times as long.
 */
export async function drawWatermark({ data, info }: Pixels, watermark: Watermark): Promise<void> {
  const { width, height, channels } = info;
  if (channels !== 3) throw new Error(`A picture of ${channels} channels can't be marked.`);
  const tile = await tileOf(watermark, Math.max(width, height));
  for (let y = 0; y < height; y += 1) {
    const row = y % tile.height;
    const columns = tile.columns[row]!;
    const inTile = row * tile.width;
    for (let left = 0; left < width; left += tile.width) {
      const room = width - left;
      for (let index = 0; index < columns.length && columns[index]! < room; index += 1) {
        const column = columns[index]!;
        const added = tile.added[inTile + column]!;
        const kept = tile.kept[inTile + column]!;
        const at = (y * width + left + column) * 3;
        // A loop over the channels takes a quarter longer.
        data[at] = blend(data[at]!, added, kept);
        data[at + 1] = blend(data[at + 1]!, added, kept);
        data[at + 2] = blend(data[at + 2]!, added, kept);
      }
    }
  }
}

/** Divides by 255, rounded, as whole numbers. */
function blend(value: number, added: number, kept: number): number {
  const product = value * kept + 128;
  return added + ((product + (product >> 8)) >> 8);
}

function tileOf(watermark: Watermark, longSide: number): Promise<Tile> {
  const { clean_thumbnails: _, ...looks } = watermark;
  const name = JSON.stringify([looks, longSide]);
  const known = drawn.get(name);
  if (known) return known;
  const tile = drawTile(watermark, longSide);
  drawn.set(name, tile);
  if (drawn.size > tilesKept) drawn.delete(drawn.keys().next().value!);
  return tile;
}

async function drawTile(watermark: Watermark, longSide: number): Promise<Tile> {
  const { svg } = watermarkSvg(watermark, longSide);
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = width * height;
  const added = new Uint8Array(pixels);
  const kept = new Uint8Array(pixels);
  const columns: Uint16Array[] = [];
  for (let y = 0; y < height; y += 1) {
    const changed: number[] = [];
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const alpha = data[at * channels + 3]!;
      // The mark is grey: one channel says its color.
      added[at] = (data[at * channels]! * alpha) / 255;
      kept[at] = 255 - alpha;
      if (alpha > 0) changed.push(x);
    }
    columns.push(Uint16Array.from(changed));
  }
  return { width, height, added, kept, columns };
}
