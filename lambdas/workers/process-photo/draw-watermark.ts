import sharp from 'sharp';
import type { Unmarkable } from '#shared/contract/photos/photos.ts';
import { isSeen, type Watermark } from '#shared/contract/watermarks.ts';
import { type WatermarkLayout, watermarkLayout, watermarkOffset, watermarkSvg } from '#shared/photos/watermark.ts';
import { ChangeCount, leastChange } from './change-count.ts';
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
 * library takes three times as long; and counts the pixels that it changes, because a picture that only has an edge of a
 * letter on it, or a mark that nobody sees, is not marked.
 * @returns why the picture can't be shown as marked; undefined when it can
 */
export async function drawWatermark({ data, info }: Pixels, watermark: Watermark): Promise<Unmarkable | undefined> {
  const { width, height, channels } = info;
  if (channels !== 3) throw new Error(`A picture of ${channels} channels can't be marked.`);
  if (!isSeen(watermark)) return 'faint';
  const layout = watermarkLayout(watermark, info);
  if (!layout.isWhole) return 'small';
  const tile = await tileOf(watermark, layout);
  const offset = watermarkOffset(tile, info);
  const count = new ChangeCount(info);
  const { cells, cellOf } = count;
  for (let y = 0; y < height; y += 1) {
    const row = (y + offset.y) % tile.height;
    const columns = tile.columns[row]!;
    const inTile = row * tile.width;
    const cellRow = count.rowOf(y);
    for (let left = -offset.x; left < width; left += tile.width) {
      const room = width - left;
      for (let index = 0; index < columns.length && columns[index]! < room; index += 1) {
        const column = columns[index]!;
        const x = left + column;
        if (x < 0) continue;
        const added = tile.added[inTile + column]!;
        const kept = tile.kept[inTile + column]!;
        const at = (y * width + x) * 3;
        // A loop over the channels takes a quarter longer.
        data[at] = blend(data[at]!, added, kept);
        const green = data[at + 1]!;
        const changed = blend(green, added, kept);
        data[at + 1] = changed;
        data[at + 2] = blend(data[at + 2]!, added, kept);
        if (changed - green >= leastChange || green - changed >= leastChange) cells[cellRow + cellOf[x]!]! += 1;
      }
    }
  }
  return count.isEverywhere() ? undefined : 'faint';
}

/** Divides by 255, rounded, as whole numbers. */
function blend(value: number, added: number, kept: number): number {
  const product = value * kept + 128;
  return added + ((product + (product >> 8)) >> 8);
}

function tileOf(watermark: Watermark, layout: WatermarkLayout): Promise<Tile> {
  const { clean_thumbnails: _, size: _size, ...looks } = watermark;
  const name = JSON.stringify([looks, layout]);
  const known = drawn.get(name);
  if (known) return known;
  const tile = drawTile(watermark, layout);
  drawn.set(name, tile);
  if (drawn.size > tilesKept) drawn.delete(drawn.keys().next().value!);
  return tile;
}

async function drawTile(watermark: Watermark, layout: WatermarkLayout): Promise<Tile> {
  const svg = Buffer.from(watermarkSvg(watermark, layout));
  const { data, info } = await sharp(svg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
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
