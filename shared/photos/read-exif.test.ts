import sharp from 'sharp';
import { expect, test } from 'vitest';
import { capturedAt } from '../time/capture-clock.ts';
import { captureInHead, readCapture } from './read-capture.ts';
import { readExposure } from './read-exif.ts';
import { readTiffPages } from './tiff-pages.ts';

const houston = 'America/Chicago';

const readCaptureTime = (bytes: Uint8Array, time_zone: string) =>
  capturedAt(readCapture(bytes) ?? undefined, { time_zone });
const captureTimeInHead = (head: Uint8Array, time_zone: string) => {
  const capture = captureInHead(head);
  return capture ? capturedAt(capture, { time_zone }) : capture;
};

const photoWith = (
  tags: Record<string, string>,
  first: Record<string, string> = {},
  gps: Record<string, string> = {},
) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .withExif({ IFD0: first, IFD2: tags, IFD3: { GPSLatitude: '29/1 45/1 0/1', ...gps } })
    .jpeg()
    .toBuffer();

async function exifWith(...tags: Parameters<typeof photoWith>): Promise<Buffer> {
  const { exif } = await sharp(await photoWith(...tags)).metadata();
  return exif ?? Buffer.alloc(0);
}

test.each([
  ['daylight-saving time', { DateTimeOriginal: '2026:07:04 20:15:30' }, '2026-07-05T01:15:30.000Z'],
  ['standard time', { DateTimeOriginal: '2026:01:04 20:15:30' }, '2026-01-05T02:15:30.000Z'],
  ['the hour after the clocks went forward', { DateTimeOriginal: '2026:03:08 03:30:00' }, '2026-03-08T08:30:00.000Z'],
  ['the hour before it', { DateTimeOriginal: '2026:03:08 01:30:00' }, '2026-03-08T07:30:00.000Z'],
  [
    'the camera’s own time zone',
    { DateTimeOriginal: '2026:07:04 20:15:30', OffsetTimeOriginal: '+02:00' },
    '2026-07-04T18:15:30.000Z',
  ],
  [
    'fractions of a second',
    { DateTimeOriginal: '2026:07:04 20:15:30', OffsetTimeOriginal: '-05:00', SubSecTimeOriginal: '07' },
    '2026-07-05T01:15:30.070Z',
  ],
  ['only a scanner’s clock', { DateTimeDigitized: '2026:07:04 20:15:30' }, '2026-07-05T01:15:30.000Z'],
])('a capture time in %s', async (_, tags, expected) => {
  expect(readCaptureTime(await exifWith(tags), houston)).toBe(expected);
});

test.each([
  ['the editor’s zone', { DateTimeOriginal: '2026:07:10 15:00:00', OffsetTime: '+09:00' }, '2026-07-10T20:00:00.000Z'],
  [
    'the editor’s zone beside a scanner’s clock',
    { DateTimeDigitized: '2026:07:10 15:00:00', OffsetTime: '+09:00' },
    '2026-07-10T20:00:00.000Z',
  ],
  [
    'the editor’s zone beside the camera’s',
    { DateTimeOriginal: '2026:07:10 15:00:00', OffsetTime: '+09:00', OffsetTimeOriginal: '+02:00' },
    '2026-07-10T13:00:00.000Z',
  ],
  [
    'a scanner’s zone beside the camera’s clock',
    { DateTimeOriginal: '2026:07:10 15:00:00', OffsetTimeDigitized: '+09:00' },
    '2026-07-10T20:00:00.000Z',
  ],
  [
    'a scanner’s zone',
    { DateTimeDigitized: '2026:07:10 15:00:00', OffsetTimeDigitized: '+09:00' },
    '2026-07-10T06:00:00.000Z',
  ],
  [
    'an unknown zone',
    { DateTimeOriginal: '2026:07:10 15:00:00', OffsetTimeOriginal: '   :  ' },
    '2026-07-10T20:00:00.000Z',
  ],
  [
    'an impossible zone',
    { DateTimeOriginal: '2026:07:10 15:00:00', OffsetTimeOriginal: '+77:00' },
    '2026-07-10T20:00:00.000Z',
  ],
])('%s', async (_, tags, expected) => {
  expect(readCaptureTime(await exifWith(tags), houston)).toBe(expected);
});

