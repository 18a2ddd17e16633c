import type { FocalPoint } from '#shared/contract/photos/photos.ts';
import { openImage, type Pixels } from './pixels.ts';

/** Where faces are, as fractions of the picture: bright edges at its border and below would catch the eye. */
const likelyArea = { left: 0.1, top: 0.05, right: 0.9, bottom: 2 / 3 };
/** Columns and rows into which that area is divided, which is the precision of the point. */
const cells = 32;

/**
 * Returns the focal point of a photo or picture, as sharp's `attention` finds it: by skin, saturated colors and edges.
 */
export async function findFocus(source: Pixels): Promise<FocalPoint> {
  const { width, height } = source.info;
  const leftEdge = Math.floor(width * likelyArea.left);
  const topEdge = Math.floor(height * likelyArea.top);
  const area = {
    left: leftEdge,
    top: topEdge,
    width: Math.max(1, Math.round(width * likelyArea.right) - leftEdge),
    height: Math.max(1, Math.round(height * likelyArea.bottom) - topEdge),
  };
  // Scale to a square first, because sharp finds no point when it has nothing to cut off, as from a single pixel.
  const square = await openImage(source)
    .extract(area)
    .resize(cells, cells, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { info } = await openImage(square)
    .resize(cells, cells / 2, { position: 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const percent = (start: number, length: number, cell: number, whole: number) =>
    Math.min(100, Math.round(((start + (cell * length) / cells) / whole) * 100));
  return {
    x: percent(leftEdge, area.width, info.attentionX!, width),
    y: percent(topEdge, area.height, info.attentionY!, height),
  };
}
