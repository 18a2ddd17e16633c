import { markedKeyOf } from '../../domain/photos/files/file-keys.ts';
import { measure, putDerivatives } from '../../domain/photos/files/files.ts';
import type { Photo } from '../../domain/photos/row/lifecycle.ts';
import type { MarkedDerivatives, Unmarked } from '../../domain/photos/watermark/attributes.ts';
import type { MarkedFiles } from './make-derivatives.ts';

/** Stores marked derivatives, and returns the row's attributes about them, or about why there are none. */
export async function storeMarkedFiles(
  photo: Photo,
  watermarkId: string,
  files: MarkedFiles,
): Promise<MarkedDerivatives | Unmarked> {
  if (typeof files === 'string') return { unmarkable_with: watermarkId, unmarkable: files };
  const marked_key = markedKeyOf(photo, watermarkId);
  await putDerivatives({ ...photo, media_key: marked_key }, files);
  return {
    marked_key,
    marked_with: watermarkId,
    marked_file: measure(files.large),
    marked_bytes: Object.values(files).reduce((sum, file) => sum + file.length, 0),
  };
}
