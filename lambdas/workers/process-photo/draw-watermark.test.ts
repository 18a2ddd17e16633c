import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Watermark } from '#shared/contract/watermarks.ts';
import type { Variant } from '#shared/photos/media.ts';
import { drawWatermark } from './draw-watermark.ts';
import { inspectImage } from './inspect-image.ts';
import { type MarkedFiles, makeDerivatives, markDerivatives } from './make-derivatives.ts';
import type { Pixels } from './pixels.ts';

const watermark: Watermark = { has_logo: false, text: 'Proof', opacity: 50, size: 'medium', clean_thumbnails: false };

const plainPixels = (width: number, height: number, grey = 120): Promise<Pixels> =>
  sharp({ create: { width, height, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .raw()
    .toBuffer({ resolveWithObject: true });

/** Returns a copy of an image with the watermark on it. */
async function withWatermark({ data, info }: Pixels, look: Watermark): Promise<Pixels> {
  const copy = { data: Buffer.from(data), info };
  await drawWatermark(copy, look);
  return copy;
}

/** Returns the share of an image's pixels that differ from one color. */
function changed({ data, info }: Pixels, grey = 120, area = { left: 0, top: 0, ...info }): number {
  let count = 0;
  for (let y = area.top; y < area.top + area.height; y += 1) {
    for (let x = area.left; x < area.left + area.width; x += 1) {
      if (Math.abs(data[(y * info.width + x) * info.channels]! - grey) > 8) count += 1;
    }
  }
  return count / (area.width * area.height);
}

describe('a watermark', () => {
  test('is in every quarter of a picture, and leaves most of it', async () => {
    const marked = await withWatermark(await plainPixels(1_024, 683), watermark);
    for (const [left, top] of [
      [0, 0],
      [512, 0],
      [0, 341],
      [512, 341],
    ] as const) {
      expect(changed(marked, 120, { ...marked.info, left, top, width: 512, height: 341 })).toBeGreaterThan(0.01);
    }
    expect(changed(marked)).toBeLessThan(0.25);
  });

  test.each([0, 255])('is seen on %i', async (grey) => {
    expect(changed(await withWatermark(await plainPixels(800, 600, grey), watermark), grey)).toBeGreaterThan(0.01);
  });

  test.each([
    ['more opaque', { opacity: 80 }],
    ['with the logo', { has_logo: true }],
    ['other words', { text: 'Ada & Grace — 2026' }],
  ])('is another one when it is %s', async (_, change) => {
    const picture = await plainPixels(600, 400);
    const [first, second] = await Promise.all([
      withWatermark(picture, watermark),
      withWatermark(picture, { ...watermark, ...change }),
    ]);
    expect(first.data.equals(second.data)).toBe(false);
  });

  test('is larger by its size', async () => {
    const picture = await plainPixels(2_048, 1_365);
    const [small, large] = await Promise.all(
      (['small', 'large'] as const).map((size) => withWatermark(picture, { ...watermark, size })),
    );
    const [smallLine, largeLine] = [small!, large!].map(({ data, info }) => {
      // The longest run of changed pixels in a column is as high as letters are.
      let longest = 0;
      for (let x = 0; x < info.width; x += 7) {
        let run = 0;
        for (let y = 0; y < info.height; y += 1) {
          run = Math.abs(data[(y * info.width + x) * info.channels]! - 120) > 8 ? run + 1 : 0;
          longest = Math.max(longest, run);
        }
      }
      return longest;
    });
    expect(largeLine).toBeGreaterThan(smallLine! * 1.5);
  });

  test.each([
    [1, 1],
    [1, 400],
    [400, 1],
    [3_000, 3],
    [9, 7],
  ])('is not said to be on %i × %i pixels', async (width, height) => {
    expect(await drawWatermark(await plainPixels(width, height), watermark)).toBe('small');
  });

  test.each(['.', '—', '...', '¯ ¯', `P${' '.repeat(30)}F`])(
    'of the signs “%s” is not said to be on a picture',
    async (text) => {
      expect(await drawWatermark(await plainPixels(600, 400), { ...watermark, text, opacity: 80 })).toBe('faint');
    },
  );

  test('longer than a picture is not said to be on it', async () => {
    const text = 'W'.repeat(40);
    expect(await drawWatermark(await plainPixels(120, 80), { ...watermark, text })).toBe('small');
    expect(await drawWatermark(await plainPixels(600, 400), { ...watermark, text })).toBeUndefined();
  });

  test.each([
    [4_096, 256],
    [256, 4_096],
    [256, 10_240],
  ])(
    'has on %i × %i pixels the letters, whole, that a picture as narrow of a usual shape has',
    async (width, height) => {
      const usual = await withWatermark(await plainPixels(384, 256), watermark);
      const long = await withWatermark(await plainPixels(width, height), watermark);
      expect((await middle(long)).equals(await middle(usual))).toBe(true);
      expect(changed({ data: await middle(long), info: { ...long.info, width: 120, height: 90 } })).toBeGreaterThan(
        0.05,
      );
    },
  );
});

/** Returns the middle of an image, with room for one watermark and its surroundings. */
const middle = ({ data, info }: Pixels): Promise<Buffer> =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .extract({ left: info.width / 2 - 60, top: info.height / 2 - 45, width: 120, height: 90 })
    .raw()
    .toBuffer();

/** Returns the marked files, which must have been made. */
function requireFiles(marked: MarkedFiles | undefined): Record<Variant, Buffer> {
  if (typeof marked !== 'object') throw new Error(`There are no marked files: ${marked}.`);
  return marked;
}

describe('marked derivatives', () => {
  const photo = async (greyscale = false) => {
    const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: { r: 90, g: 120, b: 60 } } });
    return (greyscale ? picture.greyscale() : picture).jpeg().toBuffer();
  };
  const spread = async (file: Buffer) => (await sharp(file).stats()).channels[0]!.stdev;

  test.each([false, true])('have the sizes of the clean ones, which stay clean; greyscale: %s', async (greyscale) => {
    const bytes = await photo(greyscale);
    const { files, marked } = await makeDerivatives(bytes, await inspectImage(bytes), watermark);
    for (const variant of ['small', 'medium', 'large'] as const) {
      const [clean, markedImage] = await Promise.all([
        sharp(files[variant]).metadata(),
        sharp(requireFiles(marked)[variant]).metadata(),
      ]);
      expect(markedImage).toMatchObject({ width: clean.width, height: clean.height, format: clean.format });
      expect(await spread(files[variant])).toBeLessThan(2);
      expect(await spread(requireFiles(marked)[variant])).toBeGreaterThan(4);
    }
  });

  test('are made again from the largest clean one', async () => {
    const bytes = await photo();
    const { files } = await makeDerivatives(bytes, await inspectImage(bytes));
    const marked = requireFiles(await markDerivatives(files, watermark));
    for (const file of Object.values(marked)) expect(await spread(file)).toBeGreaterThan(4);
    expect(await sharp(marked.small).metadata()).toMatchObject({ width: 400, format: 'webp' });
  });

  test('have a clean thumbnail where the studio wants it, and nothing else clean', async () => {
    const bytes = await photo();
    const { files, marked } = await makeDerivatives(bytes, await inspectImage(bytes), {
      ...watermark,
      clean_thumbnails: true,
    });
    expect(requireFiles(marked).small.equals(files.small)).toBe(true);
    expect(await spread(requireFiles(marked).medium)).toBeGreaterThan(4);
    expect(await spread(requireFiles(marked).large)).toBeGreaterThan(4);
  });

  test('a picture that can’t be marked in one size has no marked files at all', async () => {
    const bytes = await sharp({ create: { width: 900, height: 3, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const { files, marked } = await makeDerivatives(bytes, await inspectImage(bytes), watermark);
    expect(marked).toBe('small');
    expect(await markDerivatives(files, { ...watermark, clean_thumbnails: true })).toBe('small');
  });
});
