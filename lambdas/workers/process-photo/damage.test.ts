import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspectImage } from './inspect-image.ts';
import { makeDerivatives, makePrint } from './make-derivatives.ts';

/**
 * A photo of no flat areas, so that its compressed bytes are all needed: the same in each run, because a hole in other
 * bytes can hide the header of a scan as well.
 */
function noise(width = 400, height = 300) {
  const data = Buffer.alloc(width * height * 3);
  let random = 1;
  for (let at = 0; at < data.length; at += 1) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) | 0;
    data[at] = 64 + (random >>> 25);
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}
const baseline = await noise().jpeg().toBuffer();
const progressive = await noise().jpeg({ progressive: true }).toBuffer();
const png = await noise().png().toBuffer();
const tiff = await noise().tiff({ compression: 'lzw' }).toBuffer();
const packbits = await noise().tiff({ compression: 'packbits' }).toBuffer();

const changed = (bytes: Buffer, change: (copy: Buffer) => unknown): Buffer => {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
};
const inserted = (bytes: Buffer, at: number, added: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at)]);
const endMark = Buffer.from([0xff, 0xd9]);
const withoutEnd = (jpeg: Buffer) => jpeg.subarray(0, -2);
const scansOf = (jpeg: Buffer) => {
  const offsets: number[] = [];
  for (let at = jpeg.indexOf('ffda', 0, 'hex'); at !== -1; at = jpeg.indexOf('ffda', at + 2, 'hex')) offsets.push(at);
  return offsets;
};
/** Returns the offset of the three bytes at the end of a scan's header: first and last coefficient, bits. */
const range = (jpeg: Buffer) => scansOf(jpeg)[0]! + 5 + jpeg[scansOf(jpeg)[0]! + 4]! * 2;
const segment = (marker: number, payload: string) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, Buffer.from(payload, 'latin1')]);
};
/** Cuts a JPEG behind this share of its compressed pixels. */
const cut = (jpeg: Buffer, share: number) => {
  const start = scansOf(jpeg)[0]!;
  return jpeg.subarray(0, start + Math.floor((jpeg.length - start) * share));
};
/** Overwrites 200 bytes in the middle. */
const holed = (bytes: Buffer, value = 0xff) =>
  changed(bytes, (copy) => copy.fill(value, copy.length >> 1, (copy.length >> 1) + 200));

/** Returns a progressive JPEG that repeats these bytes before its end mark. */
const filledWith = (bytes: number[], times: number) =>
  inserted(progressive, progressive.length - 2, Buffer.alloc(bytes.length * times, Buffer.from(bytes)));

const chunk = (type: string, data: Buffer, crc?: number) => {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc ?? crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
};

/** Writes a TIFF's first directory again, at the end of the file. */
function withTags(bytes: Buffer, change: (tags: Buffer[]) => Buffer[], next = 0): Buffer {
  const at = bytes.readUInt32LE(4);
  const tags = change(
    Array.from({ length: bytes.readUInt16LE(at) }, (_, index) =>
      bytes.subarray(at + 2 + index * 12, at + 14 + index * 12),
    ),
  );
  const head = Buffer.alloc(2);
  head.writeUInt16LE(tags.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32LE(next);
  const even = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]);
  even.writeUInt32LE(even.length, 4);
  return Buffer.concat([even, head, ...tags, tail]);
}
const tag = (id: number, type: number, count: number, value: number) => {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16LE(id);
  bytes.writeUInt16LE(type, 2);
  bytes.writeUInt32LE(count, 4);
  bytes.writeUInt32LE(value, 8);
  return bytes;
};
const replaceTags = (...tags: Buffer[]) => {
  const ids = tags.map((tag) => tag.readUInt16LE());
  return (old: Buffer[]) =>
    [...old.filter((tag) => !ids.includes(tag.readUInt16LE())), ...tags].toSorted(
      (a, b) => a.readUInt16LE() - b.readUInt16LE(),
    );
};
/** Returns a BigTIFF with the same tags, in reverse order. */
async function bigTiffInDisorder() {
  const bytes = Buffer.from(await noise().tiff({ compression: 'lzw', bigtiff: true }).toBuffer());
  const at = Number(bytes.readBigUInt64LE(8));
  const count = Number(bytes.readBigUInt64LE(at));
  const tags = Array.from({ length: count }, (_, index) =>
    Buffer.from(bytes.subarray(at + 8 + index * 20, at + 28 + index * 20)),
  );
  for (const [index, tag] of tags.toReversed().entries()) tag.copy(bytes, at + 8 + index * 20);
  return bytes;
}

