import sharp, { type Metadata } from 'sharp';
import type { Capture, Exposure } from '#shared/contract/photos/photos.ts';
import { isPhotoType, limits, type PhotoType, photoTypeList } from '#shared/limits.ts';
import { kindOfContent } from '#shared/photos/kind-of-content.ts';
import { readCapture } from '#shared/photos/read-capture.ts';
import { readExposure } from '#shared/photos/read-exif.ts';
import { ratingInXmp } from '#shared/photos/read-rating.ts';
import { readTiffPages, type TiffStorage } from '#shared/photos/tiff-pages.ts';
import { type PhotoColor, readColor } from './color/read-color.ts';
import { type GainMap, readGainMap } from './gain-map.ts';
import { areMixedUp, type ExtraChannels, handlingOf } from './spare-channels.ts';

/**
 * The error when a file is not accepted as a photo. Its message says to the photographer what is wrong, and what to do.
 */
export class RefusedImageError extends Error {
  override name = 'RefusedImageError';
}

export interface Inspection extends PhotoColor {
  type: PhotoType;
  /** The stored width in pixels, before `orientation` (EXIF's 1–8) is applied. */
  width: number;
  height: number;
  orientation: number;
  /** Whether the channels have 16 bits. */
  isDeep: boolean;
  /** The channels of a TIFF beyond its colors; other types have none but transparency. */
  extraChannels: ExtraChannels;
  /** The bytes that decoding holds at once; 0 when the format is decoded row by row. */
  unpackedBytes: number;
  /** Null when the camera recorded no time. */
  capture: Capture | null;
  exposure?: Exposure;
  /** The stars, 1 to 5, that the file states. */
  stars?: number;
  /** The gain map for screens with HDR; only that of a JPEG is kept. */
  gainMap?: GainMap;
}

/**
 * The bytes that decoding one photo may need, of the function's 3,008 MiB. Measured peaks of a process that makes the
 * derivatives: 1,131 MiB for a WebP of 268 megapixels, 1,451 MiB for a progressive JPEG of 232, 1,452 MiB for a TIFF of
 * 268 with four separately stored channels, 1,538 MiB for an AVIF of 83 with 8 bits, 1,554 MiB for an AVIF of 62 with
 * 10 bits. At least 1,454 MiB remain for the files themselves and a second, smaller photo. TIFF files of 268 megapixels
 * whose channels are stored together need 309 MiB at most, in strips of any size; libvips refuses tiles above its own
 * limit. Photos above this limit: a TIFF of 268 megapixels with three separately stored channels of 16 bits needs 2,280
 * MiB, a progressive JPEG of 232 in one strip of a TIFF 2,772 MiB, and an AVIF of 117 with 10 bits, a file of 2,361
 * bytes, 2,795 MiB.
 */
const unpackedLimit = 1_500_000_000;

/**
 * Returns the type of a file, which it detects from the bytes and not from the name, and its size, colors and capture
 * time. It decodes no pixels.
 * @throws RefusedImageError
 */
export async function inspectImage(bytes: Buffer): Promise<Inspection> {
  const type = sniff(bytes);
  const metadata = await readHeader(bytes, type);
  const { width, height, orientation = 1, space, depth, pages = 1 } = metadata;

  const pixels = width * height;
  if (pixels > limits.photoPixels) {
    throw new RefusedImageError(
      `This photo has ${inMegapixels(pixels)} megapixels; the limit is ${inMegapixels(limits.photoPixels)}. Please export it smaller.`,
    );
  }
  const tiff = type === 'image/tiff' ? readTiffPages(bytes) : undefined;
  if (tiff?.raw) throw new RefusedImageError(`This is a camera raw file. Please export it as ${photoTypeList}.`);
  const extraChannels = { extras: tiff?.extras ?? [], isPlanar: tiff?.storage.isPlanar ?? false };
  if (areMixedUp(extraChannels, space === 'b-w' || space === 'grey16')) throw new RefusedImageError(undecodable(type));
  if ((tiff?.pages ?? pages) > 1) {
    throw new RefusedImageError(
      'This file holds more than one picture (pages or an animation). Please save the one you want as a file of its own.',
    );
  }
  if (space !== 'lab' && (depth === 'float' || depth === 'double')) {
    throw new RefusedImageError(
      'This photo is stored with floating-point colors. Please export it with 8 or 16 bits per channel.',
    );
  }
  const unpackedBytes = bytesWhenUnpacked(type, metadata, tiff?.storage, extraChannels);
  if (unpackedBytes > unpackedLimit) {
    throw new RefusedImageError(
      `This photo is too large for the way it is stored (${inMegapixels(pixels)} megapixels, ${wayOfStoring[type]}). Please export it as a plain JPEG.`,
    );
  }
  const exif = type === 'image/tiff' ? bytes : metadata.exif;
  const exposure = exif && readExposure(exif);
  const stars = metadata.xmp && ratingInXmp(metadata.xmp.toString());
  const gainMap = type === 'image/jpeg' && readGainMap(bytes);
  return {
    type,
    width,
    height,
    orientation,
    ...readColor(bytes, type, metadata, exif),
    isDeep: depth === 'ushort',
    extraChannels,
    unpackedBytes,
    capture: exif ? readCapture(exif) : null,
    ...(exposure && { exposure }),
    ...(stars && { stars }),
    ...(gainMap && { gainMap }),
  };
}

