import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Watermark } from '#shared/contract/watermarks.ts';
import { type Variant, variants } from '#shared/media.ts';
import { drawWatermark } from './draw-watermark.ts';
import { inspectImage } from './inspect-image.ts';
import { type MarkedFiles, makeDerivatives, markDerivatives } from './make-derivatives.ts';
import type { Pixels } from './pixels.ts';

const watermark: Watermark = { has_logo: false, text: 'Proof', opacity: 50, size: 'medium', clean_thumbnails: false };

const plain = (width: number, height: number, grey = 120): Promise<Pixels> =>
  sharp({ create: { width, height, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .raw()
    .toBuffer({ resolveWithObject: true });

/** A copy of a picture with the watermark on it. */
async function withWatermark({ data, info }: Pixels, mark: Watermark): Promise<Pixels> {
  const copy = { data: Buffer.from(data), info };
  await drawWatermark(copy, mark);
  return copy;
}

/** The share of a picture's pixels that differ from one color. */
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
    const marked = await withWatermark(await plain(1_024, 683), watermark);
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
    expect(changed(await withWatermark(await plain(800, 600, grey), watermark), grey)).toBeGreaterThan(0.01);
  });

  test.each([
    ['more opaque', { opacity: 80 }],
    ['with the logo', { has_logo: true }],
    ['other words', { text: 'Ada & Grace — 2026' }],
  ])('is another one when it is %s', async (_, change) => {
    const picture = await plain(600, 400);
    const [one, other] = await Promise.all([
      withWatermark(picture, watermark),
      withWatermark(picture, { ...watermark, ...change }),
    ]);
    expect(one.data.equals(other.data)).toBe(false);
  });

  test('is larger by its size', async () => {
    const picture = await plain(2_048, 1_365);
    const [small, large] = await Promise.all(
      (['small', 'large'] as const).map((size) => withWatermark(picture, { ...watermark, size })),
    );
    const [line, other] = [small!, large!].map(({ data, info }) => {
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
    expect(other).toBeGreaterThan(line! * 1.5);
  });

  test.each([
    [1, 1],
    [1, 400],
    [400, 1],
    [3_000, 3],
    [9, 7],
  ])('is not said to be on %i × %i pixels', async (width, height) => {
    expect(await drawWatermark(await plain(width, height), watermark)).toBe('small');
  });

  test.each(['.', '—', '...', '¯ ¯', `P${' '.repeat(30)}F`])(
    'of the signs “%s” is not said to be on a picture',
    async (text) => {
      expect(await drawWatermark(await plain(600, 400), { ...watermark, text, opacity: 80 })).toBe('faint');
    },
  );

  test('longer than a picture is not said to be on it', async () => {
    const text = 'W'.repeat(40);
    expect(await drawWatermark(await plain(120, 80), { ...watermark, text })).toBe('small');
    expect(await drawWatermark(await plain(600, 400), { ...watermark, text })).toBeUndefined();
  });

  test.each([
    [4_096, 256],
    [256, 4_096],
    [256, 10_240],
  ])(
    'has on %i × %i pixels the letters, whole, that a picture as narrow of a usual shape has',
    async (width, height) => {
      const usual = await withWatermark(await plain(384, 256), watermark);
      const long = await withWatermark(await plain(width, height), watermark);
      expect((await middle(long)).equals(await middle(usual))).toBe(true);
      expect(changed({ data: await middle(long), info: { ...long.info, width: 120, height: 90 } })).toBeGreaterThan(
        0.05,
      );
    },
  );
});

/** The middle of a picture, with room for one mark and what is around it. */
const middle = ({ data, info }: Pixels): Promise<Buffer> =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .extract({ left: info.width / 2 - 60, top: info.height / 2 - 45, width: 120, height: 90 })
    .raw()
    .toBuffer();

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
      for (const [paper, background] of Object.entries(papers)) {
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

  test('a picture that can’t be marked in one size has no marked files at all', async () => {
    const bytes = await sharp({ create: { width: 900, height: 3, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const { files, marked } = await makeDerivatives(bytes, await inspectImage(bytes), watermark);
    expect(marked).toBe('small');
    expect(await markDerivatives(files, { ...watermark, clean_thumbnails: true })).toBe('small');
  });
});

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
      const [clean, mark] = await Promise.all([
        sharp(files[variant]).metadata(),
        sharp(made(marked)[variant]).metadata(),
      ]);
      expect(mark).toMatchObject({ width: clean.width, height: clean.height, format: clean.format });
      expect(await spread(files[variant])).toBeLessThan(2);
      expect(await spread(made(marked)[variant])).toBeGreaterThan(4);
    }
  });

  test('are made again from the largest clean one', async () => {
    const bytes = await photo();
    const { files } = await makeDerivatives(bytes, await inspectImage(bytes));
    const marked = made(await markDerivatives(files, watermark));
    for (const file of Object.values(marked)) expect(await spread(file)).toBeGreaterThan(4);
    expect(await sharp(marked.small).metadata()).toMatchObject({ width: 400, format: 'webp' });
  });

  test('have a clean thumbnail where the studio wants it, and nothing else clean', async () => {
    const bytes = await photo();
    const { files, marked } = await makeDerivatives(bytes, await inspectImage(bytes), {
      ...watermark,
      clean_thumbnails: true,
    });
    expect(made(marked).small.equals(files.small)).toBe(true);
    expect(await spread(made(marked).medium)).toBeGreaterThan(4);
    expect(await spread(made(marked).large)).toBeGreaterThan(4);
  });
});
