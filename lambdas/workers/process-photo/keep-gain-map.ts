import sharp from 'sharp';
import { type GainMap, withGainMap } from './gain-map.ts';
import type { Inspection } from './inspect-image.ts';
import { openImage, type Pixels, turnUpright } from './pixels.ts';

const quality = 85;
/** Seconds that decoding a map may take: a malicious map can be slow to decode. */
const decodingSeconds = 20;

/**
 * Adds a photo's gain map to one of its derivatives. The map is turned as the derivative is, and at most half as large:
 * light changes less from pixel to pixel than the photo. A map that can't be read, or is larger than the photo, is left
 * out.
 * @param derivative a JPEG of the upright photo
 * @returns the file, and whether it has the map; without a map, `derivative` itself
 */
export async function keepGainMap(
  derivative: Buffer,
  { gainMap, width, height, orientation }: Inspection,
): Promise<[file: Buffer, isHdr: boolean]> {
  if (!gainMap) return [derivative, false];
  const size = await sharp(derivative).metadata();
  const longestSide = Math.ceil(Math.max(size.width, size.height) / 2);
  const pixels = await decode(gainMap, width * height, longestSide).catch(() => undefined);
  if (!pixels) return [derivative, false];
  const uprightMap = await turnUpright(pixels, orientation);
  // A map of one channel keeps one: programs take the values of three channels for colors. Three channels are three
  // full maps.
  const { channels } = await sharp(gainMap.jpeg).metadata();
  const values = channels === 1 ? openImage(uprightMap).extractChannel(0).toColourspace('b-w') : openImage(uprightMap);
  const map = await values.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
  return [withGainMap(derivative, map, gainMap.meaning), true];
}

/**
 * Decodes a gain map in a size of at most `longestSide` pixels along each side.
 * @throws Error when the map is damaged, or larger than the photo
 */
function decode({ jpeg }: GainMap, photoPixels: number, longestSide: number): Promise<Pixels> {
  const image = sharp(jpeg, { failOn: 'warning', limitInputPixels: photoPixels, ignoreIcc: true });
  return (
    image
      .timeout({ seconds: decodingSeconds })
      // A kernel without overshoot: overshoot would draw a bright or dark line beside an edge of light.
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
      .raw()
      .toBuffer({ resolveWithObject: true })
  );
}
