import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Watermark } from '#shared/contract/watermarks.ts';
import { readGainMap } from '../../lambdas/workers/process-photo/gain-map.ts';
import { inspectImage } from '../../lambdas/workers/process-photo/inspect-image.ts';
import { makeDerivatives, makePrint, markDerivatives } from '../../lambdas/workers/process-photo/make-derivatives.ts';
import { gainMapOf, lightsAt, makeHdrPhoto, makeIsoHdr, makeUltraHdr } from '../support/pictures/ultra-hdr.ts';

const derivativesOf = async (bytes: Buffer, watermark?: Watermark) =>
  makeDerivatives(bytes, await inspectImage(bytes), watermark);

const places = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

/** Where a place of the upright picture is in the stored one, for each of EXIF's orientations. */
const storedAt: Record<number, (x: number, y: number) => [number, number]> = {
  1: (x, y) => [x, y],
  2: (x, y) => [1 - x, y],
  3: (x, y) => [1 - x, 1 - y],
  4: (x, y) => [x, 1 - y],
  5: (x, y) => [y, x],
  6: (x, y) => [y, 1 - x],
  7: (x, y) => [1 - y, 1 - x],
  8: (x, y) => [1 - y, x],
};

async function expectSameLight(kept: Buffer, original: Buffer, orientation = 1) {
  const [lights, expected] = await Promise.all([
    lightsAt(kept, places),
    lightsAt(
      original,
      places.map(([x, y]) => storedAt[orientation]!(x, y)),
    ),
  ]);
  for (const [place, light] of lights.entries()) {
    for (const [color, value] of light.entries()) {
      expect(Math.abs(value / expected[place]![color]! - 1)).toBeLessThan(0.06);
    }
  }
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'the large size is as bright as the photo, EXIF orientation %d',
  async (orientation) => {
    const photo = await makeHdrPhoto(1200, 800, orientation);
    const { files, isHdr } = await derivativesOf(photo);
    expect(isHdr).toBe(true);
    await expectSameLight(files.large, photo, orientation);
  },
);

test('all that is made smaller of a large photo is as bright', async () => {
  const photo = await makeHdrPhoto(4800, 3200, 6);
  const { files } = await derivativesOf(photo);
  for (const file of [files.large, await makePrint(photo, await inspectImage(photo))]) {
    await expectSameLight(file, photo, 6);
    const [{ width, height }, map] = [await sharp(file).metadata(), await gainMapOf(file)];
    expect(width).toBeLessThan(height);
    expect(map!.info.width / map!.info.height).toBeCloseTo(width / height, 2);
  }
});

test('the smaller sizes have no gain map, and the picture under it is as without', async () => {
  const photo = await makeHdrPhoto();
  const { files } = await derivativesOf(photo);
  const plain = await derivativesOf(photo.subarray(0, photo.length - readGainMap(photo)!.jpeg.length));
  expect(plain.isHdr).toBe(false);
  expect(await gainMapOf(plain.files.large)).toBeUndefined();
  expect(files.medium.equals(plain.files.medium) && files.small.equals(plain.files.small)).toBe(true);
  const pixels = (file: Buffer) => sharp(file).raw().toBuffer();
  expect((await pixels(files.large)).equals(await pixels(plain.files.large))).toBe(true);
});

test('a marked picture has no gain map, which is a picture of the scene without the mark', async () => {
  const watermark: Watermark = { text: 'PROOF', has_logo: false, opacity: 40, size: 'large', clean_thumbnails: false };
  const { files, marked } = await derivativesOf(await makeHdrPhoto(), watermark);
  for (const made of [marked, await markDerivatives(files, watermark)]) {
    if (typeof made !== 'object') throw new Error('There is no marked set.');
    const { large } = made;
    expect(readGainMap(large) ?? (await gainMapOf(large))).toBeUndefined();
    expect(large.includes('MPF') || large.includes('hdrgm')).toBe(false);
  }
});

