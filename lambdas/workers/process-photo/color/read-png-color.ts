import { crc32 } from 'node:zlib';
import {
  type Chromaticities,
  primariesOfCicp,
  srgbPrimaries,
  type ToldColor,
  televisionTransfers,
  transferOfCicp,
} from './told-color.ts';

/** The gamma that browsers take for sRGB's when it stands alone, and by what share it may differ. */
const usualGamma = 1 / 2.2;
const sameGamma = 0.05;
/** The gamma of screens by BT.1886. */
const screenGamma = 2.4;

const named = new Set(['cICP', 'sRGB', 'gAMA', 'cHRM', 'cLLI', 'mDCV']);
/** Bytes of the longest of these chunks. */
const longest = 32;

/**
 * Returns how a PNG's chunks tell its colors, in the order in which Chromium believes them: cICP, an ICC profile, sRGB,
 * gAMA with cHRM. A cHRM alone says nothing.
 * @returns 'profile' when its ICC profile counts; undefined when nothing is told
 */
export function readPngColor(png: Buffer, hasProfile: boolean): ToldColor | 'profile' | undefined {
  const chunks = chunksBeforePixels(png);
  const color = colorOfCicp(chunks.get('cICP'));
  if (color) return { ...color, peak: peakOf(chunks) };
  if (hasProfile) return 'profile';
  if (chunks.has('sRGB')) return undefined;
  const gamma = numbers(chunks.get('gAMA'))[0] ?? 0;
  if (gamma <= 0) return undefined;
  const stored = chunks.get('cHRM');
  const primaries = stored && chromaticities(stored);
  // A broken one is a reason to believe neither.
  if (stored && !primaries) return undefined;
  if (!primaries && Math.abs(gamma / usualGamma - 1) <= sameGamma) return undefined;
  return { primaries: primaries ?? srgbPrimaries, transfer: 1 / gamma };
}

/** The first of each of the named chunks that stands before the pixels and is whole. */
function chunksBeforePixels(png: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const end = at + 8 + length;
    if (type === 'IDAT' || end + 4 > png.length) break;
    if (named.has(type) && !found.has(type) && length <= longest) {
      if (crc32(png.subarray(at + 4, end)) === png.readUInt32BE(end)) found.set(type, png.subarray(at + 8, end));
    }
    at = end + 4;
  }
  return found;
}

function colorOfCicp(chunk: Buffer | undefined): ToldColor | undefined {
  const [primary = 0, transfer = 0, matrix, isFullRange] = chunk?.length === 4 ? chunk : [];
  // PNG has neither luma and chroma nor a limited range.
  if (matrix !== 0 || isFullRange !== 1) return undefined;
  const primaries = primariesOfCicp[primary];
  const curve = televisionTransfers.includes(transfer) ? screenGamma : transferOfCicp[transfer];
  return primaries && curve ? { primaries, transfer: curve } : undefined;
}

/** Numbers of 4 bytes, in units of 0.00001. */
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

/** In nits; both chunks count in units of 0.0001. */
function peakOf(chunks: Map<string, Buffer>): number | undefined {
  const [light, screen] = [chunks.get('cLLI'), chunks.get('mDCV')];
  const inLight = light?.length === 8 ? light.readUInt32BE(0) / 10_000 : 0;
  const onScreen = screen?.length === 24 ? screen.readUInt32BE(16) / 10_000 : 0;
  return inLight || onScreen || undefined;
}
