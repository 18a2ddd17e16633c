import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspectImage, RefusedImageError, uprightSize } from './inspect-image.ts';

const red = () => sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } });

async function refusal(bytes: Buffer): Promise<string> {
  const error = await inspectImage(bytes).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(RefusedImageError);
  return (error as RefusedImageError).message;
}

/** A lossless WebP of one color: every code has a single symbol, so a pixel needs no bits. */
function flatWebp(width: number, height: number): Buffer {
  const symbol = [1, 0, 0, 0];
  const bits = [
    ...bitsOf(0x2f, 8),
    ...bitsOf(width - 1, 14),
    ...bitsOf(height - 1, 14),
    // Alpha, version (3); no transform, no color cache, no meta codes; five codes with the only symbol 0.
    ...[0, 0, 0, 0],
    ...[0, 0, 0],
    ...Array.from({ length: 5 }, () => symbol).flat(),
  ];
  const data = Buffer.alloc(Math.ceil(bits.length / 16) * 2);
  for (const [index, bit] of bits.entries()) data[index >> 3]! |= bit << (index & 7);
  const chunk = Buffer.concat([Buffer.from('VP8L'), Buffer.alloc(4), data]);
  chunk.writeUInt32LE(data.length, 4);
  const file = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBP'), chunk]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}
const bitsOf = (value: number, count: number) => Array.from({ length: count }, (_, bit) => (value >> bit) & 1);

describe('memory needed for decoding', () => {
  test('a WebP of under 100 bytes and 268 megapixels is measured before it is decoded', async () => {
    const bytes = flatWebp(16_383, 16_358);
    expect(bytes.length).toBeLessThan(100);
    const { width, height, unpackedBytes } = await inspectImage(bytes);
    expect(width * height).toBeGreaterThan(267_000_000);
    expect(unpackedBytes).toBe(width * height * 4);
  });

  test('the decoder reads such a file', async () => {
    const { data, info } = await sharp(flatWebp(30, 20)).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 30, height: 20 });
    expect(new Set(data).size).toBeLessThanOrEqual(2);
  });

  test.each([
    ['image/webp', () => red().webp(), 4],
    ['image/avif', () => red().avif(), 3 * 6],
    ['image/avif', () => red().avif({ bitdepth: 10 }), 3 * 8],
    ['image/jpeg', () => red().jpeg({ progressive: true }), 3],
    ['image/png', () => red().png({ progressive: true }), 3],
    ['image/jpeg', () => red().jpeg(), 0],
    ['image/png', () => red().png(), 0],
    ['image/tiff', () => red().tiff({ compression: 'deflate' }), 0],
    ['image/tiff', () => red().tiff({ compression: 'jpeg' }), 3 * 4],
  ])('%s: %#', async (_, make, bytesPerPixel) => {
    const { unpackedBytes } = await inspectImage(await make().toBuffer());
    expect(unpackedBytes).toBe(40 * 30 * bytesPerPixel);
  });
});

