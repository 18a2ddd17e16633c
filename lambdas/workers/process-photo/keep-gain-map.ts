import sharp from 'sharp';
import { type GainMap, withGainMap } from './gain-map.ts';
import type { Inspection } from './inspect-image.ts';
import { open, type Pixels, turnUpright } from './pixels.ts';

const quality = 85;
/** Seconds that decoding a map may take: a malicious one can be slow to decode. */
const decodingSeconds = 20;

/**
 * Adds a photo's gain map to its picture in one size, turned as the picture is, and at most half as large: light changes
 * less from pixel to pixel than the picture. A map that can't be read, or is larger than the photo, is left out.
 * @param picture a JPEG of the upright photo
 * @returns the file, and whether it has the map; without a map, the picture itself
 */
export async function keepGainMap(
  picture: Buffer,
  { gainMap, width, height, orientation }: Inspection,
): Promise<[file: Buffer, isHdr: boolean]> {
  if (!gainMap) return [picture, false];
  const shown = await sharp(picture).metadata();
  const longest = Math.ceil(Math.max(shown.width, shown.height) / 2);
  const pixels = await decode(gainMap, width * height, longest).catch(() => undefined);
  if (!pixels) return [picture, false];
  const turned = await turnUpright(pixels, orientation);
  // One channel stays one: readers take the values of three for colors. Three are three maps, and each counts in full.
  const { channels } = await sharp(gainMap.jpeg).metadata();
  const values = channels === 1 ? open(turned).extractChannel(0).toColourspace('b-w') : open(turned);
  const map = await values.jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer();
  return [withGainMap(picture, map, gainMap.meaning), true];
}

/** @throws Error when the map is damaged, or larger than the photo */
function decode({ jpeg }: GainMap, photoPixels: number, longest: number): Promise<Pixels> {
  const opened = sharp(jpeg, { failOn: 'warning', limitInputPixels: photoPixels, ignoreIcc: true });
  return (
    opened
      .timeout({ seconds: decodingSeconds })
      // A kernel without overshoot, which would be a bright or dark line beside an edge of light.
      .resize(longest, longest, { fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
      .raw()
      .toBuffer({ resolveWithObject: true })
  );
}