/** Returns a JPEG with a separate scan for each of its three components, as few programs write it. */
function separateScans() {
  // 8 × 8 pixels, each component one block: DC 0 and end of block, by the tables of the file that is taken apart.
  const source = Buffer.from(flat);
  const scan = scansOf(source)[0]!;
  const scans = [1, 2, 3].map((id) =>
    Buffer.concat([
      Buffer.from([0xff, 0xda, 0, 8, 1, id, 0, 0, 63, 0]),
      // Standard Huffman tables: '00' is DC 0, '1010' the end of the block; then padding.
      Buffer.from([0b00101011]),
    ]),
  );
  return { head: source.subarray(0, scan), scans };
}
const flat = await sharp({ create: { width: 8, height: 8, channels: 3, background: { r: 128, g: 128, b: 128 } } })
  .jpeg({ optimiseCoding: false, chromaSubsampling: '4:4:4' })
  .toBuffer();

const outcome = async (bytes: Buffer) => {
  try {
    const inspection = await inspectImage(bytes);
    await makeDerivatives(bytes, inspection);
    await makePrint(bytes, inspection);
    return 'taken';
  } catch (error) {
    return error instanceof Error && error.name === 'RefusedImageError' ? error.message : `broken: ${error}`;
  }
};
const damaged = (name: string) =>
  `This ${name} file is damaged or incomplete. Please export it again and upload the new file.`;

