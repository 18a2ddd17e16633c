import sharp, { type Metadata } from 'sharp';
import { isPhotoType, limits, type PhotoType, photoTypesInWords } from '#shared/limits.ts';
import { studio } from '#shared/studio.ts';
import { readCaptureTime, readTiffPages, saysAdobeRgb } from './read-exif.ts';

/** A file that can't become a photo here. The message is for the photographer: what is wrong, and what to do. */
export class RefusedImage extends Error {
  override name = 'RefusedImage';
}

export interface Inspection {
  type: PhotoType;
  /** Pixels as stored; `orientation` (EXIF's 1–8) says how to turn them. */
  width: number;
  height: number;
  orientation: number;
  /** The pixels are sRGB as they are, so no conversion is due. */
  isSrgb: boolean;
  /** The pixels are Adobe RGB, which only the camera's EXIF says. */
  isAdobeRgb: boolean;
  /** Memory that decoding takes at once; 0 where it goes row by row. */
  unpackedBytes: number;
  /** ISO 8601 in UTC, or null when the camera left no time. */
  captured_at: string | null;
}

/** Bytes that unpacking one photo may take, of the function's 3 GB. */
const unpackedLimit = 1_400_000_000;

/** Looks at a file's bytes, whatever its name claims, and measures it. Throws RefusedImage. Decodes no pixels. */
export async function inspectImage(bytes: Buffer): Promise<Inspection> {
  const type = sniff(bytes);
  const metadata = await readHeader(bytes, type);
  const { width, height, orientation = 1, space, depth, pages = 1 } = metadata;

  const pixels = width * height;
  if (pixels > limits.photoPixels) {
    throw new RefusedImage(
      `This photo has ${inMegapixels(pixels)} megapixels; the limit is ${inMegapixels(limits.photoPixels)}. Please export it smaller.`,
    );
  }
  const tiff = type === 'image/tiff' ? readTiffPages(bytes) : undefined;
  if (tiff?.raw) throw new RefusedImage(`This is a camera raw file. Please export it as ${photoTypesInWords}.`);
  if ((tiff?.pages ?? pages) > 1) {
    throw new RefusedImage(
      'This file holds more than one picture (pages or an animation). Please save the one you want as a file of its own.',
    );
  }
  if (space !== 'lab' && (depth === 'float' || depth === 'double')) {
    throw new RefusedImage(
      'This photo is stored with floating-point colors. Please export it with 8 or 16 bits per channel.',
    );
  }
  const unpackedBytes = bytesWhenUnpacked(type, metadata);
  if (unpackedBytes > unpackedLimit) {
    throw new RefusedImage(
      `This photo is too large for the way it is stored (${inMegapixels(pixels)} megapixels, ${wayOfStoring[type]}). Please export it as a plain JPEG.`,
    );
  }
  const exif = type === 'image/tiff' ? bytes : metadata.exif;
  const isAdobeRgb = type === 'image/jpeg' && space === 'srgb' && !metadata.icc && !!exif && saysAdobeRgb(exif);
  return {
    type,
    width,
    height,
    orientation,
    isSrgb: isSrgb(metadata) && !isAdobeRgb,
    isAdobeRgb,
    unpackedBytes,
    captured_at: exif ? readCaptureTime(exif, studio.timeZone) : null,
  };
}

/** Width and height after turning the picture upright. */
export function uprightSize({ width, height, orientation }: Pick<Inspection, 'width' | 'height' | 'orientation'>) {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

async function readHeader(bytes: Buffer, type: PhotoType): Promise<Metadata> {
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    // What the decoder found must be what the bytes say: nothing else may come in by a side door.
    if (metadata.mediaType === type && metadata.width > 0 && metadata.height > 0) return metadata;
  } catch {
    // sharp throws plain errors, with the decoder's own words, which say nothing to a photographer.
  }
  throw new RefusedImage(damaged(type));
}

export const damaged = (type: PhotoType) =>
  `This ${typeNames[type]} file is damaged or incomplete. Please export it again and upload the new file.`;

const typeNames: Record<PhotoType, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'image/tiff': 'TIFF',
};

/** Why a photo of this type may need much memory, as people know it from their export dialog. */
const wayOfStoring: Partial<Record<PhotoType, string>> = {
  'image/jpeg': 'progressive',
  'image/png': 'interlaced',
  'image/avif': 'AVIF',
};

const inMegapixels = (pixels: number) => Math.ceil(pixels / 1_000_000).toLocaleString('en-US');

/** What can't be decoded row by row lies in memory as a whole; everything else takes next to nothing. */
function bytesWhenUnpacked(type: PhotoType, metadata: Metadata): number {
  const { width, height, channels, depth, isProgressive, chromaSubsampling } = metadata;
  const samples = width * height * channels;
  if (type === 'image/avif') return samples * 4;
  if (!isProgressive) return 0;
  if (type === 'image/png') return samples * (depth === 'ushort' ? 2 : 1);
  if (type === 'image/jpeg') return chromaSubsampling === '4:2:0' ? samples : samples * 2;
  return 0;
}

