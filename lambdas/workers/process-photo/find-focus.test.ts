import sharp, { type OverlayOptions } from 'sharp';
import { expect, test } from 'vitest';
import { findFocus } from './find-focus.ts';
import type { Pixels } from './pixels.ts';

/** Returns an image of rectangles in random colors, some of them skin; a seed always gives the same image. */
function scene(seed: number): Promise<Pixels> {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const color = () => ({ r: random(256), g: random(256), b: random(256) });
  const skin = () => ({ r: 200 + random(40), g: 150 + random(40), b: 120 + random(40) });
  const rectangles = Array.from({ length: 12 }, (_, index): OverlayOptions => {
    const [width, height] = [10 + random(80), 10 + random(80)];
    return {
      input: { create: { width, height, channels: 3, background: index % 4 === 0 ? skin() : color() } },
      left: random(400 - width),
      top: random(266 - height),
    };
  });
  return sharp({ create: { width: 400, height: 266, channels: 3, background: color() } })
    .composite(rectangles)
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** The points of scenes, in percent: rows keep the points that they have, so that a new one means the same. */
const points = [
  [50, 40],
  [88, 20],
  [88, 63],
  [23, 61],
  [45, 65],
  [45, 59],
  [88, 41],
  [38, 36],
  [88, 20],
  [88, 28],
  [57, 65],
  [88, 65],
  [18, 47],
  [80, 47],
  [25, 43],
  [88, 38],
  [18, 59],
  [10, 24],
  [45, 16],
  [88, 5],
].map(([x = 0, y = 0], index) => ({ seed: index + 1, x, y }));

test.each(points)('the focal point of scene $seed is at $x, $y', async ({ seed, x, y }) => {
  const found = await findFocus(await scene(seed));
  expect(Math.abs(found.x - x)).toBeLessThanOrEqual(3);
  expect(Math.abs(found.y - y)).toBeLessThanOrEqual(3);
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 128, g: 128, b: 128 } } });

test('what is at the border or in the lower third is not the focal point', async () => {
  const red = (width: number, height: number) => ({
    create: { width, height, channels: 3 as const, background: 'red' },
  });
  const source = await picture(400, 300)
    .composite([
      { input: red(400, 60), left: 0, top: 240 },
      { input: red(20, 300), left: 380, top: 0 },
      {
        input: { create: { width: 40, height: 40, channels: 3, background: { r: 220, g: 170, b: 140 } } },
        left: 100,
        top: 80,
      },
    ])
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { x, y } = await findFocus(source);
  expect(Math.abs(x - 30)).toBeLessThanOrEqual(8);
  expect(Math.abs(y - 33)).toBeLessThanOrEqual(10);
});

test.each([
  [1, 1],
  [400, 1],
  [1, 400],
  [2, 2],
  [3, 2],
  [33, 2],
])('a picture of %i × %i pixels has a focal point', async (width, height) => {
  const { x, y } = await findFocus(await picture(width, height).raw().toBuffer({ resolveWithObject: true }));
  for (const percent of [x, y]) {
    expect(percent).toBeGreaterThanOrEqual(0);
    expect(percent).toBeLessThanOrEqual(100);
  }
});

test('a picture of one channel has a focal point', async () => {
  const source = await picture(400, 300).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  expect(source.info.channels).toBe(1);
  expect(await findFocus(source)).toEqual({ x: expect.any(Number), y: expect.any(Number) });
});
