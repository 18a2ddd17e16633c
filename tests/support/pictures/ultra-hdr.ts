import sharp, { type Sharp } from 'sharp';

/** What is written into an Ultra HDR JPEG as phones and Lightroom write it. */
export interface UltraHdr {
  /** The picture as screens without HDR show it; its orientation, profile and metadata stay. */
  base: Buffer;
  /** The gain map: how much brighter each part is on an HDR screen. */
  map: Buffer;
  /** Stops of light by which the map brightens at most: of all colors, or of each. */
  stops?: number | [number, number, number];
  /** The byte order of the index; cameras write both. */
  order?: 'II' | 'MM';
}

const namespace = 'http://ns.adobe.com/xap/1.0/\0';
const packet = (attributes: string, content = '') =>
  Buffer.from(
    `${namespace}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:Item="http://ns.google.com/photos/1.0/container/item/" hdrgm:Version="1.0" ${attributes}>${content}</rdf:Description></rdf:RDF></x:xmpmeta>`,
    'latin1',
  );

function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

/** Returns an Ultra HDR JPEG: the picture, and behind it the gain map as a second JPEG. */
export function makeUltraHdr({ base, map, stops = 2, order = 'MM' }: UltraHdr): Buffer {
  const most = [stops].flat();
  const range = `hdrgm:GainMapMin="0" hdrgm:Gamma="1" hdrgm:OffsetSDR="0.015625" hdrgm:OffsetHDR="0.015625" hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="${Math.max(...most)}" hdrgm:BaseRenditionIsHDR="False"`;
  const list = most.map((value) => `<rdf:li>${value}</rdf:li>`).join('');
  const second = withSegment(
    map,
    0xe1,
    typeof stops === 'number'
      ? packet(`${range} hdrgm:GainMapMax="${stops}"`)
      : packet(range, `<hdrgm:GainMapMax><rdf:Seq>${list}</rdf:Seq></hdrgm:GainMapMax>`),
  );
  const item = (semantic: string, length: string) =>
    `<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="${semantic}" Item:Mime="image/jpeg"${length}/></rdf:li>`;
  const directory = `<Container:Directory><rdf:Seq>${item('Primary', '')}${item('GainMap', ` Item:Length="${second.length}"`)}</rdf:Seq></Container:Directory>`;
  const named = withSegment(base, 0xe1, packet('', directory));
  // The index of both pictures (CIPA DC-007), whose offsets count from its byte order on.
  const index = Buffer.alloc(4 + 82);
  const short = (value: number, at: number) =>
    order === 'II' ? index.writeUInt16LE(value, at) : index.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    order === 'II' ? index.writeUInt32LE(value, at) : index.writeUInt32BE(value, at);
  index.write(`MPF\0${order}`, 0, 'latin1');
  short(42, 6);
  long(8, 8);
  short(3, 12);
  const entry = (at: number, tag: number, type: number, count: number) => {
    short(tag, at);
    short(type, at + 2);
    long(count, at + 4);
    return at + 8;
  };
  index.write('0100', entry(14, 0xb000, 7, 4), 'latin1');
  long(2, entry(26, 0xb001, 4, 1));
  long(50, entry(38, 0xb002, 7, 32));
  const length = named.length + 4 + index.length;
  long(0x030000, 54);
  long(length, 58);
  long(second.length, 74);
  // The segment is the file's first: its byte order is at 2 + 4 + 4.
  long(length - 10, 78);
  return Buffer.concat([withSegment(named, 0xe2, index), second]);
}

/** A photo of four gray quarters, whose gain map brightens each differently: the top left most, the bottom right least. */
export async function makeHdrPhoto(width = 1200, height = 800, orientation = 1): Promise<Buffer> {
  const quarters = (levels: [number, number, number, number], w: number, h: number) => {
    const pixels = Buffer.alloc(w * h);
    for (let y = 0; y < h; y += 1) {
      for (let x = 0; x < w; x += 1) pixels[y * w + x] = levels[(y < h / 2 ? 0 : 2) + (x < w / 2 ? 0 : 1)]!;
    }
    return sharp(pixels, { raw: { width: w, height: h, channels: 1 } });
  };
  const secret = { IFD0: { Artist: 'SECRET-ARTIST' }, IFD3: { GPSLatitude: '29/1 45/1 0/1', GPSLatitudeRef: 'N' } };
  const base = await quarters([200, 150, 100, 60], width, height)
    .toColourspace('srgb')
    .withExif(secret)
    .withMetadata({ orientation })
    .jpeg({ quality: 92 })
    .toBuffer();
  const map = await quarters([250, 170, 90, 10], width / 4, height / 4)
    .toColourspace('b-w')
    .withExif(secret)
    .jpeg({ quality: 92 })
    .toBuffer();
  return makeUltraHdr({ base, map });
}

/** The pixels of an Ultra HDR JPEG's gain map as libultrahdr finds it, one channel; undefined without one. */
export async function gainMapOf(jpeg: Uint8Array) {
  const { gainMap } = await sharp(jpeg).metadata();
  return gainMap && sharp(gainMap.image).greyscale().raw().toBuffer({ resolveWithObject: true });
}

/** sharp's types lack it. */
const withGainMap = (image: Sharp) => (image as Sharp & { withGainMap: () => Sharp }).withGainMap();

/** Returns an HDR photo as libultrahdr writes it: by ISO 21496-1, without XMP. */
export const makeIsoHdr = async (): Promise<Buffer> =>
  withGainMap(sharp(await makeHdrPhoto()))
    .jpeg({ quality: 92 })
    .toBuffer();

/**
 * The light that an HDR screen shows at places of an Ultra HDR JPEG, as libultrahdr computes it from the pixels as they
 * are stored: 1 is SDR's white.
 */
export async function lightsAt(jpeg: Uint8Array, places: readonly (readonly [x: number, y: number])[]) {
  const { data, info } = await withGainMap(sharp(jpeg)).raw({ depth: 'float' }).toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return [0, 1, 2].map((color) => data.readFloatLE((at + color) * 4));
  });
}
