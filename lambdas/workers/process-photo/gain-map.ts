import { segmentsOf } from './plain-jpeg.ts';

/**
 * Phones and Lightroom write photos for HDR screens as a JPEG that every program shows, and behind it a second JPEG,
 * the gain map: by how much each area is brighter on an HDR screen. The second JPEG's header says what its values mean,
 * as XMP (Adobe's and Google's 'Ultra HDR'), as ISO 21496-1, or as both. An index in the first JPEG's header (CIPA
 * DC-007, 'MPF') says where the second JPEG is.
 *
 * This module reads and writes these files because sharp's `keepGainMap` fails on photos that are turned, decodes the
 * whole photo a second time, and can't turn, scale and encode the photo as the other sizes are.
 */

type XmpName = keyof typeof names;
type XmpValues = Record<XmpName, number[]>;

/** The meaning of a gain map's values, without any other metadata of its file. */
export interface GainMapMeaning {
  /** The values by XMP's names: one value, or one for each color. */
  xmp?: XmpValues;
  /** The metadata of ISO 21496-1. */
  iso?: Buffer;
}

export interface GainMap {
  /** The second JPEG, as it is stored. */
  jpeg: Buffer;
  meaning: GainMapMeaning;
}

const xmpIdentifier = 'http://ns.adobe.com/xap/1.0/\0';
const isoIdentifier = 'urn:iso:std:iso:ts:21496:-1\0';
const indexIdentifier = 'MPF\0';
const [app1, app2, startOfScan] = [0xe1, 0xe2, 0xda];

