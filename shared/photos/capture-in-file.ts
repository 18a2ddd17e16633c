import type { Capture } from '../contract/photos/photos.ts';
import { type ByteRange, boxesIn, find, itemRange, typeAt } from './avif-boxes.ts';
import { kindOfContent } from './kind-of-content.ts';
import { captureInHead, captureInXmp, readCapture } from './read-capture.ts';
import type { Numbers } from './tiff.ts';

/** Bytes that are read at once; most files have the capture time in the first block. */
const blockBytes = 256 * 1024;
/** Bytes of the longest number, which may begin at the end of a block. */
const longestNumber = 8;
/** The highest number of blocks read of one file: 4 MB. */
const mostBlocks = 16;
/** The highest number of bytes of XMP that are read. */
const longestXmp = 2 * blockBytes;
/** Bytes at the end of a PNG in which chunks after the pixels are searched. */
const pngTail = blockBytes;

/** Thrown when a block is needed that has not been read. */
class UnreadBlockError extends Error {
  override name = 'UnreadBlockError';
  readonly index: number;

  constructor(index: number) {
    super('This part of the file has not been read.');
    this.index = index;
  }
}

/** A file of which some blocks are in memory. */
class Blocks implements Numbers {
  readonly size: number;
  readonly #file: Blob;
  readonly #read = new Map<number, DataView>();

  constructor(file: Blob) {
    this.#file = file;
    this.size = file.size;
  }

  /** Reads a block and returns it. */
  async read(index: number): Promise<Uint8Array> {
    const start = index * blockBytes;
    const bytes = await this.#file.slice(start, start + blockBytes + longestNumber).arrayBuffer();
    this.#read.set(index, new DataView(bytes));
    return new Uint8Array(bytes);
  }

  /**
   * Returns the result of `find`, and reads the blocks that it needs; undefined when the file ends too early or more
   * than `mostBlocks` are needed.
   */
  async find<Found>(find: (bytes: Blocks) => Found): Promise<Found | undefined> {
    while (this.#read.size < mostBlocks) {
      try {
        return find(this);
      } catch (error) {
        if (error instanceof RangeError) return undefined;
        if (!(error instanceof UnreadBlockError)) throw error;
        await this.read(error.index);
      }
    }
    return undefined;
  }

  getUint8(at: number): number {
    return this.#block(at).getUint8(at % blockBytes);
  }

  getUint16(at: number, little?: boolean): number {
    return this.#block(at).getUint16(at % blockBytes, little);
  }

  getUint32(at: number, little?: boolean): number {
    return this.#block(at).getUint32(at % blockBytes, little);
  }

  getBigUint64(at: number, little?: boolean): bigint {
    return this.#block(at).getBigUint64(at % blockBytes, little);
  }

  /** Returns the bytes of a range, as far as the file has them. */
  part({ start, end }: ByteRange): Uint8Array {
    return Uint8Array.from({ length: Math.min(end, this.size) - start }, (_, index) => this.getUint8(start + index));
  }

  #block(at: number): DataView {
    if (at >= this.size) throw new RangeError('The file ends before.');
    const index = Math.floor(at / blockBytes);
    const block = this.#read.get(index);
    if (!block) throw new UnreadBlockError(index);
    return block;
  }
}

/** The locations of a file's capture data. */
interface Locations {
  /** Offset of an EXIF block, or of a TIFF. */
  exif?: number | undefined;
  xmp?: ByteRange | undefined;
}

const finders: Record<string, (bytes: Blocks) => Locations> = {
  'image/jpeg': inJpeg,
  'image/png': inPng,
  'image/webp': inWebp,
  'image/avif': inAvif,
  'image/tiff': () => ({ exif: 0 }),
};

/**
 * Returns what a photo's file states about when it was taken; null when it states nothing, is no photo, or is damaged
 * there. EXIF takes precedence over XMP. Only the needed blocks are read, so that a large file takes little memory.
 * @throws when the file can't be read
 */
export async function captureInFile(file: Blob): Promise<Capture | null> {
  const blocks = new Blocks(file);
  const head = await blocks.read(0);
  const inHead = captureInHead(head);
  if (inHead) return inHead;
  const finder = finders[kindOfContent(head) ?? ''];
  const { exif, xmp } = (finder && (await blocks.find(finder))) ?? {};
  const inExif = exif === undefined ? null : await blocks.find((bytes) => readCapture(bytes, exif));
  if (inExif || !xmp || xmp.end > file.size) return inExif ?? null;
  const text = await blocks.find((bytes) => bytes.part({ ...xmp, end: Math.min(xmp.end, xmp.start + longestXmp) }));
  return text ? captureInXmp(new TextDecoder().decode(text)) : null;
}

