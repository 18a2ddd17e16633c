import { beforeAll, describe, expect, test } from 'vitest';
import { inspectImage } from '../inspect-image.ts';
import { makeDerivatives, makePrint } from '../make-derivatives.ts';
import { makePicture } from '../make-picture.ts';
import {
  avifOf,
  chrm,
  cicp,
  clliBox,
  clliChunk,
  fields,
  fieldsOf,
  gama,
  iccp,
  mdcvChunk,
  nclx,
  profileBox,
  profileOf,
  type Rgb,
  srgbChunk,
  withChunks,
  withCicpTag,
  withJpegProfile,
  withProperties,
  withSequenceColor,
} from './testing.ts';

/** The expected colors are what Chromium 156 shows of the same files. */

/** The red of sRGB as Display P3 stores it, skin, and two grays. */
const storedColors: Rgb[] = [
  [234, 51, 35],
  [226, 175, 148],
  [128, 128, 128],
  [64, 64, 64],
];
const asStored = storedColors;
const displayP3: Rgb[] = [
  [255, 0, 0],
  [236, 172, 143],
  [128, 128, 128],
  [64, 64, 64],
];
const linear: Rgb[] = [
  [246, 124, 104],
  [242, 216, 200],
  [188, 188, 188],
  [137, 137, 137],
];
const pq2020: Rgb[] = [
  [255, 0, 0],
  [255, 66, 50],
  [132, 132, 132],
  [30, 30, 30],
];
const pqOf400Nits: Rgb[] = [
  [255, 0, 0],
  [255, 66, 50],
  [163, 163, 163],
  [39, 39, 39],
];
/** The tolerance for 8 bits, and for sharp's own Display P3 where there are 16. */
const tolerance = 8;

const expectFields = async (file: Buffer, expected: readonly Rgb[], maxDifference = tolerance) => {
  const shownColors = await fieldsOf(file, expected.length);
  const differences = shownColors.flat().map((value, index) => Math.abs(value - expected.flat()[index]!));
  expect(Math.max(...differences), JSON.stringify(shownColors)).toBeLessThanOrEqual(maxDifference);
};
const derivativesOf = async (bytes: Buffer) => (await makeDerivatives(bytes, await inspectImage(bytes))).files;
const expectShown = async (bytes: Buffer, expected: readonly Rgb[]) => {
  const files = await derivativesOf(bytes);
  await expectFields(files.large, expected);
};

let png: Buffer;
let avif: Buffer;
let p3: Buffer;
let srgb: Buffer;
beforeAll(async () => {
  [png, avif, p3, srgb] = await Promise.all([
    fields(storedColors).png().toBuffer(),
    avifOf(storedColors),
    profileOf('p3'),
    profileOf('srgb'),
  ]);
});

const p3Xy = [0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06];

