import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cropPreview } from './crop.ts';

/** Left half red, right half blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .composite([
      {
        input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: 'blue' } },
        left: width >> 1,
        top: 0,
      },
    ])
    .jpeg()
    .toBuffer();

async function colorAt(file: Buffer, left: number) {
  const { data } = await sharp(file).extract({ left, top: 300, width: 1, height: 1 }).raw().toBuffer({
    resolveWithObject: true,
  });
  return data[0]! > data[2]! ? 'red' : 'blue';
}

test.each([
  [2_048, 1_365],
  [1_365, 2_048],
  [2_048, 60],
  [60, 2_048],
  [300, 200],
  [1, 1],
])('a preview of %i × %i pixels has the size that apps ask for', async (width, height) => {
  const { format, ...size } = await sharp(await cropPreview(await halves(width, height))).metadata();
  expect({ format, width: size.width, height: size.height }).toEqual({ format: 'jpeg', width: 1_200, height: 630 });
});

test('keeps the focal point in sight', async () => {
  const wide = await halves(2_048, 400);
  const left = await cropPreview(wide, { x: 0, y: 50 });
  const right = await cropPreview(wide, { x: 100, y: 50 });
  const middle = await cropPreview(wide);
  expect([await colorAt(left, 1_000), await colorAt(right, 100)]).toEqual(['red', 'blue']);
  expect([await colorAt(middle, 100), await colorAt(middle, 1_100)]).toEqual(['red', 'blue']);
});

test('has at most 300 KB, however much detail the photo has', async () => {
  const raw = { width: 1_200, height: 800, channels: 3 as const };
  const noise = await sharp(randomBytes(1_200 * 800 * 3), { raw })
    .jpeg({ quality: 100 })
    .toBuffer();
  expect((await cropPreview(noise)).length).toBeLessThanOrEqual(300_000);
});