describe('taken, because every pixel is there', () => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a JPEG', () => baseline],
    ['a progressive JPEG', () => progressive],
    ['a JPEG of separate scans', () => Buffer.concat([separateScans().head, ...separateScans().scans, endMark])],
    [
      'a scan header whose last coefficient is 0',
      () => changed(baseline, (copy) => copy.fill(0, range(copy) + 1, range(copy) + 2)),
    ],
    [
      'a scan header whose first coefficient is 3',
      () => changed(baseline, (copy) => copy.fill(3, range(copy), range(copy) + 1)),
    ],
    [
      'a scan header with bits of a progressive one',
      () => changed(baseline, (copy) => copy.fill(0x11, range(copy) + 2, range(copy) + 3)),
    ],
    ['an unknown JFIF version', () => inserted(baseline, 2, segment(0xe0, 'JFIF\0\x05\x07\0\0\x01\0\x01\0\0'))],
    ['an unknown Adobe transform', () => inserted(baseline, 2, segment(0xee, 'Adobe\0\x64\0\0\0\0\x07'))],
    [
      'several of these',
      () =>
        inserted(
          changed(withoutEnd(baseline), (copy) => copy.fill(0, range(copy) + 1, range(copy) + 2)),
          2,
          segment(0xee, 'Adobe\0\x64\0\0\0\0\x07'),
        ),
    ],
    ['no end mark', () => withoutEnd(baseline)],
    ['half an end mark', () => baseline.subarray(0, -1)],
    ['no end mark, and a few zeros', () => Buffer.concat([withoutEnd(baseline), Buffer.alloc(3)])],
    [
      'no end mark, and 0xff to the end of a block',
      () => Buffer.concat([withoutEnd(baseline), Buffer.alloc(512, 0xff)]),
    ],
    ['a progressive JPEG without its end mark', () => withoutEnd(progressive)],
    [
      'a progressive JPEG with zeros in place of its end mark',
      () => Buffer.concat([withoutEnd(progressive), Buffer.alloc(512)]),
    ],
    ['stray bytes between segments', () => inserted(baseline, scansOf(baseline)[0]!, Buffer.from('stray'))],
    [
      'stray bytes between segments of a progressive JPEG',
      () => inserted(progressive, scansOf(progressive)[0]!, Buffer.from('stray')),
    ],
    ['zeros before the end mark', () => inserted(baseline, baseline.length - 2, Buffer.alloc(18))],
    ['zeros before a progressive end mark', () => inserted(progressive, progressive.length - 2, Buffer.alloc(18))],
    ['other bytes after the end mark', () => Buffer.concat([baseline, baseline])],
    ['an application’s own segment', () => inserted(baseline, 2, segment(0xef, 'whatever'))],
    ['an incomplete color profile', () => inserted(baseline, 2, segment(0xe2, 'ICC_PROFILE\0\x02\x05abc'))],
    ['EXIF that is none', () => inserted(baseline, 2, segment(0xe1, 'Exif\0\0nothing'))],
    ['a PNG with a wrong checksum of a text', () => inserted(png, 33, chunk('tEXt', Buffer.from('a\0b'), 1))],
    [
      'a PNG with a wrong checksum of its gamma',
      () => inserted(png, 33, chunk('gAMA', Buffer.from([0, 0, 177, 143]), 1)),
    ],
    ['a PNG with an unknown chunk', () => inserted(png, 33, chunk('abCd', Buffer.alloc(4)))],
    ['a PNG with an invalid color profile', () => inserted(png, 33, chunk('iCCP', Buffer.alloc(50, 7)))],
    ['a PNG without its end chunk', () => png.subarray(0, -12)],
    ['a PNG with other bytes after it', () => Buffer.concat([png, Buffer.alloc(50, 9)])],
    [
      'a WebP with other bytes after it',
      async () => Buffer.concat([await noise().webp().toBuffer(), Buffer.alloc(50)]),
    ],
    ['TIFF tags out of order', () => withTags(tiff, (tags) => tags.toReversed())],
    ['BigTIFF tags out of order', () => bigTiffInDisorder()],
    ['a TIFF tag of an unknown type', () => withTags(tiff, replaceTags(tag(60_000, 99, 1, 5)))],
    [
      'a TIFF tag twice',
      () => withTags(tiff, (tags) => tags.flatMap((tag) => (tag.readUInt16LE() === 274 ? [tag, tag] : [tag]))),
    ],
    ['an impossible orientation in a TIFF', () => withTags(tiff, replaceTags(tag(274, 3, 1, 77)))],
    ['a resolution outside the TIFF', () => withTags(tiff, replaceTags(tag(282, 5, 1, 0x7fff_fff0)))],
    ['a color profile outside the TIFF', () => withTags(tiff, replaceTags(tag(34_675, 7, 400, 0x7fff_fff0)))],
    ['a text without an end in a TIFF', () => withTags(tiff, replaceTags(tag(305, 2, 4, 0x4141_4141)))],
    ['a next page outside the TIFF', () => withTags(tiff, (tags) => tags, 0x7fff_fff0)],
    ['a next page that is the first', () => withTags(tiff, (tags) => tags, tiff.length + (tiff.length % 2))],
  ])('%s', async (_, make) => {
    expect(await outcome(await make())).toBe('taken');
  });

  test.each([
    ['JPEG', changed(baseline, (copy) => copy.fill(0, range(copy) + 1, range(copy) + 2)), baseline],
    ['JPEG without its end mark', withoutEnd(progressive), progressive],
    ['TIFF', withTags(tiff, (tags) => tags.toReversed()), tiff],
  ])('a %s looks like the one without a fault', async (_, faulty, faultless) => {
    const large = async (bytes: Buffer) => (await makeDerivatives(bytes, await inspectImage(bytes))).files.large;
    expect((await large(faulty)).equals(await large(faultless))).toBe(true);
  });
});