describe('a PNG', () => {
  test.each<[string, () => Buffer[], readonly Rgb[]]>([
    ['Display P3 by cICP', () => [cicp(12, 13)], displayP3],
    ['linear light by cICP', () => [cicp(1, 8)], linear],
    ['Rec. 2020 by cICP', () => [cicp(9, 13)], [[255, 0, 2], [254, 167, 143], ...asStored.slice(2)]],
    ['DCI-P3 by cICP, with another white', () => [cicp(11, 13)], [[249, 1, 3], [233, 173, 144], ...asStored.slice(2)]],
    [
      'television by cICP',
      () => [cicp(1, 1)],
      [
        [234, 38, 21],
        [224, 169, 141],
        [121, 121, 121],
        [54, 54, 54],
      ],
    ],
    ['cICP before an ICC profile', () => [iccp(srgb), cicp(12, 13)], displayP3],
    ['cICP of sRGB before an ICC profile', () => [cicp(1, 13), iccp(p3)], asStored],
    ['cICP before sRGB', () => [srgbChunk, cicp(12, 13)], displayP3],
    ['the first of two cICP', () => [cicp(12, 13), cicp(1, 13)], displayP3],
    ['cICP that nobody knows, then an ICC profile', () => [cicp(99, 99), iccp(p3)], displayP3],
    ['cICP that nobody knows, then gAMA', () => [cicp(99, 99), gama(1)], linear],
    ['cICP of a limited range', () => [cicp(12, 13, 0, 0)], asStored],
    ['an ICC profile before sRGB', () => [srgbChunk, iccp(p3)], displayP3],
    ['an ICC profile before gAMA', () => [iccp(srgb), gama(1)], asStored],
    ['sRGB before gAMA and cHRM', () => [srgbChunk, gama(1), chrm(...p3Xy)], asStored],
    [
      'gAMA and cHRM of Display P3',
      () => [gama(0.45455), chrm(...p3Xy)],
      [
        [255, 0, 0],
        [236, 174, 145],
        [129, 129, 129],
        [62, 62, 62],
      ],
    ],
    [
      'gAMA and cHRM of Adobe RGB',
      () => [gama(0.4547), chrm(0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06)],
      [
        [255, 48, 29],
        [243, 177, 148],
        [129, 129, 129],
        [62, 62, 62],
      ],
    ],
    ['cHRM alone', () => [chrm(...p3Xy)], asStored],
    ['gAMA of linear light', () => [gama(1)], linear],
    [
      'gAMA of 1.8',
      () => [gama(0.55556)],
      [
        [238, 66, 47],
        [232, 189, 165],
        [146, 146, 146],
        [81, 81, 81],
      ],
    ],
    ['the usual gAMA', () => [gama(0.45455)], asStored],
    ['a gAMA that is nearly the usual', () => [gama(0.47)], asStored],
    ['gAMA of zero', () => [gama(0)], asStored],
    ['gAMA with a broken cHRM', () => [gama(1), chrm(0, 0, 0, 0, 0, 0, 0, 0)], asStored],
    ['HDR (PQ)', () => [cicp(9, 16)], pq2020],
    ['HDR (PQ) of 400 nits by cLLI', () => [cicp(9, 16), clliChunk(400)], pqOf400Nits],
    ['HDR (PQ) of a screen of 400 nits', () => [cicp(9, 16), mdcvChunk(400)], pqOf400Nits],
    [
      'HDR (HLG)',
      () => [cicp(9, 18)],
      [
        [255, 0, 0],
        [255, 126, 105],
        [99, 99, 99],
        [43, 43, 43],
      ],
    ],
  ])('%s looks as in Chromium', async (_, chunks, expected) => {
    await expectShown(withChunks(png, ...chunks()), expected);
  });

  test('chunks behind the pixels, and broken ones, say nothing', async () => {
    await expectShown(Buffer.concat([png.subarray(0, -12), cicp(12, 13), png.subarray(-12)]), asStored);
    const short = Buffer.from(cicp(12, 13));
    short[short.length - 1]! ^= 1;
    expect((await inspectImage(withChunks(png, short))).isSrgb).toBe(true);
  });

  test('of 16 bits, with a palette, gray, interlaced or with transparency is read alike', async () => {
    const deep = await fields(storedColors).toColourspace('rgb16').png().toBuffer();
    await expectShown(withChunks(deep, cicp(12, 13)), displayP3);
    await expectShown(withChunks(deep, cicp(9, 16)), pq2020);
    await expectShown(
      withChunks(await fields(storedColors).png({ palette: true }).toBuffer(), cicp(12, 13)),
      displayP3,
    );
    await expectShown(
      withChunks(await fields(storedColors).png({ progressive: true }).toBuffer(), cicp(12, 13)),
      displayP3,
    );
    const gray = await fields(storedColors.slice(2)).toColourspace('b-w').png().toBuffer();
    await expectShown(withChunks(gray, gama(1)), linear.slice(2));
    const clear = await fields(storedColors).ensureAlpha(0).png().toBuffer();
    await expectShown(
      withChunks(clear, cicp(12, 13)),
      storedColors.map(() => [255, 255, 255]),
    );
  });
});

