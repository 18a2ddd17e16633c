import sharp, { type OutputInfo } from 'sharp';
import type { Variant } from '#shared/photos/media.ts';

/** A decoded image with 8 bits a channel. */
export interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

/** Returns the image of these pixels for the image library. */
export const openImage = ({ data, info }: Pixels) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

/** Returns the image scaled to exactly this size. */
export const shrink = (source: Pixels, size: { width: number; height: number }): Promise<Pixels> =>
  openImage(source)
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });

/** Turns a scaled image as EXIF's orientation says. Rotating the original instead would unpack all of it in memory. */
export async function turnUpright(source: Pixels, orientation: number): Promise<Pixels> {
  const turn = [0, 0, 180, 180, 90, 90, 270, 270][orientation - 1] ?? 0;
  const isMirrored = [2, 4, 5, 7].includes(orientation);
  if (turn === 0 && !isMirrored) return source;
  const rotated = await openImage(source).rotate(turn).raw().toBuffer({ resolveWithObject: true });
  return isMirrored ? openImage(rotated).flop().raw().toBuffer({ resolveWithObject: true }) : rotated;
}

/**
 * The encoders' settings for the derivatives. docs/benchmarks.md has bytes, likeness and time of other settings: WebP's
 * effort 3 and 4 take twice the time of effort 2 and save 4% of the bytes.
 */
export const encoding = {
  // Optimized Huffman tables would save 4% of the bytes, and double the encoding time.
  large: { quality: 80, optimiseCoding: false },
  medium: { quality: 75, effort: 2 },
  small: { quality: 70, effort: 2 },
};

const encodersFor = ({ large, medium, small }: typeof encoding) =>
  ({
    large: (pixels) => openImage(pixels).jpeg(large).toBuffer(),
    medium: (pixels) => openImage(pixels).webp(medium).toBuffer(),
    small: (pixels) => openImage(pixels).webp(small).toBuffer(),
  }) satisfies Record<Variant, (pixels: Pixels) => Promise<Buffer>>;

export const encode = encodersFor(encoding);
/**
 * The encoders of the sizes with a watermark, which are made beside the clean sizes. With effort 2 for the marked
 * medium size, too, clean and marked sizes together take 1.42 times as long as the clean ones; the limit is 1.30.
 */
export const encodeWithMark = encodersFor({ ...encoding, medium: { ...encoding.medium, effort: 1 } });
