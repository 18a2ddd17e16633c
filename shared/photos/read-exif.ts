/**
 * Reads the few EXIF tags that are needed; an EXIF block has the structure of a TIFF file. Damaged or malicious data
 * counts as absent: a photo is never refused because of its metadata.
 */

import type { Capture, Exposure } from '../contract/photos/photos.ts';

/** The highest number of pages of a TIFF file's chain that are counted. */
const maxPages = 64;
const maxTags = 4_096;

/** The version number of BigTIFF; TIFF has 42. BigTIFF's counts and offsets have 8 bytes instead of 4. */
const bigTiff = 43;
/** BigTIFF's type for numbers of 8 bytes. */
const long8 = 16;

/** The bytes `Exif` that precede the block in a JPEG. */
const exifHeader = 0x45786966;

const subfileType = 0x00fe;
const compression = 0x0103;
const photometric = 0x0106;
const make = 0x010f;
const model = 0x0110;
const samplesPerPixel = 0x0115;
const rowsPerStrip = 0x0116;
const planarConfiguration = 0x011c;
const numberOfInks = 0x014e;
const extraSamples = 0x0152;
const exifFolder = 0x8769;
const gpsFolder = 0x8825;
const gpsTimeStamp = 0x0007;
const gpsDateStamp = 0x001d;
const exposureTime = 0x829a;
const fNumber = 0x829d;
const isoSpeed = 0x8827;
const focalLength = 0x920a;
const lensModel = 0xa434;
const bodySerialNumber = 0xa431;
const colorSpace = 0xa001;
const interoperabilityFolder = 0xa005;
const interoperabilityIndex = 0x0001;
const dngVersion = 0xc612;
const dateTimeOriginal = 0x9003;
const dateTimeDigitized = 0x9004;
const offsetTimeOriginal = 0x9011;
const offsetTimeDigitized = 0x9012;
const subSecTimeOriginal = 0x9291;
const subSecTimeDigitized = 0x9292;

/** The numbers of a file, as a DataView returns them; also for a file that is not wholly in memory. */
export type Numbers = Pick<DataView, 'getUint8' | 'getUint16' | 'getUint32' | 'getBigUint64'>;

/** Returns the numbers after an offset. */
const numbersAfter = (numbers: Numbers, start: number): Numbers => ({
  getUint8: (at) => numbers.getUint8(start + at),
  getUint16: (at, little) => numbers.getUint16(start + at, little),
  getUint32: (at, little) => numbers.getUint32(start + at, little),
  getBigUint64: (at, little) => numbers.getBigUint64(start + at, little),
});

interface Tag {
  type: number;
  count: number;
  /** Offset of the value's 4 bytes (BigTIFF: 8): the value itself, or its offset when it is longer. */
  at: number;
}

interface Folder {
  tags: Map<number, Tag>;
  /** Offset of the next IFD in the chain; 0 after the last. */
  next: number;
}

class Tiff {
  readonly #view: Numbers;
  readonly #little: boolean;
  readonly #isBig: boolean;

  constructor(numbers: Numbers) {
    this.#view = numbers;
    this.#little = this.#view.getUint16(0) === 0x4949;
    this.#isBig = this.#short(2) === bigTiff;
  }

  get first(): number {
    return this.#offset(this.#isBig ? 8 : 4);
  }