describe('an AVIF', () => {
  test.each<[string, () => Buffer[], readonly Rgb[]]>([
    ['Display P3', () => [nclx(12, 13)], displayP3],
    ['Display P3 with the curve of television', () => [nclx(12, 1)], displayP3],
    ['linear light', () => [nclx(1, 8)], linear],
    [
      'gamma 2.2',
      () => [nclx(1, 4)],
      [
        [236, 48, 30],
        [227, 175, 149],
        [129, 129, 129],
        [62, 62, 62],
      ],
    ],
    [
      'gamma 2.8',
      () => [nclx(1, 5)],
      [
        [231, 27, 12],
        [220, 158, 129],
        [106, 106, 106],
        [40, 40, 40],
      ],
    ],
    ['Rec. 2020', () => [nclx(9, 14)], [[255, 0, 1], [254, 166, 143], ...asStored.slice(2)]],
    ['nothing that is known', () => [nclx(2, 2)], asStored],
    ['an ICC profile beside it', () => [nclx(1, 13), profileBox(p3)], displayP3],
    ['an ICC profile of sRGB beside it', () => [profileBox(srgb), nclx(12, 16)], asStored],
    [
      'HDR (PQ)',
      () => [nclx(12, 16)],
      [
        [255, 0, 0],
        [255, 108, 57],
        [132, 132, 132],
        [30, 30, 30],
      ],
    ],
    ['HDR (PQ) of 400 nits', () => [nclx(9, 16), clliBox(400)], pqOf400Nits],
    [
      'HDR (HLG)',
      () => [nclx(12, 18)],
      [
        [255, 0, 0],
        [250, 142, 111],
        [99, 99, 99],
        [43, 43, 43],
      ],
    ],
  ])('whose box says %s looks as in Chromium', async (_, properties, expected) => {
    await expectShown(withProperties(avif, ...properties()), expected);
  });

  test('of 10 bits is read alike', async () => {
    const deep = await avifOf(storedColors, { bitdepth: 10 });
    await expectShown(withProperties(deep, nclx(12, 13)), displayP3);
    await expectShown(withProperties(deep, nclx(9, 16)), pq2020);
  });

  test('without a box is read by the header of its video sequence, which a box overrules', async () => {
    await expectShown(avif, asStored);
    const inSequence = withSequenceColor(avif, 12, 13);
    await expectShown(inSequence, displayP3);
    await expectShown(withProperties(inSequence, nclx(1, 13)), asStored);
    await expectShown(withSequenceColor(avif, 12, 16), [
      [255, 0, 0],
      [255, 108, 57],
      [132, 132, 132],
      [30, 30, 30],
    ]);
  });

  test('with broken boxes is taken for sRGB or refused', async () => {
    const whole = withProperties(avif, nclx(12, 13));
    const end = whole.indexOf('mdat', 0, 'latin1');
    for (let at = 32; at < end; at += 3) {
      const brokenFile = Buffer.from(whole);
      brokenFile[at] = ~brokenFile[at]! & 255;
      const outcome = await inspectImage(brokenFile).then(
        ({ isSrgb }) => typeof isSrgb,
        ({ name }: Error) => name,
      );
      expect(['boolean', 'RefusedImageError']).toContain(outcome);
    }
  });
});

describe('an ICC profile with CICP numbers', () => {
  const tell = {
    JPEG: async (icc: Buffer) =>
      withJpegProfile(await fields(storedColors).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(), icc),
    PNG: async (icc: Buffer) => withChunks(png, iccp(icc)),
    AVIF: async (icc: Buffer) => withProperties(avif, profileBox(icc)),
  };

  test.each(['JPEG', 'PNG', 'AVIF'] as const)('is believed by them in %s', async (format) => {
    await expectShown(await tell[format](withCicpTag(srgb, 12, 13)), displayP3);
    await expectShown(await tell[format](withCicpTag(srgb, 9, 16)), pq2020);
    await expectShown(await tell[format](withCicpTag(p3, 1, 13)), asStored);
  });

  test.each([
    ['that nobody knows', [99, 99]],
    ['of luma and chroma', [1, 13, 1]],
    ['of a limited range', [1, 13, 0, 0]],
  ] as const)('%s is believed by its curves', async (_, [primaries, transfer, matrix, range]) => {
    await expectShown(await tell.PNG(withCicpTag(p3, primaries, transfer, matrix, range)), displayP3);
  });
});

test('every file that is made of a photo has the same colors', async () => {
  const bytes = withProperties(await avifOf(storedColors), nclx(12, 13));
  const inspection = await inspectImage(bytes);
  const { files } = await makeDerivatives(bytes, inspection);
  const { files: pictureFiles } = await makePicture(bytes, inspection);
  for (const file of [...Object.values(files), await makePrint(bytes, inspection)]) await expectFields(file, displayP3);
  for (const [name, file] of Object.entries(pictureFiles)) {
    // A card is cut out of the middle.
    if (!name.startsWith('card')) await expectFields(file, displayP3, 14);
  }
});

test('a photo that tells no colors, or those of sRGB, needs no conversion', async () => {
  const unstated = [
    png,
    avif,
    withProperties(avif, nclx(1, 13)),
    withChunks(png, cicp(1, 13)),
    withChunks(png, srgbChunk),
  ];
  for (const bytes of [
    ...unstated,
    withProperties(avif, profileBox(srgb)),
    await fields(storedColors).webp().toBuffer(),
  ]) {
    const { isSrgb, stated } = await inspectImage(bytes);
    expect({ isSrgb, stated }).toEqual({ isSrgb: true, stated: undefined });
  }
});
