import { readSequenceColor } from './read-sequence-color.ts';
import { type Cicp, primariesOfCicp, srgbPrimaries, type ToldColor, transferOfCicp } from './told-color.ts';

interface Box {
  type: string;
  /** Offset of the content, behind size and type. */
  start: number;
  end: number;
}

/**
 * Returns how an AVIF without an ICC profile tells its colors, as Chromium reads it: by the `nclx` box of its primary
 * item, or else by the header of the video sequence in which the pixels are stored. What browsers do not know counts as
 * sRGB.
 * @returns undefined when nothing is told, or the file is broken there
 */
export function readAvifColor(avif: Buffer): ToldColor | undefined {
  try {
    const facts = readItem(avif);
    if (!facts?.cicp) return undefined;
    const [primaries, transfer] = facts.cicp;
    return {
      primaries: primariesOfCicp[primaries] ?? srgbPrimaries,
      transfer: transferOfCicp[transfer] ?? 'srgb',
      peak: facts.peak,
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readItem(avif: Buffer): { cicp: Cicp | undefined; peak: number | undefined } | undefined {
  const meta = find(avif, 'meta', { start: 0, end: avif.length });
  if (!meta) return undefined;
  const inside = { start: meta.start + 4, end: meta.end };
  const primary = find(avif, 'pitm', inside);
  const properties = find(avif, 'iprp', inside);
  if (!primary || !properties) return undefined;
  const id = avif[primary.start] === 0 ? avif.readUInt16BE(primary.start + 4) : avif.readUInt32BE(primary.start + 4);
  const own = propertiesOf(avif, properties, id);
  const nclx = own.find(({ type, start }) => type === 'colr' && avif.toString('latin1', start, start + 4) === 'nclx');
  const light = own.find(({ type }) => type === 'clli');
  const cicp: Cicp | undefined = nclx
    ? [avif.readUInt16BE(nclx.start + 4), avif.readUInt16BE(nclx.start + 6)]
    : readSequenceColor(pixelsOf(avif, inside, firstTile(avif, inside, id)));
  return { cicp, peak: (light && avif.readUInt16BE(light.start)) || undefined };
}

/** The boxes in a part of the file. */
function* boxesIn(bytes: Buffer, { start, end }: Pick<Box, 'start' | 'end'>): Generator<Box> {
  for (let at = start; at + 8 <= end; ) {
    const short = bytes.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short || end - at;
    if (size < head || at + size > end) return;
    yield { type: bytes.toString('latin1', at + 4, at + 8), start: at + head, end: at + size };
    at += size;
  }
}

function find(bytes: Buffer, type: string, part: Pick<Box, 'start' | 'end'>): Box | undefined {
  for (const box of boxesIn(bytes, part)) if (box.type === type) return box;
  return undefined;
}

/** The properties that an item is associated with. */
function propertiesOf(bytes: Buffer, part: Box, id: number): Box[] {
  const container = find(bytes, 'ipco', part);
  const associations = find(bytes, 'ipma', part);
  if (!container || !associations) return [];
  const all = [...boxesIn(bytes, container)];
  const hasLongIds = bytes[associations.start]! > 0;
  const hasLongIndexes = (bytes[associations.start + 3]! & 1) === 1;
  const count = bytes.readUInt32BE(associations.start + 4);
  let at = associations.start + 8;
  for (let entry = 0; entry < count && at < associations.end; entry += 1) {
    const item = hasLongIds ? bytes.readUInt32BE(at) : bytes.readUInt16BE(at);
    at += hasLongIds ? 4 : 2;
    const links = bytes.readUInt8(at);
    at += 1;
    const indexes = Array.from({ length: links }, (_, link) =>
      hasLongIndexes ? bytes.readUInt16BE(at + link * 2) & 0x7fff : bytes.readUInt8(at + link) & 0x7f,
    );
    if (item === id) return indexes.flatMap((index) => all[index - 1] ?? []);
    at += links * (hasLongIndexes ? 2 : 1);
  }
  return [];
}

/** The item with pixels: of a grid its first tile, else the item itself. */
function firstTile(bytes: Buffer, meta: Pick<Box, 'start' | 'end'>, id: number): number {
  const references = find(bytes, 'iref', meta);
  if (!references) return id;
  const hasLongIds = bytes[references.start]! > 0;
  const read = (at: number) => (hasLongIds ? bytes.readUInt32BE(at) : bytes.readUInt16BE(at));
  const size = hasLongIds ? 4 : 2;
  for (const { type, start } of boxesIn(bytes, { start: references.start + 4, end: references.end })) {
    if (type === 'dimg' && read(start) === id) return read(start + size + 2);
  }
  return id;
}

/** The beginning of an item's pixels as they are stored; empty when it isn't found. */
function pixelsOf(bytes: Buffer, meta: Pick<Box, 'start' | 'end'>, id: number): Buffer {
  const none = bytes.subarray(0, 0);
  const locations = find(bytes, 'iloc', meta);
  if (!locations) return none;
  const version = bytes[locations.start]!;
  const [sizes, more] = [bytes.readUInt8(locations.start + 4), bytes.readUInt8(locations.start + 5)];
  const [offsetSize, lengthSize, baseSize, indexSize] = [
    sizes >> 4,
    sizes & 15,
    more >> 4,
    version > 0 ? more & 15 : 0,
  ];
  const read = (at: number, size: number) =>
    size === 8 ? Number(bytes.readBigUInt64BE(at)) : size === 4 ? bytes.readUInt32BE(at) : 0;
  let at = locations.start + 6;
  const idSize = version < 2 ? 2 : 4;
  const count = idSize === 2 ? bytes.readUInt16BE(at) : bytes.readUInt32BE(at);
  at += idSize;
  for (let entry = 0; entry < count && at < locations.end; entry += 1) {
    const item = idSize === 2 ? bytes.readUInt16BE(at) : bytes.readUInt32BE(at);
    at += idSize;
    const method = version > 0 ? bytes.readUInt16BE(at) & 15 : 0;
    // Behind the number of the file, which is this one.
    at += version > 0 ? 4 : 2;
    const base = read(at, baseSize);
    at += baseSize;
    const extents = bytes.readUInt16BE(at);
    at += 2;
    if (item === id && extents > 0) {
      const from = base + read(at + indexSize, offsetSize);
      const length = read(at + indexSize + offsetSize, lengthSize) || undefined;
      const area = method === 1 ? find(bytes, 'idat', meta) : { start: 0 };
      if (!area || method > 1) return none;
      return bytes.subarray(area.start + from, length && area.start + from + length);
    }
    at += extents * (indexSize + offsetSize + lengthSize);
  }
  return none;
}