test.each([
  ['its clock in Tokyo', '2026:07:10', '6/1 0/1 0/1', '2026-07-10T06:00:00.000Z'],
  ['its clock in Tokyo, the fix some minutes old', '2026:07:10', '5/1 55/1 12/1', '2026-07-10T06:00:00.000Z'],
  ['its clock in Kathmandu, 5:45 ahead', '2026:07:10', '9/1 15/1 3050/100', '2026-07-10T09:15:00.000Z'],
  ['its clock in UTC, at midnight of the day before', '2026:07:10', '15/1 0/1 0/1', '2026-07-10T15:00:00.000Z'],
  ['its clock west of Greenwich, on the next day there', '2026:07:11', '1/1 0/1 0/1', '2026-07-11T01:00:00.000Z'],
  ['a fix of another day, which says nothing', '2026:07:01', '20/1 0/1 0/1', '2026-07-10T20:00:00.000Z'],
  ['a fix more than 14 hours away', '2026:07:10', '0/1 30/1 0/1', '2026-07-10T20:00:00.000Z'],
  ['a fix without a date', '?', '6/1 0/1 0/1', '2026-07-10T20:00:00.000Z'],
  ['a fix that divides by zero', '2026:07:10', '6/0 0/0 0/0', '2026-07-10T20:00:00.000Z'],
])('the satellites say where the camera’s clock stands: %s', async (_, GPSDateStamp, GPSTimeStamp, expected) => {
  const tags = { DateTimeOriginal: '2026:07:10 15:00:00', OffsetTime: '+01:00' };
  expect(readCaptureTime(await exifWith(tags, {}, { GPSDateStamp, GPSTimeStamp }), houston)).toBe(expected);
  const withZone = await exifWith({ ...tags, OffsetTimeOriginal: '+02:00' }, {}, { GPSDateStamp, GPSTimeStamp });
  expect(readCaptureTime(withZone, houston)).toBe('2026-07-10T13:00:00.000Z');
});

test('the beginning of a file says when it was taken, or that it does not say', async () => {
  const jpeg = await photoWith({ DateTimeOriginal: '2026:07:04 20:15:30' });
  const time = '2026-07-05T01:15:30.000Z';
  expect(captureTimeInHead(jpeg, houston)).toBe(time);
  const pixels = jpeg.indexOf('ffda', 0, 'hex');
  expect(captureTimeInHead(jpeg.subarray(0, pixels), houston)).toBe(time);
  expect(captureTimeInHead(jpeg.subarray(0, 40), houston)).toBeUndefined();
  const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  expect(captureTimeInHead(plain, houston)).toBeNull();
  expect(captureTimeInHead(plain.subarray(0, 40), houston)).toBeUndefined();
  const exif = await exifWith({ DateTimeOriginal: '2026:07:04 20:15:30' });
  expect(captureTimeInHead(exif.subarray(6), houston)).toBe(time);
  expect(captureTimeInHead(exif.subarray(6, 30), houston)).toBeUndefined();
  expect(captureTimeInHead(Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), houston)).toBeUndefined();
});

test.each([
  ['no time at all', {}],
  ['a clock that was never set', { DateTimeOriginal: '0000:00:00 00:00:00' }],
  ['words', { DateTimeOriginal: 'sometime in May' }],
  ['a 32nd day', { DateTimeOriginal: '2026:05:32 10:00:00' }],
  ['a clock that is in the year 10,000 in UTC', { DateTimeOriginal: '9999:12:31 23:59:59' }],
  ['the same in a zone of its own', { DateTimeOriginal: '9999:12:31 23:59:59', OffsetTimeOriginal: '-01:00' }],
])('%s is no capture time', async (_, tags) => {
  expect(readCaptureTime(await exifWith(tags), houston)).toBeNull();
});

