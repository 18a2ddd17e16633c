import { setFlagsFromString } from 'node:v8';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { FocalPoint, Unmarkable } from '#shared/contract/photos/photos.ts';
import type { Watermark } from '#shared/contract/watermarks.ts';
import { downloadPixels, sizeWithin, type Variant, variantSize } from '#shared/photos/media.ts';
import { free } from '../../platform/free.ts';
import { statedToSrgb } from './color/to-srgb.ts';
import { drawWatermark } from './draw-watermark.ts';
import { findFocus } from './find-focus.ts';
import { damaged, type Inspection, RefusedImageError, unreadable, uprightSize } from './inspect-image.ts';
import { keepGainMap } from './keep-gain-map.ts';
import { encode, encodeWithMark, openImage, type Pixels, shrink, turnUpright } from './pixels.ts';
import { lacksScans, plainJpeg } from './plain-jpeg.ts';
import { plainTiff } from './plain-tiff.ts';
import { handlingOf, withoutSpareChannels } from './spare-channels.ts';

// Each photo is decoded once, so a cache would only use memory. One thread for each is enough: the photos of a batch
// already use all cores.
sharp.cache(false);
sharp.concurrency(1);
// Files and pixels are stored outside V8's heap, and `free` frees them. Because of them V8 would run a full garbage
// collection for nearly each photo. With one limit for heap and external memory, five times as high as the memory in
// use, it runs one for ten or more photos, which saves 15% of the processor time.
setFlagsFromString('--external-memory-accounted-in-global-limit');
setFlagsFromString('--heap-growing-percent=400');

/** Seconds that decoding one photo may take: a malicious file can be slow to decode instead of large. */
const decodingSeconds = 60;
/** A thumbhash has 7 × 7 coefficients at most, so more pixels do not change it. */
const placeholderPixels = 32;

export interface Derivatives {
  files: Record<Variant, Buffer>;
  /** The thumbhash in Base64. */
  thumbhash: string;
  /** The point that catches the eye: skin, bright colors, contrast. */
  focus: FocalPoint;
  /** Whether the large size has a gain map: screens with HDR show it brighter. */
  isHdr: boolean;
  /** The sizes with the watermark; undefined when the caller gave no watermark. */
  marked: MarkedFiles | undefined;
}

/** The sizes with a watermark, or why the watermark can't be on this photo. */
export type MarkedFiles = Record<Variant, Buffer> | Unmarkable;

/**
 * Makes the sizes at which a photo is shown: upright, sRGB, opaque (on white), without metadata, never enlarged. The
 * large size has the photo's gain map, if there is one. It decodes once, and scales each size from the next larger one.
 * @throws RefusedImageError when the file is damaged, or can't be decoded
 */
export async function makeDerivatives(
  bytes: Buffer,
  inspection: Inspection,
  watermark?: Watermark,
): Promise<Derivatives> {
  const upright = uprightSize(inspection);
  const large = await turnUpright(await decode(bytes, inspection), inspection.orientation);
  // Each size is encoded while the next one is scaled.
  const medium = shrink(large, variantSize(upright, 'medium'));
  const small = medium.then((pixels) => shrink(pixels, variantSize(upright, 'small')));
  const [[largeFile, isHdr], mediumFile, smallFile, thumbhash, focus] = await Promise.all([
    encode.large(large).then((file) => keepGainMap(file, inspection)),
    medium.then(encode.medium),
    small.then(encode.small),
    small.then(placeholder),
    small.then(findFocus),
  ]);
  const files = { large: largeFile, medium: mediumFile, small: smallFile };
  const marked =
    watermark && (await encodeMarked({ large, medium: await medium, small: await small }, watermark, files));
  for (const { data } of [large, await medium, await small]) free(data);
  return { files, thumbhash, focus, isHdr, marked };
}

/**
 * Makes the sizes with a watermark from the largest clean size, for a photo whose original was processed before.
 * @param files the clean sizes
 */
export async function markDerivatives(
  files: Pick<Record<Variant, Buffer>, 'large' | 'small'>,
  watermark: Watermark,
): Promise<MarkedFiles> {
  const large = await sharp(files.large).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const medium = await shrink(large, variantSize(large.info, 'medium'));
  const small = await shrink(medium, variantSize(large.info, 'small'));
  return encodeMarked({ large, medium, small }, watermark, files);
}

/**
 * Draws the watermark on these pixels, which are changed: nothing else may use them. A marked photo has no gain map,
 * because the map shows the same scene without the watermark.
 */