test('nothing of the photo’s metadata or its map’s is in a file with a gain map', async () => {
  const photo = await makeHdrPhoto();
  expect(photo.toString('latin1').split('SECRET').length).toBe(3);
  const { files } = await derivativesOf(photo);
  for (const file of [files.large, await makePrint(photo, await inspectImage(photo))]) {
    expect(file.includes('SECRET') || file.includes('Exif') || file.includes('GPS')).toBe(false);
    expect(readGainMap(file)).toBeDefined();
  }
});

describe('a map is kept', () => {
  const base = sharp({ create: { width: 800, height: 600, channels: 3, background: '#b09878' } });
  const gray = sharp({ create: { width: 200, height: 150, channels: 3, background: '#a0a0a0' } });
  const made = async (values: Partial<Parameters<typeof makeUltraHdr>[0]> = {}) =>
    makeUltraHdr({
      base: await base.clone().jpeg({ quality: 92 }).toBuffer(),
      map: await gray.clone().toColourspace('b-w').jpeg().toBuffer(),
      ...values,
    });
  test.each([
    ['with an index in the other byte order', () => made({ order: 'II' })],
    [
      'with three colors',
      async () => made({ map: await gray.clone().tint('#a08060').jpeg().toBuffer(), stops: [2, 1.5, 1] }),
    ],
    [
      'of a Display P3 photo',
      async () => made({ base: await base.clone().withIccProfile('p3').jpeg().toBuffer() }),
      made,
    ],
    ['of a progressive photo', async () => made({ base: await base.clone().jpeg({ progressive: true }).toBuffer() })],
    [
      'larger than half of the size',
      async () => made({ map: await gray.clone().resize(800, 600).toColourspace('b-w').jpeg().toBuffer() }),
    ],
    ['by ISO 21496-1', makeIsoHdr],
  ])('%s', async (_, make, reference = make) => {
    const { files, isHdr } = await derivativesOf(await make());
    expect(isHdr).toBe(true);
    await expectSameLight(files.large, await reference());
  });

  test.each([
    ['breaks off', async () => (await made()).subarray(0, -400)],
    [
      'is noise',
      async () => {
        const photo = await made();
        return photo.fill(0x5a, photo.length - 300);
      },
    ],
    [
      'says that it has more pixels than the photo',
      async () => {
        const photo = await made();
        const frame = photo.lastIndexOf(Buffer.from([0xff, 0xc0]));
        photo.writeUInt16BE(65_000, frame + 5);
        photo.writeUInt16BE(65_000, frame + 7);
        return photo;
      },
    ],
    ['says no numbers', async () => replaced(await made(), 'hdrgm:GainMapMax="2"', 'hdrgm:GainMapMax="x"')],
    ['says no range', async () => replaced(await made(), 'hdrgm:HDRCapacityMax="2"', 'hdrgm:HDRCapacityMax="0"')],
    [
      'is from the brighter picture to the darker',
      async () => replaced(await made(), 'IsHDR="False"', 'IsHDR="True" '),
    ],
    [
      'lies beyond the end',
      async () => {
        const photo = await made();
        photo.writeUInt32BE(0xfffffff0, 2 + 4 + 78);
        return photo;
      },
    ],
    [
      'has an index without end',
      async () => {
        const photo = await made();
        photo.writeUInt32BE(0xffffffff, 2 + 4 + 8);
        return photo;
      },
    ],
  ])('not when it %s, and the photo is taken without', async (_, make) => {
    const { files, isHdr } = await derivativesOf(await make());
    expect(isHdr).toBe(false);
    expect(readGainMap(files.large)).toBeUndefined();
    expect((await sharp(files.large).stats()).dominant).toEqual({ r: 184, g: 152, b: 120 });
  });
});

function replaced(file: Buffer, from: string, to: string): Buffer {
  const at = file.indexOf(from);
  if (at === -1 || from.length !== to.length) throw new Error(`'${from}' can't be replaced by '${to}'.`);
  file.write(to, at, 'latin1');
  return file;
}