describe('damaged, because pixels are lost', () => {
  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ...[0.05, 0.5, 0.9, 0.99, 0.999].flatMap((share): [string, string, () => Buffer][] => [
      [`a JPEG cut after ${share}`, 'JPEG', () => cut(baseline, share)],
      [`a JPEG cut after ${share}, with an end mark`, 'JPEG', () => Buffer.concat([cut(baseline, share), endMark])],
      [`a progressive JPEG cut after ${share}`, 'JPEG', () => cut(progressive, share)],
      [`a PNG cut after ${share}`, 'PNG', () => png.subarray(0, Math.floor((png.length - 12) * share))],
      [`a TIFF cut after ${share}`, 'TIFF', () => tiff.subarray(0, Math.floor(tiff.length * share))],
    ]),
    ...[0.3, 0.9, 0.999].flatMap((share): [string, string, () => Promise<Buffer>][] =>
      (['webp', 'avif'] as const).map((format) => [
        `a ${format} cut after ${share}`,
        { webp: 'WebP', avif: 'AVIF' }[format],
        async () => {
          const whole = await noise(160, 120)[format]().toBuffer();
          return whole.subarray(0, Math.floor(whole.length * share));
        },
      ]),
    ),
    ['a JPEG whose last bytes are missing', 'JPEG', () => baseline.subarray(0, -8)],
    ['a JPEG filled up with zeros', 'JPEG', () => Buffer.concat([cut(baseline, 0.5), Buffer.alloc(1_000)])],
    ['a JPEG with a hole', 'JPEG', () => holed(baseline)],
    ['a progressive JPEG with a hole', 'JPEG', () => holed(progressive)],
    [
      'a JPEG with a hole, behind a harmless fault',
      'JPEG',
      () => holed(changed(baseline, (copy) => copy.fill(0, range(copy) + 1, range(copy) + 2))),
    ],
    [
      'a JPEG with a hole, behind stray bytes',
      'JPEG',
      () => inserted(holed(baseline), scansOf(baseline)[0]!, Buffer.from('stray')),
    ],
    [
      'a progressive JPEG without its last scan',
      'JPEG',
      () => Buffer.concat([progressive.subarray(0, scansOf(progressive).at(-1)), endMark]),
    ],
    [
      'a progressive JPEG of its first scan',
      'JPEG',
      () => Buffer.concat([progressive.subarray(0, scansOf(progressive)[1]), endMark]),
    ],
    ['a JPEG with a million frames', 'JPEG', () => filledWith([0xff, 0xc2, 0, 2], 1_000_000)],
    ['a JPEG with 40 million beginnings', 'JPEG', () => filledWith([0xff, 0xd8], 40_000_000)],
    [
      'a JPEG of separate scans without the last',
      'JPEG',
      () => Buffer.concat([separateScans().head, ...separateScans().scans.slice(0, 2), endMark]),
    ],
    [
      'a PNG with a changed byte',
      'PNG',
      () => changed(png, (copy) => copy.fill(copy[png.length >> 1]! ^ 1, png.length >> 1, (png.length >> 1) + 1)),
    ],
    ['an LZW TIFF with a hole', 'TIFF', () => holed(tiff)],
    ['a PackBits TIFF with a hole', 'TIFF', () => holed(packbits, 0x81)],
    [
      'a TIFF with a hole, and tags out of order',
      'TIFF',
      () => withTags(holed(packbits, 0x81), (tags) => tags.toReversed()),
    ],
  ])('%s', async (_, name, make) => {
    expect(await outcome(await make())).toBe(damaged(name));
  });
});

describe('not called damaged, because the file may be whole', () => {
  const frame = baseline.indexOf('ffc0', 0, 'hex');
  test.each([
    ['a JPEG of 12 bits', 'JPEG', changed(baseline, (copy) => copy.fill(12, frame + 4, frame + 5))],
    ['a hierarchical JPEG', 'JPEG', changed(baseline, (copy) => copy.fill(0xc5, frame + 1, frame + 2))],
    ['a TIFF compressed as JPEG 2000', 'TIFF', withTags(tiff, replaceTags(tag(259, 3, 1, 34_712)))],
    ['a TIFF compressed with Zstandard', 'TIFF', withTags(tiff, replaceTags(tag(259, 3, 1, 50_000)))],
    ['a TIFF of a sensor’s raw colors', 'TIFF', withTags(tiff, replaceTags(tag(262, 3, 1, 32_803)))],
  ])('%s', async (_, name, bytes) => {
    expect(await outcome(bytes)).toBe(
      `This ${name} file is stored in a way that can't be read here. Please export it as a plain JPEG.`,
    );
  });
});
