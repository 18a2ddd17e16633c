import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Watermark } from '#shared/contract/watermarks.ts';
import { type Variant, variants } from '#shared/photos/media.ts';
import { inspectImage } from '../../lambdas/workers/process-photo/inspect-image.ts';
import {
  type MarkedFiles,
  makeDerivatives,
  markDerivatives,
} from '../../lambdas/workers/process-photo/make-derivatives.ts';
import type { Pixels } from '../../lambdas/workers/process-photo/pixels.ts';
import { drawn } from '../support/faults/sample.ts';

const watermark: Watermark = { has_logo: false, text: 'Proof', opacity: 50, size: 'medium', clean_thumbnails: false };

/** The part of a region in which two pictures differ to the eye; the region in parts of the picture. */
function differing(one: Pixels, other: Pixels, [left, top, right, bottom]: number[]): number {
  const { width, height } = one.info;
  const [x1, y1] = [Math.ceil(left! * width), Math.ceil(top! * height)];
  const [x2, y2] = [Math.floor(right! * width), Math.floor(bottom! * height)];
  let count = 0;
  for (let y = y1; y < y2; y += 1) {
    for (let x = x1; x < x2; x += 1) {
      const at = (y * width + x) * 3;
      const differs = (channel: number) => Math.abs(one.data[at + channel]! - other.data[at + channel]!) >= 8;
      if (differs(0) || differs(1) || differs(2)) count += 1;
    }
  }
  return count / ((x2 - x1) * (y2 - y1));
}

const [third, half] = [1 / 3, 1 / 2];
/** What a picture may be cropped to. */
const crops = [
  [third, third, 2 * third, 2 * third],
  ...[0, half].flatMap((left) => [0, half].map((top) => [left, top, left + half, top + half])),
];
const strips = (isWide: boolean) =>
  [0, 1, 2, 3].map((part) => (isWide ? [part / 4, 0, (part + 1) / 4, 1] : [0, part / 4, 1, (part + 1) / 4]));

const decoded = (file: Buffer): Promise<Pixels> =>
  sharp(file).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });

/** The least part that differs between the clean and the marked files, of all sizes and crops. */
async function leastDiffering(clean: Record<Variant, Buffer>, marked: MarkedFiles | undefined): Promise<number> {
  const parts: number[] = [];
  for (const variant of Object.keys(variants) as Variant[]) {
    const [one, other] = [await decoded(clean[variant]), await decoded(made(marked)[variant])];
    const regions = [...crops, ...strips(one.info.width >= one.info.height)];
    parts.push(...regions.map((region) => differing(one, other, region)));
  }
  return Math.min(...parts);
}

/** Marked files that must have been made. */
function made(marked: MarkedFiles | undefined): Record<Variant, Buffer> {
  if (typeof marked !== 'object') throw new Error(`There are no marked files: ${marked}.`);
  return marked;
}

describe('in every crop of a picture', () => {
  const shapes: [number, number][] = [
    [600, 400],
    [400, 400],
    [240, 160],
    [1_600, 100],
    [100, 1_600],
    [2_048, 128],
    [1_600, 40],
    [40, 1_600],
    [800, 24],
    [24, 800],
  ];
  const texts = ['P', 'PROOF', 'Magnolia & Light', 'Ada Lovelace & Grace Hopper, 26 May 2026'];
  const looks = [
    { opacity: 15, size: 'small' },
    { opacity: 15, size: 'large' },
    { opacity: 80, size: 'medium' },
  ] as const;
  const papers = {
    white: { r: 255, g: 255, b: 255 },
    black: { r: 0, g: 0, b: 0 },
    'mid gray': { r: 128, g: 128, b: 128 },
    'light gray': { r: 205, g: 205, b: 205 },
    green: { r: 0, g: 255, b: 0 },
  };

  test.each(shapes.flatMap((shape) => texts.map((text) => [...shape, text] as const)))(
    'of %i × %i pixels, “%s” is seen',
    async (width, height, text) => {
      for (const [paper, background] of drawn(Object.entries(papers), 1)) {
        const bytes = await sharp({ create: { width, height, channels: 3, background } })
          .png()
          .toBuffer();
        const inspection = await inspectImage(bytes);
        for (const look of looks) {
          const { files, marked } = await makeDerivatives(bytes, inspection, { ...watermark, ...look, text });
          const least = await leastDiffering(files, marked);
          // A single letter leaves most of a picture, and encoders blur the thinnest strokes.
          const wanted = text.length === 1 ? 0.002 : 0.008;
          expect(least, `${look.size} at ${look.opacity}% on ${paper}`).toBeGreaterThan(wanted);
        }
      }
    },
  );

  test('it is seen on noise, on transparency, in CMYK, and on a picture that is turned upright', async () => {
    const noise = (width: number, height: number) =>
      sharp({
        create: {
          width,
          height,
          channels: 3,
          background: '#808080',
          noise: { type: 'gaussian', mean: 128, sigma: 40 },
        },
      });
    const pictures = [
      noise(1_600, 100).jpeg(),
      noise(1_600, 100).jpeg().withMetadata({ orientation: 6 }),
      noise(1_600, 100).toColourspace('cmyk').jpeg(),
      noise(1_600, 100).ensureAlpha(0.2).png(),
    ];
    for (const picture of pictures) {
      const bytes = await picture.toBuffer();
      const { files, marked } = await makeDerivatives(bytes, await inspectImage(bytes), watermark);
      expect(await leastDiffering(files, marked)).toBeGreaterThan(0.01);
      const again = await markDerivatives(files, watermark);
      expect(await leastDiffering(files, again)).toBeGreaterThan(0.01);
    }
  });
});
