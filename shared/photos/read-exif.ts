/**
 * Reads EXIF: which camera took a photo, and how. An EXIF block has the structure of a TIFF file. Damaged or malicious
 * data counts as absent: a photo is never refused because of its metadata.
 */

import type { Exposure } from '../contract/photos/photos.ts';
import { type Folder, type Numbers, Tiff, viewOf } from './tiff.ts';

/** The bytes `Exif` that precede the block in a JPEG. */
const exifHeader = 0x45786966;
export const make = 0x010f;
export const model = 0x0110;
const exifFolder = 0x8769;
const exposureTime = 0x829a;
const fNumber = 0x829d;
const isoSpeed = 0x8827;
const focalLength = 0x920a;
const lensModel = 0xa434;
const colorSpace = 0xa001;
const interoperabilityFolder = 0xa005;
const interoperabilityIndex = 0x0001;

/** Returns the numbers after an offset. */
const numbersAfter = (numbers: Numbers, start: number): Numbers => ({
  getUint8: (at) => numbers.getUint8(start + at),
  getUint16: (at, little) => numbers.getUint16(start + at, little),
  getUint32: (at, little) => numbers.getUint32(start + at, little),
  getBigUint64: (at, little) => numbers.getBigUint64(start + at, little),
});

/**
 * Returns whether EXIF declares Adobe RGB: the color space is none of EXIF's, and the interoperability index is DCF's
 * name of that option.
 */
export const saysAdobeRgb = (bytes: Uint8Array): boolean =>
  readExif(bytes, false, (tiff, exif) => {
    const at = tiff.number(exif, interoperabilityFolder);
    if (at === undefined || tiff.number(exif, colorSpace) !== 0xffff) return false;
    return tiff.text(tiff.folder(at), interoperabilityIndex) === 'R03';
  });

/** Returns camera, lens and exposure, as far as the camera recorded them; undefined when it recorded none. */
export function readExposure(bytes: Uint8Array): Exposure | undefined {
  const facts = readExif<Exposure>(bytes, {}, (tiff, exif, first) => {
    const camera = cameraName(printable(tiff.text(first, make)), printable(tiff.text(first, model)));
    const lens = printable(tiff.text(exif, lensModel));
    const iso = tiff.number(exif, isoSpeed);
    const rational = (tag: number) => {
      const [value = Number.NaN] = tiff.rationals(exif, tag);
      return value > 0 ? Number(value.toPrecision(4)) : undefined;
    };
    const exposure = {
      camera,
      lens,
      seconds: rational(exposureTime),
      aperture: rational(fNumber),
      // A number in a BigTIFF can be larger than a row allows.
      iso: Number.isSafeInteger(iso) ? iso || undefined : undefined,
      millimeters: rational(focalLength),
    };
    return Object.fromEntries(Object.entries(exposure).filter(([, value]) => value !== undefined));
  });
  return Object.keys(facts).length > 0 ? facts : undefined;
}

/** Returns text without control characters; undefined when nothing remains. */
export const printable = (text: string | undefined) => text?.replace(/[^\x20-\x7e\xa0-\xff]/g, '').trim() || undefined;

/**
 * Returns a camera's name without its maker twice: `NIKON CORPORATION` and `NIKON Z 6_2` → `NIKON Z 6_2`; `Apple` and
 * `iPhone 15` → `Apple iPhone 15`.
 */
export function cameraName(maker: string | undefined, name: string | undefined): string | undefined {
  const [brand = ''] = maker?.split(' ') ?? [];
  return name?.toLowerCase().startsWith(brand.toLowerCase())
    ? name
    : [brand, name].filter(Boolean).join(' ') || undefined;
}

/** Reads from a photo's EXIF IFD; returns `absent` when there is none or it is damaged. */
export function readExif<Value>(
  bytes: Uint8Array | Numbers,
  absent: Value,
  read: (tiff: Tiff, exif: Folder, first: Folder) => Value,
  start = 0,
): Value {
  try {
    const numbers = numbersAfter('getUint32' in bytes ? bytes : viewOf(bytes), start);
    const hasHeader = numbers.getUint32(0) === exifHeader;
    const tiff = new Tiff(hasHeader ? numbersAfter(numbers, 6) : numbers);
    const first = tiff.folder(tiff.first);
    const at = tiff.number(first, exifFolder);
    return at === undefined ? absent : read(tiff, tiff.folder(at), first);
  } catch (error) {
    if (error instanceof RangeError) return absent;
    throw error;
  }
}
