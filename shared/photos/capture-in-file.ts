import type { Capture } from '../contract/photos/photos.ts';
import { boxesIn, find, type Part, placeOf, typeAt } from './avif-boxes.ts';
import { kindOfContent } from './kind-of-content.ts';
import { captureInHead, captureInXmp, type Numbers, readCapture } from './read-exif.ts';

/** Bytes that are read at once; most files tell the capture time in the first of them. */
const blockBytes = 256 * 1024;
/** Bytes of the longest number, which may begin at the end of a block. */
const longestNumber = 8;
/** Blocks that are read of one file at most: 4 MB. */
const mostBlocks = 16;
/** Bytes of XMP that are read at most. */
const longestXmp = 2 * blockBytes;
/** Bytes at the end of a PNG in which chunks behind the pixels are looked for. */
const pngTail = blockBytes;

/** A block of a file is needed that has not been read. */
class UnreadBlockError extends Error {
  override name = 'UnreadBlockError';
  readonly index: number;

  constructor(index: number) {
    super('This part of the file has not been read.');
    this.index = index;
  }
}

/** A file of which some blocks have been read. */
class Blocks implements Numbers {
  readonly size: number;
  readonly #file: Blob;
  readonly #read = new Map<number, DataView>();

  constructor(file: Blob) {
    this.#file = file;
    this.size = file.size;
  }

  /** Reads a block, and returns it. */
  async read(index: number): Promise<Uint8Array> {
    const start = index * blockBytes;
    const bytes = await this.#file.slice(start, start + blockBytes + longestNumber).arrayBuffer();
    this.#read.set(index, new DataView(bytes));
    return new Uint8Array(bytes);
  }

  /** Returns what `find` finds, for which as many blocks are read as it needs. */
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

  /** The bytes of a part, as far as the file has them. */
  part({ start, end }: Part): Uint8Array {
    return Uint8Array.from({ length: Math.min(end, this.size) - start }, (_, index) => this.getUint8(start + index));
  }

  #block(at: number): DataView {
    if (at >= this.size) throw new RangeError('The file ends before.');
    const index = Math.floor(at / blockBytes);
    const found = this.#read.get(index);
    if (!found) throw new UnreadBlockError(index);
    return found;
  }
}

/** Where a file says when it was taken. */
interface Places {
  /** Offset of an EXIF block, or of a TIFF. */
  exif?: number | undefined;
  xmp?: Part | undefined;
}

const finders: Record<string, (bytes: Blocks) => Places> = {
  'image/jpeg': inJpeg,
  'image/png': inPng,
  'image/webp': inWebp,
  'image/avif': inAvif,
  'image/tiff': () => ({ exif: 0 }),
};

/**
 * Returns what a photo's file says of when it was taken, null when it says nothing, is no photo, or is broken there. EXIF
 * is believed before XMP. Only the parts that can tell it are read, so that also a large file takes little memory.
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

const says = (bytes: Numbers, at: number, text: string): boolean =>
  [...text].every((sign, index) => bytes.getUint8(at + index) === sign.charCodeAt(0));

/** The XMP of a JPEG; `captureInHead` reads its EXIF. */
function inJpeg(bytes: Blocks): Places {
  const scan = 0xda;
  for (let at = 2; bytes.getUint8(at) === 0xff && bytes.getUint8(at + 1) !== scan; at += 2 + bytes.getUint16(at + 2)) {
    const isXmp = bytes.getUint8(at + 1) === 0xe1 && says(bytes, at + 4, xmpOfJpeg);
    if (isXmp) return { xmp: { start: at + 4, end: at + 2 + bytes.getUint16(at + 2) } };
  }
  return {};
}

/** Programs write the chunks before the pixels or behind them; between, there can be thousands of chunks. */
function inPng(bytes: Blocks): Places {
  const before = chunksFrom(bytes, 8);
  if (before.exif !== undefined) return before;
  const behind = chunksFrom(bytes, firstBehind(bytes, before.end));
  return { exif: behind.exif, xmp: before.xmp ?? behind.xmp };
}

/** What a PNG's chunks from there to the next pixels tell. */
function chunksFrom(bytes: Blocks, from: number): Places & { end: number } {
  const places: Places = {};
  let at = from;
  for (; at + 12 <= bytes.size; at += 12 + bytes.getUint32(at)) {
    const type = typeAt(bytes, at + 4);
    const part = { start: at + 8, end: at + 8 + bytes.getUint32(at) };
    if (type === 'IDAT') break;
    if (type === 'eXIf') places.exif ??= part.start;
    if ((type === 'iTXt' || type === 'tEXt') && says(bytes, part.start, xmpOfPng)) places.xmp ??= part;
  }
  return { ...places, end: at };
}

const textOrExif = /^(?:eXIf|iTXt|tEXt)$/;

/** The first chunk of text or EXIF behind a PNG's pixels; its end when there is none. */
function firstBehind(bytes: Blocks, pixels: number): number {
  for (let at = Math.max(pixels, bytes.size - pngTail); at + 12 <= bytes.size; at += 1) {
    if (textOrExif.test(typeAt(bytes, at + 4)) && isChunk(bytes, at)) return at;
  }
  return bytes.size;
}

/** Whether chunk follows on chunk from there to the end of the file: pixels can look like one. */
function isChunk(bytes: Blocks, from: number): boolean {
  let at = from;
  while (at + 12 <= bytes.size && /^[A-Za-z]{4}$/.test(typeAt(bytes, at + 4))) at += 12 + bytes.getUint32(at);
  return at === bytes.size;
}

function inWebp(bytes: Blocks): Places {
  const places: Places = {};
  for (let at = 12; at + 8 <= bytes.size; ) {
    const length = bytes.getUint32(at + 4, true);
    const part = { start: at + 8, end: at + 8 + length };
    if (says(bytes, at, 'EXIF')) places.exif ??= part.start;
    if (says(bytes, at, 'XMP ')) places.xmp ??= part;
    at = part.end + (length % 2);
  }
  return places;
}

function inAvif(bytes: Blocks): Places {
  const meta = find(bytes, 'meta', { start: 0, end: bytes.size });
  const inside = meta && { start: meta.start + 4, end: meta.end };
  const items = inside && find(bytes, 'iinf', inside);
  if (!items) return {};
  const places: Places = {};
  const isLong = bytes.getUint8(items.start) > 0;
  for (const { type, start } of boxesIn(bytes, { start: items.start + (isLong ? 8 : 6), end: items.end })) {
    const version = bytes.getUint8(start);
    if (type !== 'infe' || version < 2) continue;
    const id = version > 2 ? bytes.getUint32(start + 4) : bytes.getUint16(start + 4);
    const kind = typeAt(bytes, start + (version > 2 ? 10 : 8));
    const place = kind === 'Exif' || kind === 'mime' ? placeOf(bytes, inside, id, bytes.size) : undefined;
    // In front of the block stands where in it the TIFF begins.
    if (place && kind === 'Exif') places.exif ??= place.start + 4 + bytes.getUint32(place.start);
    if (place && kind === 'mime') places.xmp ??= place;
  }
  return places;
}
