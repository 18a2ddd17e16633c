import { type Box, type ByteRange, boxesIn, find, itemRange, typeAt } from '#shared/photos/avif-boxes.ts';
import { type Numbers, viewOf } from '#shared/photos/tiff.ts';
import { readSequenceColor } from './read-sequence-color.ts';
import { type Cicp, primariesOfCicp, type StatedColor, srgbPrimaries, transferOfCicp } from './stated-color.ts';

/**
 * Returns the colors that an AVIF without an ICC profile states, as Chromium reads it: by the `nclx` box of its primary
 * item, or else by the header of the video sequence in which the pixels are stored. Numbers that browsers do not know
 * count as sRGB.
 * @returns undefined when the file states no colors, or is broken there
 */
export function readAvifColor(avif: Buffer): StatedColor | undefined {
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

function readItem(file: Buffer): { cicp: Cicp | undefined; peak: number | undefined } | undefined {
  const avif = viewOf(file);
  const meta = find(avif, 'meta', { start: 0, end: file.length });
  if (!meta) return undefined;
  const contents = { start: meta.start + 4, end: meta.end };
  const primary = find(avif, 'pitm', contents);
  const properties = find(avif, 'iprp', contents);
  if (!primary || !properties) return undefined;
  const id = avif.getUint8(primary.start) === 0 ? avif.getUint16(primary.start + 4) : avif.getUint32(primary.start + 4);
  const itemProperties = propertiesOf(avif, properties, id);
  const nclx = itemProperties.find(({ type, start }) => type === 'colr' && typeAt(avif, start) === 'nclx');
  const light = itemProperties.find(({ type }) => type === 'clli');
  const pixels = itemRange(avif, contents, firstTile(avif, contents, id), file.length);
  const cicp: Cicp | undefined = nclx
    ? [avif.getUint16(nclx.start + 4), avif.getUint16(nclx.start + 6)]
    : readSequenceColor(pixels ? file.subarray(pixels.start, pixels.end) : Buffer.alloc(0));
  return { cicp, peak: (light && avif.getUint16(light.start)) || undefined };
}

/** Returns the properties with which an item is associated. */
function propertiesOf(bytes: Numbers, iprp: Box, id: number): Box[] {
  const container = find(bytes, 'ipco', iprp);
  const associations = find(bytes, 'ipma', iprp);
  if (!container || !associations) return [];
  const properties = [...boxesIn(bytes, container)];
  const hasLongIds = bytes.getUint8(associations.start) > 0;
  const hasLongIndexes = (bytes.getUint8(associations.start + 3) & 1) === 1;
  const count = bytes.getUint32(associations.start + 4);
  let at = associations.start + 8;
  for (let entry = 0; entry < count && at < associations.end; entry += 1) {
    const item = hasLongIds ? bytes.getUint32(at) : bytes.getUint16(at);
    at += hasLongIds ? 4 : 2;
    const links = bytes.getUint8(at);
    at += 1;
    const indexes = Array.from({ length: links }, (_, link) =>
      hasLongIndexes ? bytes.getUint16(at + link * 2) & 0x7fff : bytes.getUint8(at + link) & 0x7f,
    );
    if (item === id) return indexes.flatMap((index) => properties[index - 1] ?? []);
    at += links * (hasLongIndexes ? 2 : 1);
  }
  return [];
}

/** Returns the id of the item with pixels: the first tile of a grid, or else the item itself. */
function firstTile(bytes: Numbers, meta: ByteRange, id: number): number {
  const references = find(bytes, 'iref', meta);
  if (!references) return id;
  const hasLongIds = bytes.getUint8(references.start) > 0;
  const read = (at: number) => (hasLongIds ? bytes.getUint32(at) : bytes.getUint16(at));
  const size = hasLongIds ? 4 : 2;
  for (const { type, start } of boxesIn(bytes, { start: references.start + 4, end: references.end })) {
    if (type === 'dimg' && read(start) === id) return read(start + size + 2);
  }
  return id;
}
