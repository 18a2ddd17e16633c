import { crc32 } from 'node:zlib';
import {
  type Chromaticities,
  primariesOfCicp,
  type StatedColor,
  srgbPrimaries,
  televisionTransfers,
  transferOfCicp,
} from './stated-color.ts';

/** The gamma that browsers take for sRGB's when it stands alone, and the share by which it may differ. */
const usualGamma = 1 / 2.2;
const sameGamma = 0.05;
/** The gamma of screens according to BT.1886. */
const screenGamma = 2.4;

const relevantTypes = new Set(['cICP', 'sRGB', 'gAMA', 'cHRM', 'cLLI', 'mDCV']);
/** The bytes of the longest of these chunks. */
const longestChunk = 32;

/**
 * Returns the colors that a PNG's chunks state, in the order in which Chromium believes them: cICP, an ICC profile,
 * sRGB, gAMA with cHRM. A cHRM alone does not count.
 * @returns 'profile' when its ICC profile counts; undefined when the chunks state no colors
 */
export function readPngColor(png: Buffer, hasProfile: boolean): StatedColor | 'profile' | undefined {
  const chunks = chunksBeforePixels(png);
  const color = colorOfCicp(chunks.get('cICP'));
  if (color) return { ...color, peak: peakOf(chunks) };
  if (hasProfile) return 'profile';
  if (chunks.has('sRGB')) return undefined;
  const gamma = numbers(chunks.get('gAMA'))[0] ?? 0;
  if (gamma <= 0) return undefined;
  const chromaticityChunk = chunks.get('cHRM');
  const primaries = chromaticityChunk && chromaticities(chromaticityChunk);
  // A broken cHRM is a reason to believe neither chunk.
  if (chromaticityChunk && !primaries) return undefined;
  if (!primaries && Math.abs(gamma / usualGamma - 1) <= sameGamma) return undefined;
  return { primaries: primaries ?? srgbPrimaries, transfer: 1 / gamma };
}

/** Returns the first whole chunk of each relevant type before the pixels, by type. */
function chunksBeforePixels(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const end = at + 8 + length;
    if (type === 'IDAT' || end + 4 > png.length) break;
    if (relevantTypes.has(type) && !chunks.has(type) && length <= longestChunk) {
      if (crc32(png.subarray(at + 4, end)) === png.readUInt32BE(end)) chunks.set(type, png.subarray(at + 8, end));
    }
    at = end + 4;
  }
  return chunks;
}

function colorOfCicp(chunk: Buffer | undefined): StatedColor | undefined {
  const [primary = 0, transfer = 0, matrix, isFullRange] = chunk?.length === 4 ? chunk : [];
  // PNG has neither luma and chroma nor a limited range.
  if (matrix !== 0 || isFullRange !== 1) return undefined;
  const primaries = primariesOfCicp[primary];
  const curve = televisionTransfers.includes(transfer) ? screenGamma : transferOfCicp[transfer];
  return primaries && curve ? { primaries, transfer: curve } : undefined;
}

/** Returns a chunk's numbers, of 4 bytes each, in units of 0.00001. */
const numbers = (chunk: Buffer | undefined): number[] =>
  chunk && chunk.length % 4 === 0
    ? Array.from({ length: chunk.length / 4 }, (_, index) => chunk.readUInt32BE(index * 4) / 100_000)
    : [];

function chromaticities(chunk: Buffer): Chromaticities | undefined {
  const [wx = 0, wy = 0, rx = 0, ry = 0, gx = 0, gy = 0, bx = 0, by = 0] = numbers(chunk);
  const area = (gx - rx) * (by - ry) - (bx - rx) * (gy - ry);
  const areValid = [wx, wy, rx, ry, gx, gy, bx, by].every((value) => value <= 1) && wy > 0 && Math.abs(area) > 0.001;
  if (!areValid) return undefined;
  return [
    [wx, wy],
    [rx, ry],
    [gx, gy],
    [bx, by],
  ];
}

/** Returns the brightest light in nits; both chunks count in units of 0.0001. */
function peakOf(chunks: Map<string, Buffer>): number | undefined {
  const [light, screen] = [chunks.get('cLLI'), chunks.get('mDCV')];
  const ofLight = light?.length === 8 ? light.readUInt32BE(0) / 10_000 : 0;
  const ofScreen = screen?.length === 24 ? screen.readUInt32BE(16) / 10_000 : 0;
  return ofLight || ofScreen || undefined;
}
