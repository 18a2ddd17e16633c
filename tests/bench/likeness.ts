import sharp, { type Sharp } from 'sharp';

/** Pixels of the square windows in which two pictures are compared. */
const side = 8;
/** The constants of the structural similarity (Wang et al., 2004) for 8 bits, which keep its divisors from zero. */
const lightness = (0.01 * 255) ** 2;
const contrast = (0.03 * 255) ** 2;

/** The brightness of each pixel. */
export const brightness = (image: Sharp): Promise<Buffer> => image.greyscale().toColourspace('b-w').raw().toBuffer();

/** Returns the structural similarity (SSIM) of an encoded picture with the pixels that it was made of: 1 when equal. */
export async function likeness(original: Buffer, width: number, encoded: Buffer): Promise<number> {
  const other = await brightness(sharp(encoded));
  const height = original.length / width;
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + side <= height; top += side) {
    for (let left = 0; left + side <= width; left += side) {
      sum += likenessAt(original, other, width, top * width + left);
      windows += 1;
    }
  }
  return sum / windows;
}

function likenessAt(one: Buffer, other: Buffer, width: number, start: number): number {
  let ones = 0;
  let others = 0;
  let onesSquared = 0;
  let othersSquared = 0;
  let products = 0;
  for (let row = 0; row < side; row += 1) {
    for (let at = start + row * width; at < start + row * width + side; at += 1) {
      const a = one[at]!;
      const b = other[at]!;
      ones += a;
      others += b;
      onesSquared += a * a;
      othersSquared += b * b;
      products += a * b;
    }
  }
  const count = side * side;
  const [a, b] = [ones / count, others / count];
  const spread = onesSquared / count - a * a + othersSquared / count - b * b;
  const together = products / count - a * b;
  return ((2 * a * b + lightness) * (2 * together + contrast)) / ((a * a + b * b + lightness) * (spread + contrast));
}
