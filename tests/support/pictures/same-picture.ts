import sharp from 'sharp';

/** Compares pictures by their pixels, whatever their format, quality and size. */

/** Pixels of both sides to which a picture is scaled: a line of the smallest watermark is still six of them. */
const side = 256;
/** Of 255, by which two encodings of one picture differ only along some edges of its colors. */
const noticeable = 12;
/**
 * Share of the pixels that differ noticeably, above which pictures are different ones. Two encodings of a picture made
 * by `makeJpeg` differ in at most 0.7% of them, and a watermark of 80% opacity changes more than 2%.
 */
const differentFrom = 0.012;

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