describe('memory needed for decoding a TIFF', () => {
  /** Returns a deflated TIFF of one color in strips of `rows`; `planar` stores each channel separately. */
  function flatTiff(tags: {
    width: number;
    height: number;
    bits: number;
    rows: number;
    planar: boolean;
    jpeg?: boolean;
  }) {
    const { width, height, bits, rows, planar, jpeg } = tags;
    const entries = [
      [256, 4, width],
      [257, 4, height],
      // Three times the same number of bits: a list behind the tags.
      [258, 3, 134, 3],
      [259, 3, jpeg ? 7 : 8],
      [262, 3, 2],
      [273, 4, 0],
      [277, 3, 3],
      [278, 4, rows],
      [279, 4, 0],
      [284, 3, planar ? 2 : 1],
    ] as const;
    const bytes = Buffer.alloc(140);
    bytes.write('II*\0', 'latin1');
    bytes.writeUInt32LE(8, 4);
    bytes.writeUInt16LE(entries.length, 8);
    for (const [index, [tag, type, value, count = 1]] of entries.entries()) {
      const at = 10 + index * 12;
      bytes.writeUInt16LE(tag, at);
      bytes.writeUInt16LE(type, at + 2);
      bytes.writeUInt32LE(count, at + 4);
      bytes.writeUInt32LE(value, at + 8);
    }
    for (const at of [134, 136, 138]) bytes.writeUInt16LE(bits, at);
    return bytes;
  }
  const large = { width: 16_000, height: 16_000, bits: 8, rows: 16_000, planar: false };

  test.each([
    ['channels together in one strip', {}, 0],
    ['channels by themselves in one strip', { planar: true }, 16_000 * 16_000 * 4],
    ['channels by themselves in strips', { planar: true, bits: 16, rows: 128 }, 16_000 * 128 * 4 * 2],
    ['JPEG in strips', { jpeg: true, rows: 16 }, 16_000 * 16 * 3 * 4],
  ])('%s', async (_, change, expected) => {
    expect((await inspectImage(flatTiff({ ...large, ...change }))).unpackedBytes).toBe(expected);
  });

  test.each([
    ['channels of 16 bits by themselves in one strip', { planar: true, bits: 16 }],
    ['JPEG in one strip', { jpeg: true }],
    ['a strip that claims more rows than the image', { planar: true, bits: 16, rows: 0xffff_ffff }],
  ])('%s are refused', async (_, change) => {
    expect(await refusal(flatTiff({ ...large, ...change }))).toContain('256 megapixels, TIFF');
  });

  test('a BigTIFF is counted like a TIFF', async () => {
    const bytes = (options: object) =>
      red()
        .tiff({ bigtiff: true, ...options })
        .toBuffer();
    expect((await inspectImage(await bytes({ compression: 'lzw' }))).unpackedBytes).toBe(0);
    expect((await inspectImage(await bytes({ compression: 'jpeg' }))).unpackedBytes).toBe(40 * 30 * 3 * 4);
  });
});