/**
 * Profiles that say nothing but sRGB, by the names that cameras and editors write. Every other profile is converted;
 * so is one of an unknown name, at the cost of a moment.
 */
const srgbProfiles = new Set(['sRGB', 'sRGB IEC61966-2.1', 'sRGB IEC61966-2-1', 'sRGB built-in', 'sRGB2014', 'c2']);

function isSrgb({ space, icc }: Metadata): boolean {
  if (space !== 'srgb' && space !== 'rgb16') return false;
  return icc === undefined || srgbProfiles.has(profileName(icc));
}

/** An ICC profile's own description: text in version 2, UTF-16 in version 4; '' when there is none. */
function profileName(icc: Buffer): string {
  try {
    const count = Math.min(icc.readUInt32BE(128), 100);
    for (let index = 0; index < count; index += 1) {
      const entry = 132 + index * 12;
      if (icc.toString('latin1', entry, entry + 4) !== 'desc') continue;
      const at = icc.readUInt32BE(entry + 4);
      if (icc.toString('latin1', at, at + 4) === 'desc') {
        return icc.toString('latin1', at + 12, at + 11 + icc.readUInt32BE(at + 8));
      }
      const text = at + icc.readUInt32BE(at + 24);
      return Buffer.from(icc.subarray(text, text + icc.readUInt32BE(at + 20)))
        .swap16()
        .toString('utf16le');
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return '';
}

/** What a file is, by its first bytes. Throws RefusedImage for everything that is no photo type of ours. */
function sniff(bytes: Buffer): PhotoType {
  if (bytes.length === 0) throw new RefusedImage('This file is empty. Please export the photo again.');
  const start = bytes.toString('latin1', 0, 64);
  const found = signatures.find(({ mark, at = 0 }) => start.startsWith(mark, at));
  const kind = found?.kind ?? (start.startsWith('ftyp', 4) ? isobmffKind(bytes) : textKind(bytes));
  if (isPhotoType(kind)) return kind;
  throw new RefusedImage(
    `This is ${kind}, which can't be shown as a photo here. Please export it as ${photoTypesInWords}.`,
  );
}

/** Marks at the start of files, the narrower first; `kind` is a content type of ours, or what to call it otherwise. */
const signatures: { mark: string; at?: number; kind: PhotoType | (string & {}) }[] = [
  { mark: '\xff\xd8\xff', kind: 'image/jpeg' },
  { mark: '\x89PNG\r\n\x1a\n', kind: 'image/png' },
  { mark: 'WEBP', at: 8, kind: 'image/webp' },
  { mark: 'CR\x02', at: 8, kind: 'a camera raw file' },
  { mark: 'II*\0', kind: 'image/tiff' },
  { mark: 'MM\0*', kind: 'image/tiff' },
  { mark: 'II+\0', kind: 'image/tiff' },
  { mark: 'MM\0+', kind: 'image/tiff' },
  { mark: 'IIU\0', kind: 'a camera raw file' },
  { mark: 'IIRO', kind: 'a camera raw file' },
  { mark: 'IIRS', kind: 'a camera raw file' },
  { mark: 'FUJIFILM', kind: 'a camera raw file' },
  { mark: 'FOVb', kind: 'a camera raw file' },
  { mark: '8BPS', kind: 'a Photoshop document' },
  { mark: 'GIF8', kind: 'a GIF' },
  { mark: 'BM', kind: 'a BMP image' },
  { mark: '\xff\x0a', kind: 'a JPEG XL image' },
  { mark: '\0\0\0\x0cJXL ', kind: 'a JPEG XL image' },
  { mark: '\0\0\0\x0cjP  ', kind: 'a JPEG 2000 image' },
  { mark: '%PDF', kind: 'a PDF document' },
  { mark: 'PK\x03\x04', kind: 'a ZIP archive or office document' },
];

/** AVIF, HEIC, CR3 and films share a container; its brands tell them apart. */
function isobmffKind(bytes: Buffer): string {
  const length = Math.min(bytes.readUInt32BE(0), 256, bytes.length);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= length; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  const has = (...names: string[]) => names.some((name) => brands.includes(name));
  if (has('avif', 'avis')) return 'image/avif';
  if (has('heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1')) return 'a HEIC image';
  if (has('crx ')) return 'a camera raw file';
  return 'a film';
}

function textKind(bytes: Buffer): string {
  const text = bytes.toString('utf8', 0, 1_024).trimStart().toLowerCase();
  if (/<svg[\s>]/.test(text)) return 'an SVG drawing';
  if (/^(<!doctype html|<html|<head|<body|<script)/.test(text)) return 'a web page';
  return 'no photo that we can read';
}
