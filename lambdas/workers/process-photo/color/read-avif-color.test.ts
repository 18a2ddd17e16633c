import { describe, expect, test } from 'vitest';
import { readAvifColor } from './read-avif-color.ts';
import { primariesOfCicp, srgbPrimaries } from './stated-color.ts';
import { avifOf, nclx, withSequenceColor } from './testing.ts';

/** Files of many tiles, as phones and Lightroom write them; only what the reader needs is there. */

const number = (value: number, bytes: number) => {
  const data = Buffer.alloc(bytes);
  data.writeUIntBE(value, 0, bytes);
  return data;
};
const box = (type: string, ...contents: Buffer[]) => {
  const data = Buffer.concat(contents);
  return Buffer.concat([number(data.length + 8, 4), Buffer.from(type, 'latin1'), data]);
};
/** A box with a version and flags. */
const full = (type: string, version: number, flags: number, ...contents: Buffer[]) =>
  box(type, number(version, 1), number(flags, 3), ...contents);

const grid = 1;
const tile = 2;

/** @param isLong with the wide numbers of later versions, and pixels inside `meta` */
async function makeGrid(isLong: boolean, properties: { item: number; box: Buffer }[]): Promise<Buffer> {
  const whole = withSequenceColor(await avifOf([[234, 51, 35]]), 12, 13);
  const pixels = whole.subarray(whole.indexOf('mdat', 0, 'latin1') + 4);
  const id = (item: number) => number(item, isLong ? 4 : 2);
  const version = isLong ? 1 : 0;
  const associations = [grid, tile].map((item) => {
    const indexes = properties.flatMap((property, index) => (property.item === item ? [index + 1] : []));
    const links = indexes.map((index) => (isLong ? number(0x8000 | index, 2) : number(0x80 | index, 1)));
    return Buffer.concat([id(item), number(links.length, 1), ...links]);
  });
  const location = (offset: number) =>
    isLong
      ? full(
          'iloc',
          2,
          0,
          ...[0x44, 0x00].map((size) => number(size, 1)),
          number(1, 4),
          id(tile),
          number(1, 2),
          number(0, 2),
          number(1, 2),
          number(offset, 4),
          number(pixels.length, 4),
        )
      : full(
          'iloc',
          0,
          0,
          ...[0x44, 0x40].map((size) => number(size, 1)),
          number(1, 2),
          id(tile),
          number(0, 2),
          number(offset, 4),
          number(1, 2),
          number(0, 4),
          number(pixels.length, 4),
        );
  const meta = (offset: number) =>
    full(
      ...(['meta', 0, 0] as const),
      full('pitm', version, 0, id(grid)),
      location(offset),
      full('iref', version, 0, box('dimg', id(grid), number(1, 2), id(tile))),
      box(
        'iprp',
        box('ipco', ...properties.map((property) => property.box)),
        full('ipma', version, isLong ? 1 : 0, number(2, 4), ...associations),
      ),
      ...(isLong ? [box('idat', pixels)] : []),
    );
  const head = box('ftyp', Buffer.from('avif\0\0\0\0', 'latin1'));
  return Buffer.concat([head, meta(isLong ? 0 : head.length + meta(0).length + 8), box('mdat', pixels)]);
}

describe.each([
  ['short', false],
  ['wide', true],
])('an AVIF of tiles, with %s numbers', (_, isLong) => {
  test('tells its colors by the box of the whole', async () => {
    const avif = await makeGrid(isLong, [
      { item: tile, box: nclx(1, 13) },
      { item: grid, box: nclx(9, 16) },
    ]);
    expect(readAvifColor(avif)).toMatchObject({ primaries: primariesOfCicp[9], transfer: 'pq' });
  });

  test('without one, by the video sequence of its first tile', async () => {
    expect(readAvifColor(await makeGrid(isLong, []))).toMatchObject({
      primaries: primariesOfCicp[12],
      transfer: 'srgb',
    });
  });

  test('tells nothing while its boxes are not whole', async () => {
    const avif = await makeGrid(isLong, []);
    const endOfBoxes = avif.indexOf('mdat', 0, 'latin1') - 4;
    for (let length = 0; length < endOfBoxes; length += 1) {
      expect(readAvifColor(avif.subarray(0, length))).toBeUndefined();
    }
  });
});

test('numbers that browsers do not know are those of sRGB', async () => {
  const avif = await makeGrid(false, [{ item: grid, box: nclx(99, 99) }]);
  expect(readAvifColor(avif)).toMatchObject({ primaries: srgbPrimaries, transfer: 'srgb' });
});
