import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspectImage, RefusedImage, uprightSize } from './inspect-image.ts';

const red = () => sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } });

async function refusal(bytes: Buffer): Promise<string> {
  const error = await inspectImage(bytes).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(RefusedImage);
  return (error as RefusedImage).message;
}

describe('photos that are taken', () => {
  test.each([
    ['image/jpeg', () => red().jpeg()],
    ['image/png', () => red().png()],
    ['image/webp', () => red().webp()],
    ['image/avif', () => red().avif()],
    ['image/tiff', () => red().tiff()],
    ['image/tiff', () => red().tiff({ bigtiff: true })],
  ])('%s, by its bytes', async (type, make) => {
    const seen = await inspectImage(await make().toBuffer());
    expect(seen).toMatchObject({ type, width: 40, height: 30, orientation: 1, isSrgb: true, captured_at: null });
  });

  test('size is said of the upright picture, capture time in UTC', async () => {
    const bytes = await red()
      .withExif({ IFD0: { Orientation: '6' }, IFD2: { DateTimeOriginal: '2026:05:01 10:00:00' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const seen = await inspectImage(bytes);
    expect(seen.orientation).toBe(6);
    expect(uprightSize(seen)).toEqual({ width: 30, height: 40 });
    expect(seen.captured_at).toBe('2026-05-01T15:00:00.000Z');
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

describe('files that are refused, each with a reason', () => {
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
  ])('%s', async (_, bytes, words) => {
    const reason = await refusal(bytes);
    expect(reason).toContain(words);
    expect(reason).toMatch(/Please export/);
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

  test('an interlaced one that fits the limit but not the memory', async () => {
    const large = await sharp({ create: { width: 40, height: 30, channels: 4, background: 'red' } })
      .toColourspace('rgb16')
      .png({ progressive: true })
      .toBuffer();
    large.writeUInt32BE(16_000, 16);
    large.writeUInt32BE(16_000, 20);
    large.writeUInt32BE(crc32(large.subarray(12, 29)), 29);
    expect(await refusal(large)).toContain('256 megapixels, interlaced');
  });

  test('an animation, and a TIFF of many pages', async () => {
    const pictures = [await red().png().toBuffer(), await red().negate().png().toBuffer()];
    const together = sharp(pictures, { join: { animated: true } });
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
