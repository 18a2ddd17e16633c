import { expect, type Page, test } from '@playwright/test';
import {
  avifOf,
  chrm,
  cicp,
  clliChunk,
  fields,
  gama,
  iccp,
  nclx,
  profileOf,
  type Rgb,
  withChunks,
  withProperties,
  withSequenceColor,
} from '../../../lambdas/workers/process-photo/color/testing.ts';
import { inspectImage } from '../../../lambdas/workers/process-photo/inspect-image.ts';
import { makePrint } from '../../../lambdas/workers/process-photo/make-derivatives.ts';

const colors: Rgb[] = [
  [234, 51, 35],
  [226, 175, 148],
  [90, 130, 60],
  [128, 128, 128],
  [64, 64, 64],
];
/** Code values of HDR at the borders of its primaries, near them, and gray. */
const hdrColors: Rgb[] = [
  ...colors,
  ...([0, 36, 73, 109, 146, 182, 219, 255] as const).map((value): Rgb => [value, value, value]),
  [117, 251, 76],
  [0, 0, 245],
  [150, 60, 40],
  [60, 150, 40],
  [40, 60, 150],
  [150, 150, 60],
  [60, 140, 150],
  [150, 60, 140],
  [180, 90, 30],
  [110, 130, 60],
  [120, 90, 85],
  [90, 30, 20],
  [100, 120, 140],
  [120, 140, 160],
  [180, 120, 20],
];
/** Of 255: two decoders, and a JPEG between them. */
const tolerance = 8;

/** What the browser shows in the middle of each field. */
const shownBy = (page: Page, bytes: Buffer, type: string, count: number) =>
  page.evaluate(
    async ({ url, count }) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d')!;
      canvas.drawImage(image, 0, 0);
      return Array.from({ length: count }, (_, index) => {
        const x = Math.floor(((index + 0.5) * image.naturalWidth) / count);
        return [...canvas.getImageData(x, Math.floor(image.naturalHeight / 2), 1, 1).data.slice(0, 3)];
      });
    },
    { url: `data:${type};base64,${bytes.toString('base64')}`, count },
  );

test('what is made of a photo that tells its colors without an ICC profile looks as the photo does in the browser', async ({
  page,
}) => {
  const [png, avif, p3] = await Promise.all([fields(colors).png().toBuffer(), avifOf(colors), profileOf('p3')]);
  await expectAlike(page, colors.length, [
    ['AVIF in Display P3', withProperties(avif, nclx(12, 13)), 'image/avif'],
    ['AVIF in Rec. 2020', withProperties(avif, nclx(9, 14)), 'image/avif'],
    ['AVIF in linear light', withProperties(avif, nclx(1, 8)), 'image/avif'],
    ['AVIF in Display P3 by its sequence', withSequenceColor(avif, 12, 13), 'image/avif'],
    ['PNG in Display P3', withChunks(png, cicp(12, 13)), 'image/png'],
    ['PNG in sRGB by cICP, with another profile', withChunks(png, cicp(1, 13), iccp(p3)), 'image/png'],
    ['PNG with the curve of television', withChunks(png, cicp(1, 1)), 'image/png'],
    ['PNG with gAMA', withChunks(png, gama(0.55556)), 'image/png'],
    [
      'PNG with gAMA and cHRM',
      withChunks(png, gama(0.4547), chrm(0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06)),
      'image/png',
    ],
  ]);
});

test('what is made of an HDR photo looks as the photo does in the browser, also at the border of sRGB', async ({
  page,
}) => {
  const [png, avif, deep] = await Promise.all([
    fields(hdrColors).png().toBuffer(),
    avifOf(hdrColors),
    avifOf(hdrColors, { bitdepth: 10 }),
  ]);
  await expectAlike(page, hdrColors.length, [
    ['PNG with PQ in Display P3', withChunks(png, cicp(12, 16)), 'image/png'],
    ['PNG with PQ in Rec. 2020', withChunks(png, cicp(9, 16)), 'image/png'],
    ['PNG with PQ of 400 nits', withChunks(png, cicp(9, 16), clliChunk(400)), 'image/png'],
    ['PNG with HLG in Rec. 2020', withChunks(png, cicp(9, 18)), 'image/png'],
    ['AVIF with PQ in Display P3', withProperties(avif, nclx(12, 16)), 'image/avif'],
    ['AVIF with PQ in Rec. 2020 of 10 bits', withProperties(deep, nclx(9, 16)), 'image/avif'],
    ['AVIF with HLG in Display P3', withProperties(avif, nclx(12, 18)), 'image/avif'],
  ]);
});

async function expectAlike(page: Page, count: number, photos: [name: string, bytes: Buffer, type: string][]) {
  for (const [name, bytes, type] of photos) {
    const expected = await shownBy(page, bytes, type, count);
    const print = await makePrint(bytes, await inspectImage(bytes));
    const actual = await shownBy(page, print, 'image/jpeg', count);
    const differences = actual.flat().map((value, index) => Math.abs(value - expected.flat()[index]!));
    const most = Math.max(...differences);
    expect.soft(most, `${name}: ${JSON.stringify({ expected, actual })}`).toBeLessThanOrEqual(tolerance);
  }
}
