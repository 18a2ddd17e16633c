import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { inspectImage } from './inspect-image.ts';
import { makeDerivatives, makePrint } from './make-derivatives.ts';

interface Kind {
  photometric: number;
  /** The values of the color channels, of 8 bits. */
  color: number[];
  /** ExtraSamples; undefined leaves the tag out, with one channel beyond the colors. */
  extras: number[] | undefined;
  bits?: 8 | 16;
  order?: 'II' | 'MM';
  planar?: boolean;
  deflated?: boolean;
  tiles?: boolean;
}
const rgb = { photometric: 2, color: [200, 60, 40] };
const gray = { photometric: 1, color: [120] };
const cmyk = { photometric: 5, color: [0, 180, 200, 20] };
const [width, height] = [64, 48];
const strip = 16;

/** Returns a TIFF of one color; the left half of each extra channel is empty, and the right half full. */
function tiffOf({ photometric, color, extras, bits = 8, order = 'II', planar, deflated, tiles }: Kind): Buffer {
  const number = (value: number, bytes: number) => {
    const buffer = Buffer.alloc(bytes);
    if (order === 'II') buffer.writeUIntLE(value, 0, bytes);
    else buffer.writeUIntBE(value, 0, bytes);
    return buffer;
  };
  const channels = Array.from({ length: color.length + (extras?.length ?? 1) }, (_, channel) => channel);
  const value = (channel: number, x: number) => color[channel] ?? (x < width / 2 ? 0 : 255);
  const block = (left: number, columns: number, blockChannels: number[]) => {
    const row = Array.from({ length: columns }, (_, x) =>
      blockChannels.map((channel) =>
        bits === 8 ? number(value(channel, left + x), 1) : number(value(channel, left + x) * 257, 2),
      ),
    );
    const rows = Buffer.concat(Array.from({ length: strip }, () => Buffer.concat(row.flat())));
    return deflated ? deflateSync(rows) : rows;
  };
  const lefts = tiles ? Array.from({ length: width / strip }, (_, index) => index * strip) : [0];
  const blocks = (planar ? channels.map((channel) => [channel]) : [channels]).flatMap((blockChannels) =>
    Array.from({ length: height / strip }, () =>
      lefts.map((left) => block(left, tiles ? strip : width, blockChannels)),
    ).flat(),
  );
  const offsets: number[] = [];
  let at = 8;
  for (const { length } of blocks) {
    offsets.push(at);
    at += length;
  }
  const counts = blocks.map(({ length }) => length);
  const tags: [tag: number, bytes: 2 | 4, values: number[]][] = [
    [256, 2, [width]],
    [257, 2, [height]],
    [258, 2, channels.map(() => bits)],
    [259, 2, [deflated ? 8 : 1]],
    [262, 2, [photometric]],
    ...(tiles ? [] : ([[273, 4, offsets]] as [number, 4, number[]][])),
    [277, 2, [channels.length]],
    ...(tiles
      ? []
      : ([
          [278, 2, [strip]],
          [279, 4, counts],
        ] as [number, 2 | 4, number[]][])),
    [284, 2, [planar ? 2 : 1]],
    ...(tiles
      ? ([
          [322, 2, [strip]],
          [323, 2, [strip]],
          [324, 4, offsets],
          [325, 4, counts],
        ] as [number, 2 | 4, number[]][])
      : []),
    ...(extras ? ([[338, 2, extras]] as [number, 2, number[]][]) : []),
  ];
  let valuesAt = at + 2 + tags.length * 12 + 4;
  const lists: Buffer[] = [];
  const entries = tags.map(([tag, bytes, values]) => {
    const list = Buffer.concat(values.map((value) => number(value, bytes)));
    let field = Buffer.concat([list, Buffer.alloc(Math.max(0, 4 - list.length))]);
    if (list.length > 4) {
      field = number(valuesAt, 4);
      lists.push(list);
      valuesAt += list.length;
    }
    return Buffer.concat([number(tag, 2), number(bytes === 2 ? 3 : 4, 2), number(values.length, 4), field]);
  });
  const header = Buffer.concat([Buffer.from(order), number(42, 2), number(at, 4)]);
  return Buffer.concat([header, ...blocks, number(tags.length, 2), ...entries, Buffer.alloc(4), ...lists]);
}

