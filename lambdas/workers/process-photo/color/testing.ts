import { crc32, deflateSync } from 'node:zlib';
import sharp, { type AvifOptions } from 'sharp';

/** Helpers that make small images whose files state their colors. */

export type Rgb = readonly [red: number, green: number, blue: number];

/** The pixels of each side of a field of one color. */
const side = 16;

/** Returns an image of a row of fields, one of each color. */
export function fields(colors: readonly Rgb[]) {
  const width = side * colors.length;
  const pixels = Buffer.alloc(width * side * 3);
  for (let at = 0; at < width * side; at += 1) pixels.set(colors[Math.floor((at % width) / side)]!, at * 3);
  return sharp(pixels, { raw: { width, height: side, channels: 3 } });
}

/** Returns the color in the middle of each field of an image in sRGB. */
export async function fieldsOf(file: Buffer, count: number): Promise<Rgb[]> {
  const { data, info } = await sharp(file)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: count }, (_, index): Rgb => {
    const x = Math.floor(((index + 0.5) * info.width) / count);
    const at = (Math.floor(info.height / 2) * info.width + x) * 3;
    return [data[at]!, data[at + 1]!, data[at + 2]!];
  });
}

const long = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([long(data.length), body, long(crc32(body))]);
}

export const cicp = (primaries: number, transfer: number, matrix = 0, range = 1) =>
  chunk('cICP', Buffer.from([primaries, transfer, matrix, range]));
export const gama = (gamma: number) => chunk('gAMA', long(Math.round(gamma * 100_000)));
export const chrm = (...xy: number[]) => chunk('cHRM', long(...xy.map((value) => Math.round(value * 100_000))));
export const srgbChunk = chunk('sRGB', Buffer.from([0]));
export const iccp = (icc: Buffer) => chunk('iCCP', Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateSync(icc)]));
/** @param nits the brightest light */
export const clliChunk = (nits: number) => chunk('cLLI', long(nits * 10_000, 0));
export const mdcvChunk = (nits: number) => chunk('mDCV', Buffer.concat([Buffer.alloc(16), long(nits * 10_000, 1)]));

/** Returns a PNG with chunks behind its header. */
export const withChunks = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

const box = (type: string, data: Buffer) => Buffer.concat([long(8 + data.length), Buffer.from(type, 'latin1'), data]);
export const nclx = (primaries: number, transfer: number) =>
  box('colr', Buffer.concat([Buffer.from('nclx'), Buffer.from([0, primaries, 0, transfer, 0, 6, 0x80])]));
export const profileBox = (icc: Buffer) => box('colr', Buffer.concat([Buffer.from('prof'), icc]));
export const clliBox = (nits: number) => box('clli', Buffer.from([nits >> 8, nits & 255, 0, 0]));

/** Returns an AVIF of the best quality. sharp writes no color box into it. */
export const avifOf = (colors: readonly Rgb[], options: AvifOptions = {}) =>
  fields(colors)
    .avif({ quality: 100, effort: 0, chromaSubsampling: '4:4:4', ...options })
    .toBuffer();

/** Returns a copy of an AVIF that `avifOf` made, with more properties of its item. */
export function withProperties(avif: Buffer, ...added: Buffer[]): Buffer {
  const at = (type: string) => avif.indexOf(type, 0, 'latin1') - 4;
  const endOf = (start: number) => start + avif.readUInt32BE(start);
  const [meta, iprp, ipco, ipma, iloc] = [at('meta'), at('iprp'), at('ipco'), at('ipma'), at('iloc')];
  const bytes = added.reduce((sum, { length }) => sum + length, 0);
  const copy = Buffer.from(avif);
  const grow = (start: number, by: number) => copy.writeUInt32BE(copy.readUInt32BE(start) + by, start);
  for (const start of [meta, iprp]) grow(start, bytes + added.length);
  grow(ipco, bytes);
  grow(ipma, added.length);
  // The offset of the pixels: behind the version, the sizes, one item's number and file, and a base of 4 bytes.
  grow(iloc + 20, bytes + added.length);
  let properties = 0;
  for (let property = ipco + 8; property < endOf(ipco); property = endOf(property)) properties += 1;
  copy[ipma + 18]! += added.length;
  return Buffer.concat([
    ...[copy.subarray(0, endOf(ipco)), ...added, copy.subarray(endOf(ipco), endOf(ipma))],
    ...[Buffer.from(added.map((_, index) => properties + 1 + index)), copy.subarray(endOf(ipma))],
  ]);
}

/** Returns a copy of an AVIF that `avifOf` made, whose video sequence states these numbers instead of those of sRGB. */
export function withSequenceColor(avif: Buffer, primaries: number, transfer: number): Buffer {
  const start = avif.indexOf('mdat', 0, 'latin1') + 4;
  const inBits = (bytes: Iterable<number>) => [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const bits = inBits(avif.subarray(start, start + 24));
  const changed = bits.replace(inBits([1, 13, 6]), inBits([primaries, transfer, 6]));
  if (changed === bits) throw new Error('The sequence header tells no colors.');
  const copy = Buffer.from(avif);
  for (let index = 0; index < 24; index += 1)
    copy[start + index] = Number.parseInt(changed.slice(index * 8, index * 8 + 8), 2);
  return copy;
}

/** Returns one of sharp's ICC profiles. */
export async function profileOf(name: 'p3' | 'srgb' | 'cmyk'): Promise<Buffer> {
  const plain = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } });
  const tagged = name === 'cmyk' ? plain.toColourspace('cmyk') : plain;
  const { icc } = await sharp(await tagged.withIccProfile(name).jpeg().toBuffer()).metadata();
  return icc!;
}

/** Returns a JPEG with an ICC profile. */
export function withJpegProfile(jpeg: Buffer, icc: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), icc]);
  const head = Buffer.from([0xff, 0xe2, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

/** Returns the profile with a tag of CICP's numbers. */
export const withCicpTag = (icc: Buffer, primaries: number, transfer: number, matrix = 0, range = 1): Buffer =>
  withTag(icc, 'cicp', Buffer.from([...Buffer.from('cicp\0\0\0\0', 'latin1'), primaries, transfer, matrix, range]));

/** Returns the profile with one more tag. */
export function withTag(icc: Buffer, name: string, tag: Buffer): Buffer {
  const count = icc.readUInt32BE(128);
  const end = 132 + count * 12;
  const entry = Buffer.concat([Buffer.from(name, 'latin1'), long(icc.length + 12, tag.length)]);
  const copy = Buffer.concat([icc.subarray(0, end), entry, icc.subarray(end), tag]);
  copy.writeUInt32BE(copy.length, 0);
  copy.writeUInt32BE(count + 1, 128);
  for (let at = 136; at < end; at += 12) copy.writeUInt32BE(copy.readUInt32BE(at) + 12, at);
  return copy;
}

/** Returns the profile with another name. */
export function renamed(icc: Buffer, name: string): Buffer {
  const text = Buffer.concat([
    Buffer.from('desc\0\0\0\0', 'latin1'),
    long(name.length + 1),
    Buffer.from(`${name}\0`, 'latin1'),
  ]);
  const copy = Buffer.concat([icc, text, Buffer.alloc((4 - (text.length % 4)) % 4)]);
  copy.writeUInt32BE(copy.length, 0);
  const count = icc.readUInt32BE(128);
  for (let entry = 132; entry < 132 + count * 12; entry += 12) {
    if (icc.toString('latin1', entry, entry + 4) === 'desc') copy.set(long(icc.length, text.length), entry + 4);
  }
  return copy;
}
