import sharp from 'sharp';

/** What is written into an Ultra HDR JPEG as phones and Lightroom write it. */
export interface UltraHdr {
  /** The picture as screens without HDR show it; its orientation, profile and metadata stay. */
  base: Buffer;
  /** The gain map: how much brighter each part is on an HDR screen. */
  map: Buffer;
  /** Stops of light by which the map brightens at most. */
  stops?: number;
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
export function makeUltraHdr({ base, map, stops = 2 }: UltraHdr): Buffer {
  const range = `hdrgm:GainMapMin="0" hdrgm:GainMapMax="${stops}" hdrgm:Gamma="1" hdrgm:OffsetSDR="0.015625" hdrgm:OffsetHDR="0.015625" hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="${stops}" hdrgm:BaseRenditionIsHDR="False"`;
  const second = withSegment(map, 0xe1, packet(range));
  const item = (semantic: string, length: string) =>
    `<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="${semantic}" Item:Mime="image/jpeg"${length}/></rdf:li>`;
  const directory = `<Container:Directory><rdf:Seq>${item('Primary', '')}${item('GainMap', ` Item:Length="${second.length}"`)}</rdf:Seq></Container:Directory>`;
  const named = withSegment(base, 0xe1, packet('', directory));
  // The index of both pictures (CIPA DC-007), whose offsets count from its byte order on.
  const index = Buffer.alloc(4 + 82);
  index.write('MPF\0MM\0*', 0, 'latin1');
  index.writeUInt32BE(8, 8);
  index.writeUInt16BE(3, 12);
  const entry = (at: number, tag: number, type: number, count: number, value: number | string) => {
    index.writeUInt16BE(tag, at);
    index.writeUInt16BE(type, at + 2);
    index.writeUInt32BE(count, at + 4);
    if (typeof value === 'string') index.write(value, at + 8, 'latin1');
    else index.writeUInt32BE(value, at + 8);
  };
  entry(14, 0xb000, 7, 4, '0100');
  entry(26, 0xb001, 4, 1, 2);
  entry(38, 0xb002, 7, 32, 50);
  const length = named.length + 4 + index.length;
  index.writeUInt32BE(0x030000, 54);
  index.writeUInt32BE(length, 58);
  index.writeUInt32BE(second.length, 74);
  // The segment is the file's first: its byte order is at 2 + 4 + 4.
  index.writeUInt32BE(length - 10, 78);
  return Buffer.concat([withSegment(named, 0xe2, index), second]);
}

/** The pixels of an Ultra HDR JPEG's gain map, one channel; undefined without one. */
export async function gainMapOf(jpeg: Uint8Array) {
  const { gainMap } = await sharp(jpeg).metadata();
  return gainMap && sharp(gainMap.image).greyscale().raw().toBuffer({ resolveWithObject: true });
}
