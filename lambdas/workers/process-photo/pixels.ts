import sharp, { type OutputInfo } from 'sharp';
import type { Variant } from '#shared/photos/media.ts';

/** A decoded picture: 8 bits a channel. */
export interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

export const open = ({ data, info }: Pixels) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

export const shrink = (source: Pixels, size: { width: number; height: number }): Promise<Pixels> =>
  open(source)
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });

/** Turns pixels as EXIF's orientation says: of the scaled image, because rotating the original would unpack all of it in memory. */
export async function turnUpright(source: Pixels, orientation: number): Promise<Pixels> {
  const turn = [0, 0, 180, 180, 90, 90, 270, 270][orientation - 1] ?? 0;
  const isMirrored = [2, 4, 5, 7].includes(orientation);
  if (turn === 0 && !isMirrored) return source;
  const turned = await open(source).rotate(turn).raw().toBuffer({ resolveWithObject: true });
  return isMirrored ? open(turned).flop().raw().toBuffer({ resolveWithObject: true }) : turned;
}

/**
 * How the derivatives are encoded. Bytes, likeness and time of other ways are in docs/benchmarks.md: WebP's effort 3 and 4
 * take twice the time of effort 2 for 4% of the bytes.
 */
export const encoding = {
  // Optimized Huffman tables would save 4% of the bytes, and double the encoding time.
  large: { quality: 80, optimiseCoding: false },
  medium: { quality: 75, effort: 2 },
  small: { quality: 70, effort: 2 },
};

const encodersFor = ({ large, medium, small }: typeof encoding) =>
  ({
    large: (pixels) => open(pixels).jpeg(large).toBuffer(),
    medium: (pixels) => open(pixels).webp(medium).toBuffer(),
    small: (pixels) => open(pixels).webp(small).toBuffer(),
  }) satisfies Record<Variant, (pixels: Pixels) => Promise<Buffer>>;

export const encode = encodersFor(encoding);
/**
 * For the sizes with a watermark, which are encoded beside the clean ones: effort 2 for their medium size too made both
 * together take 1.42 times what the clean ones take, where 1.30 is the limit.
 */
export const encodeWithMark = encodersFor({ ...encoding, medium: { ...encoding.medium, effort: 1 } });
