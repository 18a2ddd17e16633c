import { isPhotoType, limits } from '#shared/limits.ts';
import { newId } from '../../platform/ids.ts';
import { cleanFileName, splitEnding } from './file-names.ts';
import type { LandedFile } from './files.ts';
import type { PendingPhoto } from './repository.ts';

/**
 * What an uploaded object says of itself, so that its photo's row can be made again from nothing but the object:
 * whatever arrived is never without a row for long.
 */

/** S3 takes 2 KB of metadata in all; an encoded character has up to 12. */
const encodedNameLength = 1_500;

/** S3 metadata (without the `x-amz-meta-` before each name). Names in every alphabet are URI-encoded, since headers hold ASCII. */
export const uploadMetadata = (photo: PendingPhoto): Record<string, string> => ({
  'file-name': encodeName(photo.file_name),
  approved: String(photo.is_approved),
  downloadable: String(photo.downloadable),
  'uploaded-at': photo.uploaded_at,
});

/** The pending photo that this object was uploaded for. Never visible to clients by mistake: what is not said is no. */
export function photoFromMetadata(
  key: { customer_id: string; session_id: string; id: string },
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
    media_key: newId(),
    kept_key: null,
  };
}

function encodeName(name: string): string {
  const { stem, ending } = splitEnding(name);
  const letters = [...stem];
  let encoded = encodeURIComponent(name);
  while (encoded.length > encodedNameLength && letters.length > 0) {
    letters.pop();
    encoded = encodeURIComponent(letters.join('') + ending);
  }
  return encoded.length > encodedNameLength ? 'photo' : encoded;
}

function decodeName(encoded: string): string {
  try {
    return cleanFileName(decodeURIComponent(encoded)).slice(0, limits.fileName);
  } catch {
    return 'photo';
  }
}
