/** Reads the boxes of an AVIF file. */

import type { Numbers } from './tiff.ts';

export interface ByteRange {
  start: number;
  end: number;
}

export interface Box extends ByteRange {
  type: string;
}

/** Returns the four letters that name a box, an item's kind or a profile's. */
export const typeAt = (bytes: Numbers, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => bytes.getUint8(at + index)));

/**
 * Returns the boxes in a range of the file, one after the other.
 * @throws RangeError where the file ends too early
 */
export function* boxesIn(bytes: Numbers, { start, end }: ByteRange): Generator<Box> {
  for (let at = start; at + 8 <= end; ) {
    const short = bytes.getUint32(at);
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(bytes.getBigUint64(at + 8)) : short || end - at;
    if (size < head || at + size > end) return;
    yield { type: typeAt(bytes, at + 4), start: at + head, end: at + size };
    at += size;
  }
}

/** Returns the first box of a type; undefined when there is none. */
export function find(bytes: Numbers, type: string, part: ByteRange): Box | undefined {
  for (const box of boxesIn(bytes, part)) if (box.type === type) return box;
  return undefined;
}

/**
 * Returns the range in which an item is stored, or the first range where it has several; undefined when the item isn't
 * found.
 * @param meta the content of the file's `meta` box
 * @param size bytes of the file
 */
export function itemRange(bytes: Numbers, meta: ByteRange, id: number, size: number): ByteRange | undefined {
  const locations = find(bytes, 'iloc', meta);
  if (!locations) return undefined;
  const version = bytes.getUint8(locations.start);
  const [sizes, indexSizes] = [bytes.getUint8(locations.start + 4), bytes.getUint8(locations.start + 5)];
  const [offsetSize, lengthSize, baseSize, indexSize] = [
    sizes >> 4,
    sizes & 15,
    indexSizes >> 4,
    version > 0 ? indexSizes & 15 : 0,
  ];
  const read = (at: number, length: number) =>
    length === 8 ? Number(bytes.getBigUint64(at)) : length === 4 ? bytes.getUint32(at) : 0;
  let offset = locations.start + 6;
  const idSize = version < 2 ? 2 : 4;
  const count = idSize === 2 ? bytes.getUint16(offset) : bytes.getUint32(offset);
  offset += idSize;
  for (let entry = 0; entry < count && offset < locations.end; entry += 1) {
    const item = idSize === 2 ? bytes.getUint16(offset) : bytes.getUint32(offset);
    offset += idSize;
    const method = version > 0 ? bytes.getUint16(offset) & 15 : 0;
    // Skip the number of the file that has the item's data; it is always this file.
    offset += version > 0 ? 4 : 2;
    const base = read(offset, baseSize);
    offset += baseSize;
    const extents = bytes.getUint16(offset);
    offset += 2;
    if (item === id && extents > 0) {
      const from = base + read(offset + indexSize, offsetSize);
      const length = read(offset + indexSize + offsetSize, lengthSize);
      const area = method === 1 ? find(bytes, 'idat', meta) : { start: 0 };
      if (!area || method > 1) return undefined;
      const start = area.start + from;
      return { start, end: length > 0 ? Math.min(start + length, size) : size };
    }
    offset += extents * (indexSize + offsetSize + lengthSize);
  }
  return undefined;
}