describe('accepted photos', () => {
  test.each([
    ['image/jpeg', () => red().jpeg()],
    ['image/png', () => red().png()],
    ['image/webp', () => red().webp()],
    ['image/avif', () => red().avif()],
    ['image/tiff', () => red().tiff()],
    ['image/tiff', () => red().tiff({ bigtiff: true })],
  ])('%s, by its bytes', async (type, make) => {
    const inspection = await inspectImage(await make().toBuffer());
    expect(inspection).toMatchObject({ type, width: 40, height: 30, orientation: 1, isSrgb: true, capture: null });
  });

  test('the size is that of the upright image, the capture time is in UTC', async () => {
    const bytes = await red()
      .withExif({ IFD0: { Orientation: '6' }, IFD2: { DateTimeOriginal: '2026:05:01 10:00:00' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const inspection = await inspectImage(bytes);
    expect(inspection.orientation).toBe(6);
    expect(uprightSize(inspection)).toEqual({ width: 30, height: 40 });
    expect(inspection.capture).toEqual({ clock: '2026-05-01T10:00:00.000' });
  });

  test.each([
    ['an embedded sRGB profile', true, () => red().withIccProfile('srgb').jpeg()],
    ['no profile', true, () => red().jpeg()],
    ['Display P3', false, () => red().withIccProfile('p3').jpeg()],
    ['CMYK', false, () => red().toColourspace('cmyk').withIccProfile('cmyk').jpeg()],
    ['grey', false, () => red().toColourspace('b-w').jpeg()],
    ['16 bits', true, () => red().toColourspace('rgb16').png()],
    ['16 bits in Display P3', false, () => red().toColourspace('rgb16').withIccProfile('p3').png()],
  ])('%s: as it is? %s', async (_, isSrgb, make) => {
    expect((await inspectImage(await make().toBuffer())).isSrgb).toBe(isSrgb);
  });
});

describe('refused files, each with its reason', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'This file is empty'],
    ['one byte', Buffer.from('x'), 'no photo that we can read'],
    ['zeros', Buffer.alloc(5_000), 'no photo that we can read'],
    ['SVG', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), 'an SVG drawing'],
    ['HTML', Buffer.from('\n <!DOCTYPE html><script>alert(1)</script>'), 'a web page'],
    ['GIF', Buffer.from('GIF89a\x01\0\x01\0'), 'a GIF'],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'a HEIC image'],
    ['CR2', Buffer.from('II*\0\x10\0\0\0CR\x02\0', 'latin1'), 'a camera raw file'],
    ['CR3', Buffer.from('\0\0\0\x18ftypcrx \0\0\0\x01crx isom', 'latin1'), 'a camera raw file'],
    ['PSD', Buffer.from('8BPS\0\x01'), 'a Photoshop document'],
    ['PDF', Buffer.from('%PDF-1.7'), 'a PDF document'],
    ['ZIP', Buffer.from('PK\x03\x04'), 'a ZIP archive'],
    ['MP4', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0', 'latin1'), 'a film'],
    ['a broken container', Buffer.from('\xff\xff\xff\xffftyp', 'latin1'), 'a film'],
  ])('%s', async (_, bytes, message) => {
    const reason = await refusal(bytes);
    expect(reason).toContain(message);
    expect(reason).toMatch(/Please export/);
  });

  test('what is no photo is said once', async () => {
    expect(await refusal(Buffer.alloc(5_000))).toBe(
      'This is no photo that we can read. Please export it as JPEG, PNG, WebP, AVIF or TIFF.',
    );
  });

  test.each([
    ['a JPEG that is only its start', Buffer.from('ffd8ffe000104a46', 'hex')],
    ['a PNG that is only its mark', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a WebP without a picture', Buffer.from('RIFF\x10\0\0\0WEBPVP8 \0\0\0\0', 'latin1')],
    ['a TIFF that points outside itself', Buffer.from('49492a00ffffff7f', 'hex')],
    ['an AVIF that is only its brand', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1avif', 'latin1')],
  ])('%s is damaged', async (_, bytes) => {
    expect(await refusal(bytes)).toContain('damaged or incomplete');
  });

  test('a small file that would unpack to gigabytes', async () => {
    const bomb = await red().png().toBuffer();
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    expect(await refusal(bomb)).toBe('This photo has 3,600 megapixels; the limit is 268. Please export it smaller.');
  });

  test('an interlaced PNG below the size limit that needs too much memory', async () => {
    const large = await sharp({ create: { width: 40, height: 30, channels: 4, background: 'red' } })
      .toColourspace('rgb16')
      .png({ progressive: true })
      .toBuffer();
    large.writeUInt32BE(16_000, 16);
    large.writeUInt32BE(16_000, 20);
    large.writeUInt32BE(crc32(large.subarray(12, 29)), 29);
    expect(await refusal(large)).toContain('256 megapixels, interlaced');
  });

  test.each([
    [8, 9_300, 9_000],
    [10, 8_000, 7_900],
  ] as const)('an AVIF of %i bits below the size limit that needs too much memory', async (bitdepth, width, height) => {
    const large = await red().avif({ bitdepth }).toBuffer();
    const size = large.indexOf('ispe') + 8;
    large.writeUInt32BE(width, size);
    large.writeUInt32BE(height, size + 4);
    expect(await refusal(large)).toContain(`${Math.ceil((width * height) / 1e6)} megapixels, AVIF`);
  });

  test('an animation, and a TIFF of many pages', async () => {
    const pngs = [await red().png().toBuffer(), await red().negate().png().toBuffer()];
    const together = sharp(pngs, { join: { animated: true } });
    for (const bytes of [await together.clone().webp().toBuffer(), await together.clone().tiff().toBuffer()]) {
      expect(await refusal(bytes)).toContain('more than one picture');
    }
  });

  test('floating-point colors', async () => {
    const bytes = await red().toColourspace('scrgb').tiff({ compression: 'none' }).toBuffer();
    const { depth } = await sharp(bytes).metadata();
    expect(depth).toBe('float');
    expect(await refusal(bytes)).toContain('floating-point colors');
  });
});
