import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readCaptureTime, readExposure, readTiffPages } from './read-exif.ts';

const houston = 'America/Chicago';

async function exifWith(tags: Record<string, string>, first: Record<string, string> = {}): Promise<Buffer> {
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .withExif({ IFD0: first, IFD2: tags, IFD3: { GPSLatitude: '29/1 45/1 0/1' } })
    .jpeg()
    .toBuffer();
  const { exif } = await sharp(photo).metadata();
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
  ['no time at all', {}],
  ['a clock that was never set', { DateTimeOriginal: '0000:00:00 00:00:00' }],
  ['words', { DateTimeOriginal: 'sometime in May' }],
  ['a 32nd day', { DateTimeOriginal: '2026:05:32 10:00:00' }],
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
