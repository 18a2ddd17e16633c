import sharp, { type OverlayOptions } from 'sharp';
import { expect, test } from 'vitest';
import { findFocus } from './find-focus.ts';
import { openImage, type Pixels } from './pixels.ts';

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

/** Returns the point that sharp finds in the same area of the image, in percent. */
async function attention(source: Pixels) {
  const area = { left: 40, top: 13, width: 320, height: 164 };
  const { info } = await openImage(source)
    .extract(area)
    .resize({ width: area.width, height: area.height / 2, position: 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { x: (area.left + info.attentionX!) / 4, y: (area.top + info.attentionY!) / 2.66 };
}

test.each(Array.from({ length: 20 }, (_, index) => index + 1))(
  'the focal point is where sharp’s attention is: scene %i',
  async (seed) => {
    const source = await scene(seed);
    const [focus, expected] = [await findFocus(source), await attention(source)];
    expect(Math.abs(focus.x - expected.x)).toBeLessThanOrEqual(3);
    expect(Math.abs(focus.y - expected.y)).toBeLessThanOrEqual(3);
  },
);
