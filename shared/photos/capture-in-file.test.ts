import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { captureInFile } from './capture-in-file.ts';

const clock = '2026-07-11T15:00:00.000';
const exif = { IFD0: { Model: 'Camera A' }, IFD2: { DateTimeOriginal: '2026:07:11 15:00:00' } };
const inExif = { clock, camera: 'Camera A' };
const inXmp = { clock: '2026-07-11T15:00:00.250', ahead: 120, camera: 'Camera B #77' };

const asAttributes = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description xmp:ModifyDate="2026-09-01T08:00:00"
  exif:DateTimeOriginal="2026-07-11T15:00:00.25+02:00" tiff:Model = 'Camera B' aux:SerialNumber="77"/></x:xmpmeta>`;
const asElements = `<rdf:Description><xmp:CreateDate>2026-09-01T08:00:00</xmp:CreateDate><tiff:Model>Camera B</tiff:Model>
  <photoshop:DateCreated>2026-07-11T15:00:00.25+02:00</photoshop:DateCreated>
  <exifEX:BodySerialNumber>77</exifEX:BodySerialNumber></rdf:Description>`;

/** Noise, which no format compresses well. */
function noise(side: number): Sharp {
  const pixels = Buffer.alloc(side * side * 3);
  for (let at = 0, value = 1; at < pixels.length; at += 1) {
    value = (value * 48_271) % 2_147_483_647;
    pixels[at] = value & 255;
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
}

const small = () => noise(16);
const large = () => noise(720);

/** Returns the capture that a file states, and how many of its bytes were read. */
async function readIn(bytes: Uint8Array): Promise<{ found: unknown; read: number }> {
  let read = 0;
  const file = new Blob([Uint8Array.from(bytes)]);
  const slice = file.slice.bind(file);
  file.slice = (start, end) => {
    const part = slice(start, end);
    read += part.size;
    return part;
  };
  return { found: await captureInFile(file), read };
}

const captureOf = async (bytes: Uint8Array) => (await readIn(bytes)).found;

function chunk(type: string, data: string | Buffer): Buffer {
  const content = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
  const bytes = Buffer.alloc(content.length + 12);
  bytes.writeUInt32BE(content.length);
  bytes.write(type, 4, 'latin1');
  bytes.set(content, 8);
  return bytes;
}

const xmpKeyword = 'XML:com.adobe.xmp';
const iTXt = (xmp: string) => chunk('iTXt', `${xmpKeyword}\0\0\0\0\0${xmp}`);
const tEXt = (xmp: string) => chunk('tEXt', `${xmpKeyword}\0${xmp}`);
const before = (png: Buffer, ...chunks: Buffer[]) => Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
const behind = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, -12), ...chunks, png.subarray(-12)]);

async function exifBlock(): Promise<Buffer> {
  const { exif: block } = await sharp(await small().withExif(exif).jpeg().toBuffer()).metadata();
  return block!.subarray(6);
}

/** A TIFF that states model and capture time after its pixels. */
function tiffOf(pixels: number, little: boolean, isBig: boolean): Buffer {
  const texts = [Buffer.from('Camera A\0', 'latin1'), Buffer.from('2026:07:11 15:00:00\0', 'latin1')] as const;
  const [head, count, entry, wide] = isBig ? [16, 8, 20, 8] : [8, 2, 12, 4];
  const first = head + pixels;
  const exif = first + count + 2 * entry + wide;
  const ofTexts = exif + count + entry + wide;
  const bytes = Buffer.alloc(ofTexts + texts[0].length + texts[1].length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const long = (at: number, value: number) =>
    isBig ? view.setBigUint64(at, BigInt(value), little) : view.setUint32(at, value, little);
  const tag = (at: number, name: number, type: number, length: number, value: number) => {
    view.setUint16(at, name, little);
    view.setUint16(at + 2, type, little);
    long(at + 4, length);
    long(at + 4 + wide, value);
  };
  const counted = (at: number, value: number) => (isBig ? long(at, value) : view.setUint16(at, value, little));
  bytes.write(little ? 'II' : 'MM', 'latin1');
  view.setUint16(2, isBig ? 43 : 42, little);
  if (isBig) view.setUint16(4, 8, little);
  long(isBig ? 8 : 4, first);
  counted(first, 2);
  tag(first + count, 0x0110, 2, texts[0].length, ofTexts);
  tag(first + count + entry, 0x8769, isBig ? 16 : 4, 1, exif);
  counted(exif, 1);
  tag(exif + count, 0x9003, 2, texts[1].length, ofTexts + texts[0].length);
  bytes.set(Buffer.concat(texts), ofTexts);
  return bytes;
}

/** A WebP with more chunks at its end. */
function withChunks(webp: Buffer, ...chunks: [string, Buffer][]): Buffer {
  const added = chunks.flatMap(([type, data]) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return [head, data, Buffer.alloc(data.length % 2)];
  });
  const whole = Buffer.concat([webp, ...added]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

test.each([
  ['a PNG', (image: Sharp) => image.png()],
  ['a WebP', (image: Sharp) => image.webp({ lossless: true })],
  ['an AVIF', (image: Sharp) => image.avif({ lossless: true, effort: 0 })],
  ['a JPEG', (image: Sharp) => image.jpeg({ quality: 100, chromaSubsampling: '4:4:4' })],
])('the EXIF of %s is read, of a long file without reading all of it', async (_, encode) => {
  expect(await captureOf(await encode(small().withExif(exif)).toBuffer())).toEqual(inExif);
  const long = await encode(large().withExif(exif)).toBuffer();
  expect(long.length).toBeGreaterThan(600_000);
  const { found: ofLong, read } = await readIn(long);
  expect(ofLong).toEqual(inExif);
  expect(read).toBeLessThan(long.length);
  expect(await captureOf(await encode(small()).toBuffer())).toBeNull();
});

test.each([0, 10, 262_140, 3_000_000])('the EXIF of a TIFF is read behind %i bytes of pixels', async (pixels) => {
  for (const littleEndian of [true, false]) {
    for (const isBig of [true, false]) {
      const tiff = tiffOf(pixels, littleEndian, isBig);
      const { found: capture, read } = await readIn(tiff);
      expect(capture).toEqual(inExif);
      expect(read).toBeLessThan(1_200_000);
      // Its folders would lie after the end of the truncated file.
      expect(await captureOf(tiff.subarray(0, -70))).toBeNull();
    }
  }
});

test('a PNG tells it before its pixels or behind them', async () => {
  const [png, long, block] = await Promise.all([small().png().toBuffer(), large().png().toBuffer(), exifBlock()]);
  for (const file of [png, long]) {
    for (const add of [before, behind]) {
      expect(await captureOf(add(file, chunk('eXIf', block)))).toEqual(inExif);
      expect(await captureOf(add(file, iTXt(asAttributes)))).toEqual(inXmp);
      expect(await captureOf(add(file, tEXt(asElements)))).toEqual(inXmp);
    }
    expect(await captureOf(behind(before(file, iTXt(asAttributes)), chunk('eXIf', block)))).toEqual(inExif);
    expect(
      await captureOf(before(file, chunk('tEXt', 'Comment\0exif:DateTimeOriginal="2026-07-11T15:00:00"'))),
    ).toBeNull();
  }
});

test('of a PNG, pixels that look like EXIF are none', async () => {
  const block = await exifBlock();
  const png = await small().png().toBuffer();
  const pixels = Buffer.concat([Buffer.alloc(40), chunk('eXIf', block), Buffer.alloc(40)]);
  expect(await captureOf(before(png, chunk('IDAT', pixels)))).toBeNull();
  expect(await captureOf(before(png, chunk('IDAT', deflateSync(pixels, { level: 0 }))))).toBeNull();
});

test('a WebP tells it behind its pixels', async () => {
  const [webp, block] = await Promise.all([large().webp({ lossless: true }).toBuffer(), exifBlock()]);
  const xmp = Buffer.from(asElements);
  expect(await captureOf(withChunks(webp, ['EXIF', block]))).toEqual(inExif);
  // Some programs write JPEG's header before the EXIF block.
  expect(await captureOf(withChunks(webp, ['EXIF', Buffer.concat([Buffer.from('Exif\0\0'), block])]))).toEqual(inExif);
  expect(await captureOf(withChunks(webp, ['XMP ', xmp]))).toEqual(inXmp);
  expect(await captureOf(withChunks(webp, ['XMP ', xmp], ['EXIF', block]))).toEqual(inExif);
});

test('a JPEG without EXIF tells it in XMP, and so does an AVIF', async () => {
  for (const xmp of [asAttributes, asElements]) {
    expect(await captureOf(await small().withXmp(xmp).jpeg().toBuffer())).toEqual(inXmp);
    expect(await captureOf(await small().withXmp(xmp).avif().toBuffer())).toEqual(inXmp);
  }
});

test.each([
  ['no time', 'tiff:Model="Camera B"'],
  ['a day alone', 'exif:DateTimeOriginal="2026-07-11"'],
  ['a clock that was never set', 'exif:DateTimeOriginal="0000-00-00T00:00:00"'],
  ['only when it was changed', 'xmp:ModifyDate="2026-07-11T15:00:00" xmp:MetadataDate="2026-07-11T15:00:00"'],
])('XMP that tells %s tells nothing', async (_, attributes) => {
  expect(await captureOf(await small().withXmp(`<rdf:Description ${attributes}/>`).webp().toBuffer())).toBeNull();
});

test('broken files, and files of no photo, tell nothing', async () => {
  const files = await Promise.all([
    small().withExif(exif).png().toBuffer(),
    small().withExif(exif).webp().toBuffer(),
    small().withExif(exif).avif().toBuffer(),
    tiffOf(100, true, false),
    small().withXmp(asElements).jpeg().toBuffer(),
  ]);
  for (const file of files) {
    for (let end = 0; end < file.length; end += 13) {
      expect([null, inExif, inXmp]).toContainEqual(await captureOf(file.subarray(0, end)));
    }
    for (let at = 0; at < file.length; at += 17) {
      const broken = Buffer.from(file);
      broken[at] = ~broken[at]! & 255;
      await expect(captureOf(broken)).resolves.toBeDefined();
    }
  }
  for (const content of ['', 'GIF89a', '%PDF-1.7', 'exif:DateTimeOriginal="2026-07-11T15:00:00"']) {
    expect(await captureOf(Buffer.from(content))).toBeNull();
  }
});

test('a TIFF whose folders point around in the file is given up', async () => {
  const broken = Buffer.alloc(20_000_000, 0x11);
  broken.write('II*\0', 'latin1');
  broken.writeUInt32LE(10_000_000, 4);
  const { found: nothing, read } = await readIn(broken);
  expect(nothing).toBeNull();
  expect(read).toBeLessThan(5_000_000);
});