test('camera, lens and exposure are read, and no place', async () => {
  const tags = {
    ExposureTime: '1/400',
    FNumber: '22/10',
    ISOSpeedRatings: '200',
    FocalLength: '85/1',
    LensModel: '85 mm f/1.8',
  };
  const exif = await exifWith(tags, { Make: 'NIKON CORPORATION', Model: 'NIKON Z 6_2' });
  expect(readExposure(exif)).toEqual({
    camera: 'NIKON Z 6_2',
    lens: '85 mm f/1.8',
    seconds: 0.0025,
    aperture: 2.2,
    iso: 200,
    millimeters: 85,
  });
  expect(readExposure(await exifWith({}, { Make: 'Apple', Model: 'iPhone 15' }))).toEqual({
    camera: 'Apple iPhone 15',
  });
  expect(readExposure(await exifWith({}))).toBeUndefined();
  for (let length = 0; length < exif.length; length += 1)
    expect(() => readExposure(exif.subarray(0, length))).not.toThrow();
});

test('a number that no row can hold reads as absent', () => {
  // A BigTIFF whose EXIF has a speed of 8 bytes.
  const file = Buffer.alloc(80);
  file.write('II+\0\x08\0\0\0\x10', 'latin1');
  const setTag = (at: number, tag: number, value: bigint) => {
    file.writeBigUInt64LE(1n, at);
    file.writeUInt16LE(tag, at + 8);
    file.writeUInt16LE(16, at + 10);
    file.writeBigUInt64LE(1n, at + 12);
    file.writeBigUInt64LE(value, at + 20);
  };
  setTag(16, 0x8769, 44n);
  setTag(44, 0x8827, 200n);
  expect(readExposure(file)).toEqual({ iso: 200 });
  setTag(44, 0x8827, 2n ** 60n);
  expect(readExposure(file)).toBeUndefined();
});

test('blocks truncated at any byte read as absent', async () => {
  const whole = await exifWith({ DateTimeOriginal: '2026:07:04 20:15:30' });
  for (let length = 0; length < whole.length; length += 1) {
    expect([null, '2026-07-05T01:15:30.000Z']).toContain(readCaptureTime(whole.subarray(0, length), houston));
  }
  // Overwrite offsets with random values.
  for (let at = 6; at < whole.length; at += 1) {
    const bent = Buffer.from(whole);
    bent[at] = 0xff;
    expect(() => readCaptureTime(bent, houston)).not.toThrow();
  }
});

test('a TIFF’s capture time is read from the file itself', async () => {
  const exif = await exifWith({ DateTimeOriginal: '2026:07:04 20:15:30' });
  // After its header, an EXIF block is a TIFF file.
  expect(readCaptureTime(exif.subarray(6), houston)).toBe('2026-07-05T01:15:30.000Z');
  expect(readCaptureTime(tiff([{ previews: false, next: false }]), houston)).toBeNull();
});

test('a TIFF’s pages are counted without previews', () => {
  const file = tiff([
    { previews: false, next: true },
    { previews: true, next: true },
    { previews: false, next: false },
  ]);
  expect(readTiffPages(file)).toMatchObject({ pages: 2, raw: false });
  expect(readTiffPages(tiff([{ previews: true, next: false }]))).toMatchObject({ pages: 0, raw: true });
});

test('a circular chain of pages ends', () => {
  const file = tiff([{ previews: false, next: true }]);
  file.writeUInt32LE(8, file.length - 4);
  expect(readTiffPages(file)).toMatchObject({ pages: 1, raw: false });
});

/** A little-endian TIFF whose pages have only the tag NewSubfileType. */
function tiff(pages: { previews: boolean; next: boolean }[]): Buffer {
  const header = Buffer.from('49492a0008000000', 'hex');
  const folders = pages.map(({ previews, next }, index) => {
    const folder = Buffer.alloc(18);
    folder.writeUInt16LE(1, 0);
    folder.writeUInt16LE(0x00fe, 2);
    folder.writeUInt16LE(4, 4);
    folder.writeUInt32LE(1, 6);
    folder.writeUInt32LE(previews ? 1 : 0, 10);
    folder.writeUInt32LE(next ? 8 + 18 * (index + 1) : 0, 14);
    return folder;
  });
  return Buffer.concat([header, ...folders]);
}
