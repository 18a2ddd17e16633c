import { setFlagsFromString } from 'node:v8';
import sharp, { type OutputInfo } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { type Variant, variantSize } from '#shared/media.ts';
import { withAdobeRgbProfile } from './adobe-rgb.ts';
import { damaged, type Inspection, RefusedImage, uprightSize } from './inspect-image.ts';

// Photos are seen once each, so a cache would only hold memory; and the photos of a batch already use all cores.
sharp.cache(false);
sharp.concurrency(1);
// Pixels lie outside V8's heap. By itself V8 clears its whole heap up for every few photos; counted as part of
// the heap, they cost 5 to 10% less processor time.
setFlagsFromString('--external-memory-accounted-in-global-limit');

/** Seconds that decoding one photo may take: hostile files can be slow rather than large. */
const decodingSeconds = 60;
/** A thumbhash holds 7 × 7 waves at most: more pixels than these tell it nothing more. */
const placeholderPixels = 64;

export interface Derivatives {
  files: Record<Variant, Buffer>;
  /** Base64 thumbhash. */
  thumbhash: string;
}

interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

/**
 * The sizes at which a photo is shown: upright, in sRGB, opaque (on white), free of all metadata; never enlarged.
 * One decode, then each size from the one before it. Throws RefusedImage for files that turn out damaged.
 */
export async function makeDerivatives(bytes: Buffer, inspection: Inspection): Promise<Derivatives> {
  const upright = uprightSize(inspection);
  const large = await turnUpright(await decode(bytes, inspection), inspection.orientation);
  // Each size is written while the next is still being scaled.
  const medium = shrink(large, variantSize(upright, 'medium'));
  const small = medium.then((pixels) => shrink(pixels, variantSize(upright, 'small')));
  const [largeFile, mediumFile, smallFile, thumbhash] = await Promise.all([
    // Tables made for each picture would save 3% of its bytes, and triple the time of writing it.
    open(large).jpeg({ quality: 80, optimiseCoding: false }).toBuffer(),
    // The next effort would make these two 5% smaller, and all of this 5 to 10% slower.
    medium.then((pixels) => open(pixels).webp({ quality: 75, effort: 1 }).toBuffer()),
    small.then((pixels) => open(pixels).webp({ quality: 70, effort: 1 }).toBuffer()),
    small.then(placeholder),
  ]);
  return { files: { large: largeFile, medium: mediumFile, small: smallFile }, thumbhash };
}

async function decode(file: Buffer, inspection: Inspection): Promise<Pixels> {
  const bytes = inspection.isAdobeRgb ? withAdobeRgbProfile(file) : file;
  const attempt = (failOn: 'warning' | 'error') => {
    const scaled = sharp(bytes, {
      failOn,
      // The inspection has checked the size; this limit is the decoder's own, in its own words.
      limitInputPixels: false,
      // Converting colors costs as much as decoding; a photo in sRGB needs none.
      ignoreIcc: inspection.isSrgb,
    })
      .timeout({ seconds: decodingSeconds })
      .resize({ ...variantSize(inspection, 'large'), fit: 'fill' })
      .flatten({ background: 'white' })
      .toColourspace('srgb');
    // sharp works on 16-bit photos in Display P3 and leaves them there unless it is told where to end.
    const inSrgb = inspection.isSrgb ? scaled : scaled.withIccProfile('srgb');
    return inSrgb.raw().toBuffer({ resolveWithObject: true });
  };
  try {
    return await attempt('warning').catch((error: unknown) => {
      // Some cameras leave stray bytes between the segments of a JPEG. The picture is whole all the same.
      if (String(error).includes('extraneous bytes before marker')) return attempt('error');
      throw error;
    });
  } catch (error) {
    if (String(error).includes('timeout')) {
      throw new RefusedImage('This photo took too long to read. Please export it as a plain JPEG.', { cause: error });
    }
    throw new RefusedImage(damaged(inspection.type), { cause: error });
  }
}

const open = ({ data, info }: Pixels) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

const shrink = (source: Pixels, size: { width: number; height: number }): Promise<Pixels> =>
  open(source)
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });

/** Turning the scaled picture, not the original, spares unpacking a huge one in memory. */
async function turnUpright(source: Pixels, orientation: number): Promise<Pixels> {
  const turn = [0, 0, 180, 180, 90, 90, 270, 270][orientation - 1] ?? 0;
  const isMirrored = [2, 4, 5, 7].includes(orientation);
  if (turn === 0 && !isMirrored) return source;
  const turned = await open(source).rotate(turn).raw().toBuffer({ resolveWithObject: true });
  return isMirrored ? open(turned).flop().raw().toBuffer({ resolveWithObject: true }) : turned;
}

async function placeholder(source: Pixels): Promise<string> {
  const { data, info } = await open(source)
    .resize(placeholderPixels, placeholderPixels, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