async function encodeMarked(
  pixels: Record<Variant, Pixels>,
  watermark: Watermark,
  { small }: Pick<Record<Variant, Buffer>, 'small'>,
): Promise<MarkedFiles> {
  const encodeVariant = async (variant: Variant) =>
    (await drawWatermark(pixels[variant], watermark)) ?? encodeWithMark[variant](pixels[variant]);
  const results = await Promise.all([
    encodeVariant('large'),
    encodeVariant('medium'),
    watermark.clean_thumbnails ? small : encodeVariant('small'),
  ]);
  const reason = results.find((result) => typeof result === 'string');
  if (reason !== undefined) return reason;
  const [largeFile, mediumFile, smallFile] = results as Buffer[];
  return { large: largeFile!, medium: mediumFile!, small: smallFile! };
}

/**
 * Makes the print size of a photo as `makeDerivatives` makes the other sizes.
 * @throws RefusedImageError when the file is damaged, or can't be decoded
 */
export async function makePrint(bytes: Buffer, inspection: Inspection): Promise<Buffer> {
  const upright = await decodeUpright(bytes, inspection, sizeWithin(inspection, downloadPixels.print));
  const [print] = await keepGainMap(await openImage(upright).jpeg({ quality: 90 }).toBuffer(), inspection);
  return print;
}

/**
 * Decodes an image in this size: upright, sRGB, opaque.
 * @param size as stored, before it is turned upright
 * @throws RefusedImageError when the file is damaged, or can't be decoded
 */
export const decodeUpright = async (
  bytes: Buffer,
  inspection: Inspection,
  size: { width: number; height: number },
): Promise<Pixels> => turnUpright(await decode(bytes, inspection, size), inspection.orientation);

/**
 * Decodes strictly: any warning may mean lost pixels. `plainJpeg` and `plainTiff` avoid warnings that only concern
 * headers.
 */
async function decode(bytes: Buffer, inspection: Inspection, size = variantSize(inspection, 'large')): Promise<Pixels> {
  if (inspection.type === 'image/jpeg' && lacksScans(bytes)) throw new RefusedImageError(damaged(inspection.type));
  const handling = handlingOf(inspection.extraChannels);
  const { extras } = inspection.extraChannels;
  const attempt = (file: Buffer) => scaleStrictly(file, inspection, size, handling === 'dropped');
  try {
    if (handling === 'unread') return await attempt(plainTiff(bytes, [], extras.length));
    return await attempt(bytes).catch((error: unknown) => {
      if (isTimeout(error)) throw error;
      if (inspection.type === 'image/jpeg') return attempt(plainJpeg(bytes));
      if (inspection.type === 'image/tiff') return attempt(plainTiff(bytes, extras));
      throw error;
    });
  } catch (error) {
    if (isTimeout(error)) {
      throw new RefusedImageError('This photo took too long to read. Please export it as a plain JPEG.', {
        cause: error,
      });
    }
    throw unreadable(inspection.type, error);
  }
}

const isTimeout = (error: unknown) => String(error).includes('timeout');

async function scaleStrictly(
  bytes: Buffer,
  inspection: Inspection,
  size: { width: number; height: number },
  dropsChannels: boolean,
): Promise<Pixels> {
  // For a TIFF with spare channels, the colors are those that the converter reads from the profile.
  const statedColor = dropsChannels ? undefined : inspection.stated;
  const image = sharp(bytes, {
    failOn: 'warning',
    // inspectImage has checked the size; the decoder's own limits would fail with a technical message.
    limitInputPixels: false,
    limitInputChannels: false,
    // Converting colors costs as much as decoding; an sRGB photo needs no conversion.
    ignoreIcc: inspection.isSrgb || statedColor !== undefined,
  }).timeout({ seconds: decodingSeconds });
  // sharp keeps 16-bit Display P3 photos in Display P3 unless a target profile is set.
  const toSrgb = (source: Sharp) => {
    const converted = source.toColourspace('srgb');
    return inspection.isSrgb ? converted : converted.withIccProfile('srgb');
  };
  // Looks like sharp's default kernel (SSIM differs by less than 0.001), and takes 5% less time.
  const resize = (source: Sharp) => source.resize({ ...size, fit: 'fill', kernel: 'cubic' });
  const scale = (source: Sharp) => resize(source).flatten({ background: 'white' });
  if (statedColor) return statedToSrgb(resize(image), statedColor, inspection.isDeep);
  if (!dropsChannels) {
    return toSrgb(scale(image)).raw().toBuffer({ resolveWithObject: true });
  }
  // The channels are dropped before scaling, which would multiply the colors with a channel that the decoder takes for
  // transparency.
  const fullSize = await toSrgb(image).raw().toBuffer({ resolveWithObject: true });
  const pixels = await scale(openImage(withoutSpareChannels(fullSize, inspection.extraChannels.extras)))
    .raw()
    .toBuffer({ resolveWithObject: true });
  free(fullSize.data);
  return pixels;
}

async function placeholder(source: Pixels): Promise<string> {
  const { data, info } = await openImage(source)
    .resize(placeholderPixels, placeholderPixels, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
