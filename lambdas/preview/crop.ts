import type { FocalPoint } from '#shared/contract/photos/photos.ts';
import { cropPercent } from '#shared/photos/crop-percent.ts';

/** The size that apps ask for which show previews, in pixels. */
export const previewSize = { width: 1_200, height: 630 };
/** Bytes. Some of these apps show no larger file. */
const maxBytes = 300_000;
const qualities = [80, 65, 50, 35, 20, 10];

/**
 * Crops a photo to a preview around its focal point. The focal point is in the middle of the crop's height, as far as
 * the photo reaches.
 * @param bytes an upright photo
 * @returns a JPEG of `previewSize` and at most 300 KB
 */
export async function cropPreview(
  bytes: Uint8Array,
  focus: FocalPoint = { x: 50, y: 50 },
): Promise<Buffer<ArrayBuffer>> {
  // Loaded only when a cover is cropped, because loading it takes longer than answering with the document may.
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(bytes).metadata();
  const scale = Math.max(previewSize.width / width, previewSize.height / height);
  const area = {
    width: Math.max(1, Math.min(width, Math.round(previewSize.width / scale))),
    height: Math.max(1, Math.min(height, Math.round(previewSize.height / scale))),
  };
  const leftEdge = Math.round(((width - area.width) * focus.x) / 100);
  const topPercent = cropPercent({ width, height }, focus.y, previewSize.width / previewSize.height);
  const topEdge = Math.round(((height - area.height) * topPercent) / 100);
  const { data, info } = await sharp(bytes)
    .extract({ left: leftEdge, top: topEdge, ...area })
    .resize({ ...previewSize, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  let file: Buffer | undefined;
  for (const quality of qualities) {
    file = await sharp(data, { raw }).jpeg({ quality }).toBuffer();
    if (file.length <= maxBytes) break;
  }
  return Buffer.from(file!);
}