const xmpOfJpeg = 'http://ns.adobe.com/xap/1.0/';
const xmpOfPng = 'XML:com.adobe.xmp';

const hasText = (bytes: Numbers, at: number, text: string): boolean =>
  [...text].every((sign, index) => bytes.getUint8(at + index) === sign.charCodeAt(0));

/** Returns the location of a JPEG's XMP; `captureInHead` reads its EXIF. */
function inJpeg(bytes: Blocks): Locations {
  const scan = 0xda;
  for (let at = 2; bytes.getUint8(at) === 0xff && bytes.getUint8(at + 1) !== scan; at += 2 + bytes.getUint16(at + 2)) {
    const isXmp = bytes.getUint8(at + 1) === 0xe1 && hasText(bytes, at + 4, xmpOfJpeg);
    if (isXmp) return { xmp: { start: at + 4, end: at + 2 + bytes.getUint16(at + 2) } };
  }
  return {};
}

/**
 * Returns the locations in a PNG. Programs write the chunks before or after the pixels, which can have thousands of
 * chunks.
 */
function inPng(bytes: Blocks): Locations {
  const beforePixels = chunksFrom(bytes, 8);
  if (beforePixels.exif !== undefined) return beforePixels;
  const behindPixels = chunksFrom(bytes, firstChunkAfterPixels(bytes, beforePixels.end));
  return { exif: behindPixels.exif, xmp: beforePixels.xmp ?? behindPixels.xmp };
}

/** Returns the locations in a PNG's chunks from an offset to the next pixels. */
function chunksFrom(bytes: Blocks, from: number): Locations & { end: number } {
  const locations: Locations = {};
  let at = from;
  for (; at + 12 <= bytes.size; at += 12 + bytes.getUint32(at)) {
    const type = typeAt(bytes, at + 4);
    const part = { start: at + 8, end: at + 8 + bytes.getUint32(at) };
    if (type === 'IDAT') break;
    if (type === 'eXIf') locations.exif ??= part.start;
    if ((type === 'iTXt' || type === 'tEXt') && hasText(bytes, part.start, xmpOfPng)) locations.xmp ??= part;
  }
  return { ...locations, end: at };
}

const textOrExif = /^(?:eXIf|iTXt|tEXt)$/;

/** Returns the offset of the first text or EXIF chunk after a PNG's pixels; the file's end when there is none. */
function firstChunkAfterPixels(bytes: Blocks, pixels: number): number {
  for (let at = Math.max(pixels, bytes.size - pngTail); at + 12 <= bytes.size; at += 1) {
    if (textOrExif.test(typeAt(bytes, at + 4)) && isChunk(bytes, at)) return at;
  }
  return bytes.size;
}

/**
 * Whether chunks follow each other from an offset to the end of the file. Pixels can look like the beginning of a
 * chunk.
 */
function isChunk(bytes: Blocks, from: number): boolean {
  let at = from;
  while (at + 12 <= bytes.size && /^[A-Za-z]{4}$/.test(typeAt(bytes, at + 4))) at += 12 + bytes.getUint32(at);
  return at === bytes.size;
}

function inWebp(bytes: Blocks): Locations {
  const locations: Locations = {};
  for (let at = 12; at + 8 <= bytes.size; ) {
    const length = bytes.getUint32(at + 4, true);
    const part = { start: at + 8, end: at + 8 + length };
    if (hasText(bytes, at, 'EXIF')) locations.exif ??= part.start;
    if (hasText(bytes, at, 'XMP ')) locations.xmp ??= part;
    at = part.end + (length % 2);
  }
  return locations;
}

function inAvif(bytes: Blocks): Locations {
  const meta = find(bytes, 'meta', { start: 0, end: bytes.size });
  const metaContent = meta && { start: meta.start + 4, end: meta.end };
  const items = metaContent && find(bytes, 'iinf', metaContent);
  if (!items) return {};
  const locations: Locations = {};
  const isLong = bytes.getUint8(items.start) > 0;
  for (const { type, start } of boxesIn(bytes, { start: items.start + (isLong ? 8 : 6), end: items.end })) {
    const version = bytes.getUint8(start);
    if (type !== 'infe' || version < 2) continue;
    const id = version > 2 ? bytes.getUint32(start + 4) : bytes.getUint16(start + 4);
    const kind = typeAt(bytes, start + (version > 2 ? 10 : 8));
    const location = kind === 'Exif' || kind === 'mime' ? itemRange(bytes, metaContent, id, bytes.size) : undefined;
    // The block begins with the offset of the TIFF in it.
    if (location && kind === 'Exif') locations.exif ??= location.start + 4 + bytes.getUint32(location.start);
    if (location && kind === 'mime') locations.xmp ??= location;
  }
  return locations;
}
