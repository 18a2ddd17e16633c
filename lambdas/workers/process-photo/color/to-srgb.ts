import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { free } from '../../../platform/free.ts';
import { openImage, type Pixels } from '../pixels.ts';
import { makeProfile } from './make-profile.ts';
import type { StatedColor } from './stated-color.ts';
import { isHdr, toneMap } from './tone-map.ts';

/**
 * Returns the pixels in sRGB, opaque (on white), of a photo whose file states its colors without an ICC profile.
 * @param scaled the photo with its stored colors
 * @param isDeep whether its channels have 16 bits
 */
export function statedToSrgb(scaled: Sharp, color: StatedColor, isDeep: boolean): Promise<Pixels> {
  const image = scaled.toColourspace(isDeep ? 'rgb16' : 'srgb');
  return isHdr(color) ? toneMapped(image, color, isDeep) : byProfile(image, color);
}

async function toneMapped(image: Sharp, color: StatedColor, isDeep: boolean): Promise<Pixels> {
  const { data, info } = await image.raw({ depth: isDeep ? 'ushort' : 'uchar' }).toBuffer({ resolveWithObject: true });
  const channels = info.channels === 4 ? 4 : 3;
  const values = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  const mapped = { data: toneMap(values, channels, color), info };
  free(data);
  if (channels === 3) return mapped;
  const opaque = await openImage(mapped).flatten({ background: 'white' }).raw().toBuffer({ resolveWithObject: true });
  free(mapped.data);
  return opaque;
}

/**
 * Converts the colors by a profile. The decoder uses only a profile in the file, so this stores a PNG with a profile
 * made for it.
 */
async function byProfile(image: Sharp, color: StatedColor): Promise<Pixels> {
  const png = await image.png({ compressionLevel: 0, palette: false }).toBuffer();
  const file = withProfile(png, makeProfile(color));
  free(png);
  const pixels = await sharp(file, { limitInputPixels: false })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .withIccProfile('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  free(file);
  return pixels;
}

/** The bytes of a PNG's signature and first chunk. */
const headBytes = 33;

function withProfile(png: Buffer, icc: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('iCCPcolors\0\0', 'latin1'), deflateSync(icc, { level: 1 })]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length - 4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([png.subarray(0, headBytes), length, content, sum, png.subarray(headBytes)]);
}
