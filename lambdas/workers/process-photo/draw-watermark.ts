import sharp from 'sharp';
import type { Unmarkable } from '#shared/contract/photos/photos.ts';
import { isSeen, type Watermark } from '#shared/contract/watermarks.ts';
import { type WatermarkLayout, watermarkLayout, watermarkOffset, watermarkSvg } from '#shared/photos/watermark.ts';
import { ChangeCount, leastChange } from './change-count.ts';
import type { Pixels } from './pixels.ts';

/**
 * One tile of the repeated watermark: for each of its pixels, the color that it adds to a photo, and how much of the
 * photo remains.
 */
interface Tile {
  width: number;
  height: number;
  added: Uint8Array;
  /** The share of the photo's color that remains under each pixel, from 0 to 255. */
  remainingAlpha: Uint8Array;
  /** The columns of each row that change a photo. */
  columns: Uint16Array[];
}

/**
 * The latest tiles, by look and layout: a session's photos have the same few sizes, and drawing a tile takes as long as
 * marking a photo.
 */
const tiles = new Map<string, Promise<Tile>>();
const maxTiles = 24;

/**
 * Draws the watermark on a photo of three channels. It blends whole numbers in the photo's pixels, because composing in
 * the image library takes three times as long. It counts the pixels that it changes, because a photo that has only the
 * edge of a letter on it, or a watermark that nobody sees, does not count as marked.
 * @returns why the photo can't be shown as marked; undefined when it can
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
    const tileRow = row * tile.width;
    const cellRow = count.rowOf(y);
    for (let tileLeft = -offset.x; tileLeft < width; tileLeft += tile.width) {
      const visibleColumns = width - tileLeft;
      for (let index = 0; index < columns.length && columns[index]! < visibleColumns; index += 1) {
        const column = columns[index]!;
        const x = tileLeft + column;
        if (x < 0) continue;
        const added = tile.added[tileRow + column]!;
        const remainingAlpha = tile.remainingAlpha[tileRow + column]!;
        const at = (y * width + x) * 3;
        // A loop over the channels takes a quarter longer.
        data[at] = blend(data[at]!, added, remainingAlpha);
        const green = data[at + 1]!;
        const newGreen = blend(green, added, remainingAlpha);
        data[at + 1] = newGreen;
        data[at + 2] = blend(data[at + 2]!, added, remainingAlpha);
        if (newGreen - green >= leastChange || green - newGreen >= leastChange) cells[cellRow + cellOf[x]!]! += 1;
      }
    }
  }
  return count.isEverywhere() ? undefined : 'faint';
}

/** Returns the blended value; the product is divided by 255, rounded, with whole numbers. */
function blend(value: number, added: number, remainingAlpha: number): number {
  const product = value * remainingAlpha + 128;
  return added + ((product + (product >> 8)) >> 8);
}

function tileOf(watermark: Watermark, layout: WatermarkLayout): Promise<Tile> {
  const { clean_thumbnails: _, size: _size, ...look } = watermark;
  const name = JSON.stringify([look, layout]);
  const knownTile = tiles.get(name);
  if (knownTile) return knownTile;
  const tile = drawTile(watermark, layout);
  tiles.set(name, tile);
  if (tiles.size > maxTiles) tiles.delete(tiles.keys().next().value!);
  return tile;
}

async function drawTile(watermark: Watermark, layout: WatermarkLayout): Promise<Tile> {
  const svg = Buffer.from(watermarkSvg(watermark, layout));
  const { data, info } = await sharp(svg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const pixels = width * height;
  const added = new Uint8Array(pixels);
  const remainingAlpha = new Uint8Array(pixels);
  const columns: Uint16Array[] = [];
  for (let y = 0; y < height; y += 1) {
    const changedColumns: number[] = [];
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      const alpha = data[at * channels + 3]!;
      // The watermark is gray, so one channel has its color.
      added[at] = (data[at * channels]! * alpha) / 255;
      remainingAlpha[at] = 255 - alpha;
      if (alpha > 0) changedColumns.push(x);
    }
    columns.push(Uint16Array.from(changedColumns));
  }
  return { width, height, added, remainingAlpha, columns };
}