/** Returns a JPEG's gain map; undefined when it has none, or none that can be used. */
export function readGainMap(file: Buffer): GainMap | undefined {
  try {
    for (const jpeg of imagesBehind(file)) {
      const meaning = readMeaning(jpeg);
      if (meaning) return { jpeg, meaning };
    }
  } catch (error) {
    // An index or a header is cut off, or states wrong lengths.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

/** Yields the contents of a header's segments with this marker and identifier, without the identifier. */
function* contentsOf(jpeg: Buffer, segmentMarker: number, identifier: string): Generator<Buffer> {
  for (const { marker, start, end } of segmentsOf(jpeg)) {
    if (marker === startOfScan) return;
    const content = jpeg.subarray(start + 4, end);
    if (marker === segmentMarker && content.toString('latin1', 0, identifier.length) === identifier)
      yield content.subarray(identifier.length);
  }
}

/** Most images that an index may name: phones also store depth and previews. */
const maxImages = 16;
const entryBytes = 16;

/** Yields the images that a JPEG's index names after the first one. */
function* imagesBehind(file: Buffer): Generator<Buffer> {
  for (const index of contentsOf(file, app2, indexIdentifier)) {
    const isLittle = index.toString('latin1', 0, 2) === 'II';
    const long = (at: number) => (isLittle ? index.readUInt32LE(at) : index.readUInt32BE(at));
    const short = (at: number) => (isLittle ? index.readUInt16LE(at) : index.readUInt16BE(at));
    const folder = long(4);
    for (let tag = 0; tag < Math.min(short(folder), 10); tag += 1) {
      const at = folder + 2 + tag * 12;
      if (short(at) !== 0xb002) continue;
      const imageCount = Math.min(Math.floor(long(at + 4) / entryBytes), maxImages);
      for (let image = 1; image < imageCount; image += 1) {
        const entry = long(at + 8) + image * entryBytes;
        const start = index.byteOffset - file.byteOffset + long(entry + 8);
        const end = start + long(entry + 4);
        if (end <= file.length && file.readUInt16BE(start) === 0xffd8) yield file.subarray(start, end);
      }
    }
  }
}

function readMeaning(jpeg: Buffer): GainMapMeaning | undefined {
  const [iso] = [...contentsOf(jpeg, app2, isoIdentifier)].filter(isUsableIso);
  const [xmp] = [...contentsOf(jpeg, app1, xmpIdentifier)].map((packet) => readXmp(packet.toString('utf8')));
  return iso || xmp ? { ...(iso && { iso }), ...(xmp && { xmp }) } : undefined;
}

/** XMP's names with their default values; a map that lacks a value without a default can't be used. */
const names = {
  GainMapMin: 0,
  GainMapMax: undefined,
  Gamma: 1,
  OffsetSDR: 1 / 64,
  OffsetHDR: 1 / 64,
  HDRCapacityMin: 0,
  HDRCapacityMax: undefined,
} as const;
/** The largest value that a map may have: more stops of light than any screen shows. */
const maxValue = 64;

function readXmp(packet: string): XmpValues | undefined {
  // A map from the brighter image to the darker one can't be used: the first image is shown unchanged.
  if (!packet.includes('hdrgm:Version') || valuesOf(packet, 'BaseRenditionIsHDR')?.[0]?.toLowerCase() === 'true')
    return undefined;
  const meaning = {} as XmpValues;
  for (const name of Object.keys(names) as XmpName[]) {
    const defaultValue = names[name];
    const values = valuesOf(packet, name)?.map(Number) ?? (defaultValue === undefined ? [] : [defaultValue]);
    const areUsable = values.every((value) => Number.isFinite(value) && Math.abs(value) <= maxValue);
    if (!areUsable || ![1, 3].includes(values.length)) return undefined;
    meaning[name] = values;
  }
  const isBrighter = meaning.HDRCapacityMax[0]! > meaning.HDRCapacityMin[0]!;
  return isBrighter && meaning.Gamma.every((gamma) => gamma > 0) ? meaning : undefined;
}

/**
 * Returns the values of a property, which is written as an attribute, as an element, or as a list with one value for
 * each color.
 */
function valuesOf(packet: string, name: string): string[] | undefined {
  const attribute = new RegExp(`\\bhdrgm:${name}\\s*=\\s*["']([^"'<>]*)["']`).exec(packet);
  if (attribute) return [attribute[1]!.trim()];
  const openTag = packet.indexOf(`<hdrgm:${name}>`);
  const closeTag = packet.indexOf(`</hdrgm:${name}>`, openTag);
  if (openTag === -1 || closeTag === -1) return undefined;
  const content = packet.slice(openTag + name.length + 8, closeTag);
  const items = [...content.matchAll(/<rdf:li>([^<>]*)<\/rdf:li>/g)].map(([, value]) => value!.trim());
  return items.length > 0 ? items : [content.trim()];
}

const [hasColors, hasOneDivisor] = [0x80, 0x08];

/** Whether metadata of ISO 21496-1 are of the first version, whole, and make the first image brighter. */
function isUsableIso(iso: Buffer): boolean {
  if (iso.length < 37) return false;
  const flags = iso.readUInt8(4);
  const colors = flags & hasColors ? 3 : 1;
  const expected = flags & hasOneDivisor ? 17 + colors * 20 : 21 + colors * 40;
  if (iso.readUInt16BE(0) !== 0 || iso.length !== expected) return false;
  const [base, alternate] =
    flags & hasOneDivisor
      ? [iso.readUInt32BE(9), iso.readUInt32BE(13)]
      : [iso.readUInt32BE(5) / iso.readUInt32BE(9), iso.readUInt32BE(13) / iso.readUInt32BE(17)];
  return alternate > base;
}

/**
 * Returns a JPEG with a gain map behind it.
 * @param picture a JPEG without metadata
 * @param map a JPEG without metadata, of the same frame
 */
export function withGainMap(picture: Buffer, map: Buffer, { xmp, iso }: GainMapMeaning): Buffer {
  const second = withSegments(map, [
    ...(xmp ? [segment(app1, xmpIdentifier, describe(...xmpParts(xmp)))] : []),
    ...(iso ? [segment(app2, isoIdentifier, iso)] : []),
  ]);
  const first = withSegments(picture, [
    ...(xmp ? [segment(app1, xmpIdentifier, describe('', directory(second.length)))] : []),
    // The version alone: the map's own header says what the values mean.
    ...(iso ? [segment(app2, isoIdentifier, Buffer.alloc(4))] : []),
  ]);
  // The index comes first, so that its offset in the file is known.
  return Buffer.concat([withSegments(first, [indexOf(first.length, second.length)]), second]);
}

const withSegments = (jpeg: Buffer, segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

function segment(marker: number, identifier: string, content: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(2 + identifier.length + content.length, 2);
  return Buffer.concat([head, Buffer.from(identifier, 'latin1'), content]);
}

const describe = (attributes: string, content: string) =>
  Buffer.from(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"${attributes}>${content}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  );

/** Returns the XMP of single values as attributes, and of lists as elements. */
function xmpParts(xmp: XmpValues): [attributes: string, lists: string] {
  const [single, lists] = [1, 3].map((count) => Object.entries(xmp).filter(([, values]) => values.length === count));
  const items = (values: number[]) => values.map((value) => `<rdf:li>${value}</rdf:li>`).join('');
  return [
    single!.map(([name, [value]]) => ` hdrgm:${name}="${value}"`).join(''),
    lists!.map(([name, values]) => `<hdrgm:${name}><rdf:Seq>${items(values)}</rdf:Seq></hdrgm:${name}>`).join(''),
  ];
}

/** Returns Google's list of the images in the file. */
const directory = (mapBytes: number) =>
  `<Container:Directory xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:Item="http://ns.google.com/photos/1.0/container/item/"><rdf:Seq>${item('Primary')}${item('GainMap', ` Item:Length="${mapBytes}"`)}</rdf:Seq></Container:Directory>`;

const item = (meaning: string, length = '') =>
  `<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="${meaning}" Item:Mime="image/jpeg"${length}/></rdf:li>`;

/** Returns the index of both images, which is the first segment of the first image. */
function indexOf(firstBytes: number, secondBytes: number): Buffer {
  const tags = 3;
  const entries = 10 + tags * 12 + 4;
  const content = Buffer.alloc(entries + 2 * entryBytes);
  const bytes = 4 + indexIdentifier.length + content.length;
  content.write('MM\0*', 0, 'latin1');
  content.writeUInt32BE(8, 4);
  content.writeUInt16BE(tags, 8);
  const tag = (row: number, name: number, type: number, count: number) => {
    const at = 10 + row * 12;
    content.writeUInt16BE(name, at);
    content.writeUInt16BE(type, at + 2);
    content.writeUInt32BE(count, at + 4);
    return at + 8;
  };
  content.write('0100', tag(0, 0xb000, 7, 4), 'latin1');
  content.writeUInt32BE(2, tag(1, 0xb001, 4, 1));
  content.writeUInt32BE(entries, tag(2, 0xb002, 7, 2 * entryBytes));
  // The first image is the one that programs show; the second has no kind of its own.
  content.writeUInt32BE(0x030000, entries);
  content.writeUInt32BE(firstBytes + bytes, entries + 4);
  content.writeUInt32BE(secondBytes, entries + entryBytes + 4);
  // The offset counts from the byte order, which follows the start of the file and this segment's marker, length and
  // identifier.
  content.writeUInt32BE(firstBytes + bytes - (2 + 4 + indexIdentifier.length), entries + entryBytes + 8);
  return segment(app2, indexIdentifier, content);
}
