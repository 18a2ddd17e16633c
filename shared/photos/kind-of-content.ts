import type { PhotoType } from '../limits.ts';

/** Bytes at a file's beginning that `kindOfContent` needs. */
export const contentHeadBytes = 1_024;

/**
 * Returns the kind of a file by its first bytes, whatever its name.
 * @returns an accepted content type, or the name of another kind as in 'This is a GIF'; undefined when it is unknown
 */
export function kindOfContent(bytes: Uint8Array): PhotoType | (string & {}) | undefined {
  const start = latin1(bytes, 0, 64);
  const match = signatures.find(({ signature, at = 0 }) => start.startsWith(signature, at));
  return match?.kind ?? (start.startsWith('ftyp', 4) ? isobmffKind(bytes) : textKind(bytes));
}

const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to));

/**
 * Signatures at the start of files, the more specific first; `kind` is an accepted content type, or the name of a
 * refused type.
 */
const signatures: { signature: string; at?: number; kind: PhotoType | (string & {}) }[] = [
  { signature: '\xff\xd8\xff', kind: 'image/jpeg' },
  { signature: '\x89PNG\r\n\x1a\n', kind: 'image/png' },
  { signature: 'WEBP', at: 8, kind: 'image/webp' },
  { signature: 'CR\x02', at: 8, kind: 'a camera raw file' },
  { signature: 'II*\0', kind: 'image/tiff' },
  { signature: 'MM\0*', kind: 'image/tiff' },
  { signature: 'II+\0', kind: 'image/tiff' },
  { signature: 'MM\0+', kind: 'image/tiff' },
  { signature: 'IIU\0', kind: 'a camera raw file' },
  { signature: 'IIRO', kind: 'a camera raw file' },
  { signature: 'IIRS', kind: 'a camera raw file' },
  { signature: 'FUJIFILM', kind: 'a camera raw file' },
  { signature: 'FOVb', kind: 'a camera raw file' },
  { signature: '8BPS', kind: 'a Photoshop document' },
  { signature: 'GIF8', kind: 'a GIF' },
  { signature: 'BM', kind: 'a BMP image' },
  { signature: '\xff\x0a', kind: 'a JPEG XL image' },
  { signature: '\0\0\0\x0cJXL ', kind: 'a JPEG XL image' },
  { signature: '\0\0\0\x0cjP  ', kind: 'a JPEG 2000 image' },
  { signature: '%PDF', kind: 'a PDF document' },
  { signature: 'PK\x03\x04', kind: 'a ZIP archive or office document' },
];

/** Returns the kind of an ISO base media file by its brands: AVIF, HEIC, CR3 and videos use the same container. */
function isobmffKind(bytes: Uint8Array): string {
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
  const length = Math.min(size, 256, bytes.length);
  const brands = [latin1(bytes, 8, 12)];
  for (let at = 16; at + 4 <= length; at += 4) brands.push(latin1(bytes, at, at + 4));
  const has = (...names: string[]) => names.some((name) => brands.includes(name));
  if (has('avif', 'avis')) return 'image/avif';
  if (has('heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1')) return 'a HEIC image';
  if (has('crx ')) return 'a camera raw file';
  return 'a film';
}

function textKind(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes.subarray(0, contentHeadBytes)).trimStart().toLowerCase();
  if (/<svg[\s>]/.test(text)) return 'an SVG drawing';
  if (/^(<!doctype html|<html|<head|<body|<script)/.test(text)) return 'a web page';
  return undefined;
}
