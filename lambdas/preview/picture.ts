import type { FocalPoint } from '#shared/contract/photos/photos.ts';
import { readDerivative } from '../domain/photos/files/files.ts';
import { idFrom } from '../platform/ids.ts';
import { cropPreview } from './crop.ts';

/** What a preview is cropped from. */
export interface PreviewSource {
  /** The key of the photo's derivative. */
  key: string;
  focus: FocalPoint | undefined;
}

/** Pictures that one instance of the function keeps, of at most 300 KB each. */
const most = 20;
const made = new Map<string, Promise<Buffer<ArrayBuffer> | undefined>>();

/** Names what a preview shows: another photo, focal point or watermark has another name, which reveals none of them. */
export const previewVersion = ({ key, focus }: PreviewSource): string =>
  idFrom(`preview ${key} ${focus?.x} ${focus?.y}`);

/**
 * Returns a preview's picture, which is made once for requests at the same time and kept for later ones. The caller has
 * checked that it may be shown now.
 * @returns undefined when the photo was hidden or deleted since its row was read
 */
export function pictureOf(source: PreviewSource): Promise<Buffer<ArrayBuffer> | undefined> {
  const version = previewVersion(source);
  const known = made.get(version);
  if (known) return known;
  const picture = makePicture(source);
  made.set(version, picture);
  for (const oldest of made.keys()) {
    if (made.size <= most) break;
    made.delete(oldest);
  }
  const forget = () => made.delete(version);
  picture.then((bytes) => bytes ?? forget(), forget);
  return picture;
}

async function makePicture({ key, focus }: PreviewSource): Promise<Buffer<ArrayBuffer> | undefined> {
  const file = await readDerivative(key);
  return file && cropPreview(file, focus);
}
