import { expect, test } from 'vitest';
import { sizeWithin, type Variant, variantSize, variants } from './media.ts';

const names = Object.keys(variants) as Variant[];

test('no derivative has more pixels than that of a square photo, or a longer side than its format allows', () => {
  for (let ratio = 1; ratio < 1_000; ratio *= 1.1) {
    const wide = { width: Math.round(5_000 * ratio), height: 5_000 };
    const tall = { width: wide.height, height: wide.width };
    for (const name of names) {
      const { width, height } = variantSize(wide, name);
      // Both sides are rounded to whole pixels.
      expect(width * height).toBeLessThanOrEqual(variants[name].pixels ** 2 * 1.05);
      expect(width).toBeLessThanOrEqual(16_383);
      expect(variantSize(tall, name)).toEqual({ width: height, height: width });
    }
  }
});

test('up to twice as long as short, the longest side counts; beyond, the short side', () => {
  expect(sizeWithin({ width: 6_000, height: 4_000 }, 2_048)).toEqual({ width: 2_048, height: 1_365 });
  expect(sizeWithin({ width: 4_000, height: 8_000 }, 2_048)).toEqual({ width: 1_024, height: 2_048 });
  expect(sizeWithin({ width: 4_000, height: 16_000 }, 2_048)).toEqual({ width: 1_024, height: 4_096 });
  expect(sizeWithin({ width: 40_000, height: 4_000 }, 2_048)).toEqual({ width: 6_476, height: 648 });
});

test('no photo is enlarged', () => {
  for (const photo of [
    { width: 1, height: 1 },
    { width: 900, height: 12 },
    { width: 30, height: 1_500 },
  ]) {
    expect(sizeWithin(photo, 2_048)).toEqual(photo);
  }
});
