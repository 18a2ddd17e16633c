import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { free } from '../../../platform/free.ts';
import type { Pixels } from '../pixels.ts';
import { isHdr } from './linear-light.ts';
import { makeProfile } from './make-profile.ts';
import type { ToldColor } from './told-color.ts';

/**
 * Returns the pixels in sRGB, opaque (on white), of a picture whose colors the file tells without an ICC profile. The
 * decoder converts only by a profile in the file, so the scaled picture is stored as a PNG with one made for it.
 * @param scaled the picture with its stored colors
 * @param isDeep its channels have 16 bits
 */
export async function toldToSrgb(scaled: Sharp, color: ToldColor, isDeep: boolean): Promise<Pixels> {
  // Of a table the converter makes a coarser one for 8 bits.
  const space = isDeep || isHdr(color) ? 'rgb16' : 'srgb';
  const stored = await scaled.toColourspace(space).png({ compressionLevel: 0, palette: false }).toBuffer();
  const file = withProfile(stored, makeProfile(color));
  free(stored);
  const pixels = await sharp(file, { limitInputPixels: false })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .withIccProfile('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  free(file);
  return pixels;
}

/** Bytes of a PNG's signature and first chunk. */
const headBytes = 33;

function withProfile(png: Buffer, icc: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('iCCPcolors\0\0', 'latin1'), deflateSync(icc, { level: 1 })]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length - 4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([png.subarray(0, headBytes), length, content, sum, png.subarray(headBytes)]);
}
