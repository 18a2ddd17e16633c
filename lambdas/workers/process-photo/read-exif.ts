/**
 * Reads the few tags that we need from TIFF structures: EXIF blocks are TIFF files in miniature. Broken or hostile
 * input reads as absent: a photo is never refused because of its metadata.
 */

/** Pages that a TIFF file's chain may have before we stop counting. */
const maxPages = 64;
const maxTags = 4_096;

const subfileType = 0x00fe;
const exifFolder = 0x8769;
const colorSpace = 0xa001;
const interoperabilityFolder = 0xa005;
const interoperabilityIndex = 0x0001;
const dngVersion = 0xc612;
const dateTimeOriginal = 0x9003;
const dateTimeDigitized = 0x9004;
const offsetTime = 0x9010;
const offsetTimeOriginal = 0x9011;
const offsetTimeDigitized = 0x9012;
const subSecTimeOriginal = 0x9291;
const subSecTimeDigitized = 0x9292;

interface Tag {
  type: number;
  count: number;
  /** Where the value's 4 bytes lie: the value itself, or its address when it is longer. */
  at: number;
}

interface Folder {
  tags: Map<number, Tag>;
  /** Address of the next folder in the chain; 0 after the last. */
  next: number;
}

class Tiff {
  readonly #view: DataView;
  readonly #little: boolean;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#little = this.#view.getUint16(0) === 0x4949;
  }

  get first(): number {
    return this.#long(4);
  }

  folder(at: number): Folder {
    const tags = new Map<number, Tag>();
    const count = Math.min(this.#short(at), maxTags);
    for (let index = 0; index < count; index += 1) {
      const entry = at + 2 + index * 12;
      tags.set(this.#short(entry), { type: this.#short(entry + 2), count: this.#long(entry + 4), at: entry + 8 });
    }
    return { tags, next: this.#long(at + 2 + count * 12) };
  }

  number(folder: Folder, tag: number): number | undefined {
    const found = folder.tags.get(tag);
    if (!found) return undefined;
    return found.type === 3 ? this.#short(found.at) : this.#long(found.at);
  }

  text(folder: Folder, tag: number): string | undefined {
    const found = folder.tags.get(tag);
    if (found?.type !== 2 || found.count > 64) return undefined;
    const at = found.count > 4 ? this.#long(found.at) : found.at;
    const codes = Array.from({ length: found.count }, (_, index) => this.#view.getUint8(at + index));
    return String.fromCharCode(...codes).replace(/\0.*$/s, '');
  }

  #short(at: number): number {
    return this.#view.getUint16(at, this.#little);
  }

  #long(at: number): number {
    return this.#view.getUint32(at, this.#little);
  }
}

/**
 * What the photo was exposed at by the camera's clock: ISO 8601 in UTC with milliseconds, or null when the camera did
 * not say. Cameras mostly leave out the time zone; then the clock is taken to show `timeZone`'s time.
 * @param bytes an EXIF block (with or without its `Exif` mark) or a whole TIFF file.
 */
export function readCaptureTime(bytes: Uint8Array, timeZone: string): string | null {
  return readExif(bytes, null, (tiff, exif) => {
    const original = tiff.text(exif, dateTimeOriginal);
    const clock = original ?? tiff.text(exif, dateTimeDigitized);
    if (clock === undefined) return null;
    const offset = tiff.text(exif, original ? offsetTimeOriginal : offsetTimeDigitized) ?? tiff.text(exif, offsetTime);
    const fraction = tiff.text(exif, original ? subSecTimeOriginal : subSecTimeDigitized);
    return toInstant(clock, fraction, offset, timeZone);
  });
}

/** Whether a camera says that its colors are Adobe RGB: by no color space of EXIF's own, and by DCF's name of that option. */
export const saysAdobeRgb = (bytes: Uint8Array): boolean =>
  readExif(bytes, false, (tiff, exif) => {
    const at = tiff.number(exif, interoperabilityFolder);
    if (at === undefined || tiff.number(exif, colorSpace) !== 0xffff) return false;
    return tiff.text(tiff.folder(at), interoperabilityIndex) === 'R03';
  });

/** What is read from a photo's EXIF folder; `absent` where there is none or it is broken. */
function readExif<Value>(bytes: Uint8Array, absent: Value, read: (tiff: Tiff, exif: Folder) => Value): Value {
  try {
    const marked = String.fromCharCode(...bytes.subarray(0, 4)) === 'Exif';
    const tiff = new Tiff(marked ? bytes.subarray(6) : bytes);
    const at = tiff.number(tiff.folder(tiff.first), exifFolder);
    return at === undefined ? absent : read(tiff, tiff.folder(at));
  } catch (error) {
    if (error instanceof RangeError) return absent;
    throw error;
  }
}

/** What a TIFF file holds: pages at full size, and whether its first page is only a camera raw's preview. */
export function readTiffPages(bytes: Uint8Array): { pages: number; raw: boolean } {
  let pages = 0;
  let raw = false;
  try {
    const tiff = new Tiff(bytes);
    const seen = new Set<number>();
    for (let at = tiff.first; at !== 0 && !seen.has(at) && seen.size < maxPages; ) {
      seen.add(at);
      const folder = tiff.folder(at);
      const isPreview = ((tiff.number(folder, subfileType) ?? 0) & 1) === 1;
      if (seen.size === 1) raw = isPreview || folder.tags.has(dngVersion);
      if (!isPreview) pages += 1;
      at = folder.next;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return { pages, raw };
}

/** `2026:05:01 10:00:00` and `-05:00` → `2026-05-01T15:00:00.000Z`; null for clocks that were never set. */
function toInstant(
  clock: string,
  fraction: string | undefined,
  offset: string | undefined,
  timeZone: string,
): string | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(clock) ?? [];
  if (!year || Number(year) < 1900) return null;
  const milliseconds = /^\d{1,9}\s*$/.test(fraction ?? '') ? (fraction ?? '').trim().slice(0, 3).padEnd(3, '0') : '000';
  const written = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`);
  if (Number.isNaN(written)) return null;
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)\s*$/.exec(offset ?? '') ?? [];
  const ahead = sign
    ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000
    : aheadOfUtc(written, timeZone);
  return new Date(written - ahead).toISOString();
}

/** Milliseconds by which a time zone's clocks are ahead of UTC when they show `written` (given as if it were UTC). */
function aheadOfUtc(written: number, timeZone: string): number {
  const shown = (instant: number) => Date.parse(`${formatter(timeZone).format(instant).replace(' ', 'T')}Z`);
  const whole = Math.floor(written / 1_000) * 1_000;
  // The first guess is off by a daylight-saving change at most, so looking again from there settles it.
  const guess = shown(whole) - whole;
  return shown(whole - guess) - (whole - guess);
}

/** Swedish dates are written as in ISO 8601. */
const formatter = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
