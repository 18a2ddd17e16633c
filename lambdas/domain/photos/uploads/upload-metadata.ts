import { isPhotoType, limits } from '#shared/limits.ts';
import { splitEnding } from '#shared/text/split-ending.ts';
import { newId } from '../../../platform/ids.ts';
import { cleanFileName } from '../files/file-names.ts';
import type { LandedFile } from '../files/landing-bucket.ts';
import type { PendingPhoto } from '../row/lifecycle.ts';

/**
 * Writes and reads the metadata of an uploaded object, from which a lost row of its photo can be rebuilt.
 */

/** S3 allows 2 KB of metadata in total; an encoded character has up to 12 bytes. */
const encodedNameLength = 1_500;

/** Returns the S3 metadata (names without `x-amz-meta-`). File names are URI-encoded, because headers are ASCII. */
export const uploadMetadata = (
  photo: Pick<PendingPhoto, 'file_name' | 'is_approved' | 'downloadable' | 'uploaded_at' | 'stage'>,
): Record<string, string> => ({
  'file-name': encodeName(photo.file_name),
  approved: String(photo.is_approved),
  downloadable: String(photo.downloadable),
  'uploaded-at': photo.uploaded_at,
  ...(photo.stage && { stage: photo.stage }),
});

/**
 * Returns the pending photo for which this object was uploaded. A missing flag counts as false, so that a rebuilt photo
 * is never visible to clients by mistake.
 */
export function photoFromMetadata(
  {
    media_key = newId(),
    ...key
  }: { customer_id: string; session_id: string; id: string; media_key?: string | undefined },
  { metadata, size, content_type, sha256 }: LandedFile & { sha256: string },
): PendingPhoto {
  const uploadedAt = new Date(metadata['uploaded-at'] ?? Number.NaN);
  const now = new Date().toISOString();
  return {
    ...key,
    state: 'pending',
    file_name: decodeName(metadata['file-name'] ?? ''),
    content_type: isPhotoType(content_type) ? content_type : 'image/jpeg',
    size,
    sha256,
    is_approved: metadata.approved === 'true',
    downloadable: metadata.downloadable === 'true',
    uploaded_at: Number.isNaN(uploadedAt.getTime()) ? now : uploadedAt.toISOString(),
    asked_at: now,
    media_key,
    ...(metadata.stage === 'finished' && { stage: metadata.stage }),
    kept_key: null,
  };
}

/** Returns a file name as ASCII metadata. A name that is too long loses the end of its stem and keeps its ending. */
export function encodeName(name: string): string {
  const { stem, ending } = splitEnding(name);
  const characters = [...stem];
  let encoded = encodeURIComponent(name);
  while (encoded.length > encodedNameLength) {
    characters.pop();
    encoded = encodeURIComponent(characters.join('') + ending);
  }
  return encoded;
}

/** Returns the file name that `encodeName` encoded; 'photo' when the text can't be decoded. */
export function decodeName(encoded: string): string {
  try {
    return cleanFileName(decodeURIComponent(encoded)).slice(0, limits.fileName);
  } catch {
    return 'photo';
  }
}
