import type { FocalPoint } from '#shared/contract/photos/photos.ts';
import { readDerivative } from '../domain/photos/files/files.ts';
import { idFrom } from '../platform/ids.ts';
import { cropPreview } from './crop.ts';

/** The photo from which a preview is cropped. */
export interface PreviewSource {
  /** The key of the photo's derivative in the photos bucket. */
  key: string;
  focus: FocalPoint | undefined;
}

/** Number of previews that one instance of the function keeps, of at most 300 KB each. */
const maxPreviews = 20;
const previews = new Map<string, Promise<Buffer<ArrayBuffer> | undefined>>();

/**
 * Returns a name for what a preview shows. A different photo, focal point or watermark gives a different name, which
 * reveals none of them.
 */
export const previewVersion = ({ key, focus }: PreviewSource): string =>
  idFrom(`preview ${key} ${focus?.x} ${focus?.y}`);

/**
 * Returns a preview's JPEG. It is made once for simultaneous requests and kept for later ones. The caller has checked
 * that the preview may be shown now.
 * @returns undefined when the photo was hidden or deleted after its row was read
 */
export function previewImageOf(source: PreviewSource): Promise<Buffer<ArrayBuffer> | undefined> {
  const version = previewVersion(source);
  const cachedPreview = previews.get(version);
  if (cachedPreview) return cachedPreview;
  const preview = makePreview(source);
  previews.set(version, preview);
  for (const oldest of previews.keys()) {
    if (previews.size <= maxPreviews) break;
    previews.delete(oldest);
  }
  const forget = () => previews.delete(version);
  preview.then((bytes) => bytes ?? forget(), forget);
  return preview;
}

async function makePreview({ key, focus }: PreviewSource): Promise<Buffer<ArrayBuffer> | undefined> {
  const file = await readDerivative(key);
  return file && cropPreview(file, focus);
}