  folder(at: number): Folder {
    const tags = new Map<number, Tag>();
    const [head, size] = this.#isBig ? [8, 20] : [2, 12];
    const count = Math.min(this.#isBig ? this.#offset(at) : this.#short(at), maxTags);
    for (let index = 0; index < count; index += 1) {
      const entry = at + head + index * size;
      const tag = this.#short(entry);
      // Several tags of one kind: the first counts, as in the decoder.
      if (tags.has(tag)) continue;
      tags.set(tag, {
        type: this.#short(entry + 2),
        count: this.#offset(entry + 4),
        at: entry + (this.#isBig ? 12 : 8),
      });
    }
    return { tags, next: this.#offset(at + head + count * size) };
  }

  number(folder: Folder, tag: number): number | undefined {
    const entry = folder.tags.get(tag);
    if (!entry) return undefined;
    if (entry.type === 3) return this.#short(entry.at);
    return entry.type === long8 ? this.#offset(entry.at) : this.#long(entry.at);
  }

  /** Returns numbers of 2 bytes each; empty when there are none. */
  shorts(folder: Folder, tag: number): number[] {
    const entry = folder.tags.get(tag);
    if (entry?.type !== 3 || entry.count > 64) return [];
    const at = this.#valueAt(entry, 2);
    return Array.from({ length: entry.count }, (_, index) => this.#short(at + index * 2));
  }

  text(folder: Folder, tag: number): string | undefined {
    const entry = folder.tags.get(tag);
    if (entry?.type !== 2 || entry.count > 64) return undefined;
    const at = this.#valueAt(entry, 1);
    const codes = Array.from({ length: entry.count }, (_, index) => this.#view.getUint8(at + index));
    return String.fromCharCode(...codes).replace(/\0.*$/s, '');
  }

  /** Returns unsigned rationals; NaN where the divisor is zero. */
  rationals(folder: Folder, tag: number): number[] {
    const entry = folder.tags.get(tag);
    if (entry?.type !== 5 || entry.count > 64) return [];
    const at = this.#valueAt(entry, 8);
    return Array.from({ length: entry.count }, (_, index) => {
      const value = this.#long(at + index * 8) / this.#long(at + index * 8 + 4);
      return Number.isFinite(value) ? value : Number.NaN;
    });
  }

  #valueAt({ count, at }: Tag, bytes: number): number {
    return count * bytes > (this.#isBig ? 8 : 4) ? this.#offset(at) : at;
  }

  #offset(at: number): number {
    return this.#isBig ? Number(this.#view.getBigUint64(at, this.#little)) : this.#long(at);
  }

  #short(at: number): number {
    return this.#view.getUint16(at, this.#little);
  }

  #long(at: number): number {
    return this.#view.getUint32(at, this.#little);
  }
}

/**
 * Returns what the camera recorded about when it took the photo, or null when it recorded no time. Cameras often omit
 * the time zone; then the satellites' time states it, if there is one. EXIF's OffsetTime is ignored: it belongs to the
 * time of the last change, so it is the zone of an editor's computer.
 * @param bytes an EXIF block (with or without its `Exif` header) or a whole TIFF file
 * @param start offset of the block in it
 */
export function readCapture(bytes: Uint8Array | Numbers, start = 0): Capture | null {
  return readExif<Capture | null>(
    bytes,
    null,
    (tiff, exif, first) => {
      const original = tiff.text(exif, dateTimeOriginal);
      const clock = original ?? tiff.text(exif, dateTimeDigitized);
      if (clock === undefined) return null;
      const fraction = tiff.text(exif, original ? subSecTimeOriginal : subSecTimeDigitized);
      const written = toMilliseconds(clock, fraction);
      if (written === undefined) return null;
      const ahead =
        parseOffset(tiff.text(exif, original ? offsetTimeOriginal : offsetTimeDigitized)) ??
        offsetBySatellites(tiff, first, written);
      const [maker, name, serial] = [
        tiff.text(first, make),
        tiff.text(first, model),
        tiff.text(exif, bodySerialNumber),
      ];
      return toCapture(written, ahead, { maker, name, serial });
    },
    start,
  );
}

/** `2026-07-11T15:00:00.25+02:00`, with or without fraction and zone. */
const xmpDate = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?$/;

/**
 * Returns what XMP states about when the photo was taken, or null when it states no time. Editors that write no EXIF
 * into a file write the time there, as attributes or as elements.
 */
export function captureInXmp(xmp: string): Capture | null {
  const value = (name: string) =>
    new RegExp(`\\b${name}\\s*(?:=\\s*["']|>)([^"'<]*)`).exec(xmp)?.[1]?.trim() || undefined;
  // The last one is DateTimeDigitized of EXIF.
  const date = value('exif:DateTimeOriginal') ?? value('photoshop:DateCreated') ?? value('xmp:CreateDate');
  const [, clock, fraction, zone] = xmpDate.exec(date ?? '') ?? [];
  const written = clock && toMilliseconds(clock, fraction);
  if (!written) return null;
  const ahead = parseOffset(zone === 'Z' ? '+00:00' : zone);
  const serial = value('exifEX:BodySerialNumber') ?? value('aux:SerialNumber');
  return toCapture(written, ahead, { maker: value('tiff:Make'), name: value('tiff:Model'), serial });
}

/**
 * Returns a capture from its recorded values.
 * @param written milliseconds of the camera's clock, as if it were UTC
 * @param ahead milliseconds by which it is ahead of UTC
 */
function toCapture(
  written: number,
  ahead: number | undefined,
  { maker, name, serial }: Record<'maker' | 'name' | 'serial', string | undefined>,
): Capture {
  const number = printable(serial);
  const camera = [cameraName(printable(maker), printable(name)), number && `#${number}`].filter(Boolean).join(' ');
  return {
    clock: new Date(written).toISOString().slice(0, -1),
    ...(ahead !== undefined && { ahead: ahead / 60_000 }),
    ...(camera !== '' && { camera }),
  };
}

/**
 * Returns the capture that the beginning of a JPEG or TIFF states, as `readCapture` does; null when it shows that there
 * is none; undefined when the whole file, or a reader of another format, is needed.
 */
export function captureInHead(head: Uint8Array): Capture | null | undefined {
  const beginning = String.fromCharCode(...head.subarray(0, 2));
  if (beginning === 'II' || beginning === 'MM') return readCapture(head) ?? undefined;
  if (beginning !== '\xff\xd8') return undefined;
  for (let at = 2; at + 10 <= head.length && head[at] === 0xff; ) {
    const isScan = head[at + 1] === 0xda;
    if (isScan) return null;
    const end = at + 2 + head[at + 2]! * 256 + head[at + 3]!;
    const isExif = head[at + 1] === 0xe1 && String.fromCharCode(...head.subarray(at + 4, at + 8)) === 'Exif';
    if (isExif) return end > head.length ? undefined : readCapture(head.subarray(at + 4, end));
    at = end;
  }
  return undefined;
}

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
const printable = (text: string | undefined) => text?.replace(/[^\x20-\x7e\xa0-\xff]/g, '').trim() || undefined;

/**
 * Returns a camera's name without its maker twice: `NIKON CORPORATION` and `NIKON Z 6_2` → `NIKON Z 6_2`; `Apple` and
 * `iPhone 15` → `Apple iPhone 15`.
 */
function cameraName(maker: string | undefined, name: string | undefined): string | undefined {
  const [brand = ''] = maker?.split(' ') ?? [];
  return name?.toLowerCase().startsWith(brand.toLowerCase())
    ? name
    : [brand, name].filter(Boolean).join(' ') || undefined;
}

/** Reads from a photo's EXIF IFD; returns `absent` when there is none or it is damaged. */
function readExif<Value>(
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

/** Returns the numbers of bytes that are wholly in memory. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The storage of the pixels of a TIFF file's first page. */
export interface TiffStorage {
  /** Rows that are unpacked at once; infinite when all rows are in one strip. */
  stripRows: number;
  /** Whether each channel is stored separately. */
  isPlanar: boolean;
  isJpeg: boolean;
}

/** The storage that needs the most memory, assumed for damaged files. */
const unknownStorage: TiffStorage = { stripRows: Number.POSITIVE_INFINITY, isPlanar: true, isJpeg: true };

/** The PhotometricInterpretation of inks, usually CMYK. */
const separated = 5;
/** The number of color channels by PhotometricInterpretation. */
const colorChannels: Record<number, number> = { 0: 1, 1: 1, 2: 3, 3: 1, [separated]: 4, 6: 3, 8: 3, 9: 3, 10: 3 };

/** SamplesPerPixel is a SHORT. */
const mostSamples = 65_535;

/**
 * Returns the value of ExtraSamples for each channel beyond the color channels; 0, which is no transparency, where none
 * is written.
 */
function readExtras(tiff: Tiff, folder: Folder): number[] {
  const kind = tiff.number(folder, photometric) ?? Number.NaN;
  const colors = (kind === separated ? tiff.number(folder, numberOfInks) : undefined) ?? colorChannels[kind];
  const samples = Math.min(tiff.number(folder, samplesPerPixel) ?? 1, mostSamples);
  const count = samples - (colors ?? Number.POSITIVE_INFINITY);
  const written = tiff.shorts(folder, extraSamples);
  return count > 0 ? Array.from({ length: count }, (_, index) => written[index] ?? 0) : [];
}

export interface TiffPages {
  /** Full-size pages. */
  pages: number;
  /** The first page is a camera raw's preview. */
  raw: boolean;
  storage: TiffStorage;
  /**
   * The kind of each channel of the first page beyond the color channels: 1 or 2 is transparency, anything else is not.
   */
  extras: number[];
}

/** Returns facts about a TIFF file's pages that are needed before the first page is decoded. */
export function readTiffPages(bytes: Uint8Array): TiffPages {
  let pages = 0;
  let raw = false;
  let storage = unknownStorage;
  let extras: number[] = [];
  try {
    const tiff = new Tiff(viewOf(bytes));
    const seenOffsets = new Set<number>();
    for (let at = tiff.first; at !== 0 && !seenOffsets.has(at) && seenOffsets.size < maxPages; ) {
      seenOffsets.add(at);
      const folder = tiff.folder(at);
      if (seenOffsets.size === 1) extras = readExtras(tiff, folder);
      const isPreview = ((tiff.number(folder, subfileType) ?? 0) & 1) === 1;
      if (seenOffsets.size === 1) {
        raw = isPreview || folder.tags.has(dngVersion);
        storage = {
          stripRows: tiff.number(folder, rowsPerStrip) ?? Number.POSITIVE_INFINITY,
          isPlanar: tiff.number(folder, planarConfiguration) === 2,
          isJpeg: [6, 7].includes(tiff.number(folder, compression) ?? 1),
        };
      }
      if (!isPreview) pages += 1;
      at = folder.next;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return { pages, raw, storage, extras };
}

/** Milliseconds by which a clock may be ahead of UTC or behind it: no time zone is further away. */
const furthestZone = 14 * 60 * 60_000;
const quarterOfAnHour = 15 * 60_000;

/**
 * Parses `2026:05:01 10:00:00` into milliseconds, as if it were UTC; undefined when the camera's clock was never set.
 */
function toMilliseconds(clock: string, fraction: string | undefined): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(clock) ?? [];
  if (!year || Number(year) < 1900) return undefined;
  const milliseconds = /^\d{1,9}\s*$/.test(fraction ?? '') ? (fraction ?? '').trim().slice(0, 3).padEnd(3, '0') : '000';
  const written = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`);
  return Number.isNaN(written) ? undefined : written;
}

/** Parses `-05:00` into the milliseconds by which that clock is ahead of UTC; undefined when it is no zone. */
function parseOffset(offset: string | undefined): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)\s*$/.exec(offset ?? '') ?? [];
  if (!sign) return undefined;
  const ahead = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  return Math.abs(ahead) <= furthestZone ? ahead : undefined;
}

/**
 * Returns by how many milliseconds the camera's clock is ahead of the satellites' time, which is UTC, rounded to a time
 * zone, because the camera may have read the satellites' time some minutes earlier.
 * @param written the camera's clock, as if it were UTC
 */
function offsetBySatellites(tiff: Tiff, first: Folder, written: number): number | undefined {
  const at = tiff.number(first, gpsFolder);
  if (at === undefined) return undefined;
  const gps = tiff.folder(at);
  const [, year, month, day] = /^(\d{4})[:-](\d\d)[:-](\d\d)/.exec(tiff.text(gps, gpsDateStamp) ?? '') ?? [];
  const [hours = Number.NaN, minutes = Number.NaN, seconds = Number.NaN] = tiff.rationals(gps, gpsTimeStamp);
  const date = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  const ahead = written - (date + ((hours * 60 + minutes) * 60 + seconds) * 1_000);
  const zone = Math.round(ahead / quarterOfAnHour) * quarterOfAnHour;
  return Math.abs(zone) <= furthestZone ? zone : undefined;
}