async function colorsOf(bytes: Buffer) {
  const inspection = await inspectImage(bytes);
  const { files } = await makeDerivatives(bytes, inspection);
  const shownFiles = [...Object.values(files), await makePrint(bytes, inspection)];
  return Promise.all(
    shownFiles.map(async (file) => {
      const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      const at = (x: number) => {
        const start = (Math.floor(info.height / 2) * info.width + Math.floor(x * info.width)) * info.channels;
        return [...data.subarray(start, start + 3)];
      };
      return { left: at(0.1), right: at(0.9) };
    }),
  );
}
const closeTo = (expected: number[], tolerance: number) =>
  expected.map((value) => expect.toSatisfy((actual: number) => Math.abs(actual - value) <= tolerance));

const storages: [string, Partial<Kind>][] = [
  ['8 bits', {}],
  ['16 bits', { bits: 16 }],
  ['8 bits, big-endian', { order: 'MM' }],
  ['16 bits, big-endian, deflated', { bits: 16, order: 'MM', deflated: true }],
  ['tiles', { tiles: true }],
  ['planes', { planar: true }],
  ['planes of 16 bits, big-endian, deflated', { planar: true, bits: 16, order: 'MM', deflated: true }],
];
const colors: [string, Pick<Kind, 'photometric' | 'color'>, number[]][] = [
  ['RGB', rgb, [200, 60, 40]],
  ['gray', gray, [120, 120, 120]],
  ['CMYK', cmyk, [220, 86, 52]],
];
const kinds = colors.flatMap(([name, color, shownColor]) =>
  storages.map(([storageName, storage]) => [`${name}, ${storageName}`, { ...color, ...storage }, shownColor] as const),
);

test.each(kinds)('a saved selection is no transparency: %s', async (_, kind, shownColor) => {
  for (const extras of [[0], [0, 0], [0, 0, 0], Array.from({ length: 70 }, () => 0), undefined]) {
    for (const { left, right } of await colorsOf(tiffOf({ ...kind, extras }))) {
      expect(left, String(extras)).toEqual(closeTo(shownColor, 12));
      expect(right, String(extras)).toEqual(closeTo(shownColor, 12));
    }
  }
});

// The decoder cuts CMYK's transparency of 16 bits to 8, and mixes up the rows of gray with transparency in planes.
const canBeTransparent = ({ photometric, bits, planar }: Partial<Kind>) =>
  !(photometric === cmyk.photometric && bits === 16) && !(photometric === gray.photometric && planar);

test.each(kinds.filter(([, kind]) => canBeTransparent(kind)))(
  'a channel that ExtraSamples calls transparency is white where it is empty: %s',
  async (_, kind, shownColor) => {
    for (const extras of [[2], [1], [2, 0], [0, 2], [0, 1, 0]]) {
      for (const { left, right } of await colorsOf(tiffOf({ ...kind, extras }))) {
        expect(left, String(extras)).toEqual(closeTo([255, 255, 255], 3));
        expect(right, String(extras)).toEqual(closeTo(shownColor, 12));
      }
    }
  },
);

test('gray with transparency in planes is refused, in words that do not call it damaged', async () => {
  const bytes = tiffOf({ ...gray, extras: [2], planar: true });
  await expect(inspectImage(bytes)).rejects.toThrow("This TIFF file is stored in a way that can't be read here.");
});

test('the budget counts the whole picture where channels are dropped', async () => {
  const bytesPerPixel = async (kind: Kind) => (await inspectImage(tiffOf(kind))).unpackedBytes / width / height;
  expect(await bytesPerPixel({ ...rgb, extras: [2] })).toBe(0);
  expect(await bytesPerPixel({ ...rgb, extras: [0] })).toBe(4);
  expect(await bytesPerPixel({ ...cmyk, extras: [0, 0] })).toBe(5);
  const many = Array.from({ length: 200 }, () => 0);
  expect(await bytesPerPixel({ ...rgb, extras: many })).toBe(203);
  expect(await bytesPerPixel({ ...rgb, extras: many, planar: true })).toBeCloseTo(204 / 3);
  // Red, green, blue, the extra channels; and of each stored channel and one more a strip of 16 of 48 rows.
  expect(await bytesPerPixel({ ...rgb, extras: [0, 2], planar: true, bits: 16 })).toBe(5 + (6 * 2) / 3);
  expect(await bytesPerPixel({ ...gray, extras: [0, 0], planar: true, bits: 16 })).toBeCloseTo((4 * 2) / 3);
});
