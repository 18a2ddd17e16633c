import sharp from 'sharp';

/** Compares pictures by their pixels, whatever their format, quality and size. */

/** Pixels of both sides to which a picture is scaled: a line of the smallest watermark is still three of them. */
const side = 128;
/** Of 255, by which two encodings of one picture differ nearly nowhere. */
const noticeable = 12;
/**
 * Share of the pixels that differ noticeably, above which pictures are different ones. Two encodings of a picture made
 * by `makeJpeg` differ in 0.3% of them, and a watermark of at least 50% opacity changes more than 1.4%.
 */
const differentFrom = 0.007;

/** The brightness of each pixel by which a picture is compared: encodings with fewer colors than pixels keep it. */
export const pixelsOf = (bytes: Uint8Array): Promise<Buffer> =>
  sharp(bytes).flatten().greyscale().resize(side, side, { fit: 'fill' }).raw().toBuffer();

/** Whether these are two encodings of the same picture. */
export function isSamePicture(one: Buffer, other: Buffer): boolean {
  let differing = 0;
  for (let at = 0; at < one.length && differing <= one.length * differentFrom; at += 1) {
    if (Math.abs(one[at]! - other[at]!) > noticeable) differing += 1;
  }
  return differing <= one.length * differentFrom;
}
