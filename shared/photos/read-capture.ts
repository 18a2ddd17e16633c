import type { Capture } from '../contract/photos/photos.ts';
import { cameraName, make, model, printable, readExif } from './read-exif.ts';
import type { Folder, Numbers, Tiff } from './tiff.ts';

const gpsFolder = 0x8825;
const gpsTimeStamp = 0x0007;
const gpsDateStamp = 0x001d;
const bodySerialNumber = 0xa431;
const dateTimeOriginal = 0x9003;
const dateTimeDigitized = 0x9004;
const offsetTimeOriginal = 0x9011;
const offsetTimeDigitized = 0x9012;
const subSecTimeOriginal = 0x9291;
const subSecTimeDigitized = 0x9292;

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