/** Returns width and height of the upright image. */
export function uprightSize({ width, height, orientation }: Pick<Inspection, 'width' | 'height' | 'orientation'>) {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

async function readHeader(bytes: Buffer, type: PhotoType): Promise<Metadata> {
  try {
    // This reads only the header. `decode` decides whether a warning means that pixels are lost.
    const metadata = await sharp(bytes, {
      limitInputPixels: false,
      limitInputChannels: false,
      failOn: 'none',
    }).metadata();
    // The decoder's type must equal the detected one, so that no other format reaches the decoder.
    if (metadata.mediaType === type && metadata.width > 0 && metadata.height > 0) return metadata;
  } catch (error) {
    throw unreadable(type, error);
  }
  throw new RefusedImageError(damaged(type));
}

/** Matches the decoders' messages about features that they do not implement. */
const notImplemented =
  /unsupported (jpeg|marker|feature|codec)|not (implemented|configured|supported)|omitted at|only supports|no known route/i;

/** Returns the refusal of a file on which the decoder has failed. */
export const unreadable = (type: PhotoType, error: unknown) =>
  new RefusedImageError(notImplemented.test(String(error)) ? undecodable(type) : damaged(type), { cause: error });

export const damaged = (type: PhotoType) =>
  `This ${typeNames[type]} file is damaged or incomplete. Please export it again and upload the new file.`;

const undecodable = (type: PhotoType) =>
  `This ${typeNames[type]} file is stored in a way that can't be read here. Please export it as a plain JPEG.`;

const typeNames: Record<PhotoType, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'image/tiff': 'TIFF',
};

/** The way of storing by which photos of this type may need much memory, in the terms of export dialogs. */
const wayOfStoring: Partial<Record<PhotoType, string>> = {
  'image/jpeg': 'progressive',
  'image/png': 'interlaced',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'image/tiff': 'TIFF',
};

const inMegapixels = (pixels: number) => Math.ceil(pixels / 1_000_000).toLocaleString('en-US');

/**
 * Returns the bytes that unpacking needs. Formats that are not decoded row by row are unpacked whole; others need
 * little memory.
 */
function bytesWhenUnpacked(
  type: PhotoType,
  metadata: Metadata,
  tiff: TiffStorage | undefined,
  extraChannels: ExtraChannels,
): number {
  const { width, height, channels, depth, isProgressive, chromaSubsampling } = metadata;
  const samples = width * height * channels;
  if (tiff) return tiffBytesWhenUnpacked(metadata, tiff, extraChannels);
  // libheif holds the decoded planes, their colors and copies of both; above 8 bits with 2 bytes each.
  if (type === 'image/avif') return samples * (depth === 'uchar' ? 6 : 8);
  // libwebp decodes the whole image, always to four channels.
  if (type === 'image/webp') return width * height * 4;
  if (!isProgressive) return 0;
  if (type === 'image/png') return samples * (depth === 'ushort' ? 2 : 1);
  if (type === 'image/jpeg') return chromaSubsampling === '4:2:0' ? samples : samples * 2;
  return 0;
}

/**
 * Returns the bytes that unpacking a TIFF needs. libvips reads channels that are stored together row by row. Of
 * channels stored separately it holds a strip of each and one more. Of JPEG in a TIFF, libjpeg may hold a strip's
 * coefficients twice (progressive), 2 bytes each. Dropping channels needs the whole photo, in sRGB with 8 bits.
 */
function tiffBytesWhenUnpacked(
  { width, height, channels, depth }: Metadata,
  storage: TiffStorage,
  extraChannels: ExtraChannels,
): number {
  const stripPixels = width * Math.min(storage.stripRows, height);
  const sampleBytes = depth === 'ushort' || depth === 'short' ? 2 : depth === 'uchar' || depth === 'char' ? 1 : 4;
  return (
    (handlingOf(extraChannels) === 'dropped' ? width * height * (3 + extraChannels.extras.length) : 0) +
    Math.max(
      storage.isPlanar && channels > 1 ? stripPixels * (channels + 1) * sampleBytes : 0,
      storage.isJpeg ? stripPixels * channels * 4 : 0,
    )
  );
}

/**
 * Returns the type of a file.
 * @throws RefusedImageError for types that are not accepted
 */
function sniff(bytes: Buffer): PhotoType {
  if (bytes.length === 0) throw new RefusedImageError('This file is empty. Please export the photo again.');
  const kind = kindOfContent(bytes);
  if (kind && isPhotoType(kind)) return kind;
  const problem = kind
    ? `This is ${kind}, which can't be shown as a photo here.`
    : 'This is no photo that we can read.';
  throw new RefusedImageError(`${problem} Please export it as ${photoTypeList}.`);
}
