import { derivativePath, mediaPath, type Variant } from '#shared/photos/media.ts';
import { idFrom } from '../../../platform/ids.ts';
import type { Photo } from '../row/lifecycle.ts';
import type { Version } from '../versions/attributes.ts';

/** S3 keys of a photo's derivatives and print size, for code that does not read or write them. */

/** Returns the photo id of these bytes in this session; the same bytes always have the same id. */
export const photoIdOf = (sessionId: string, sha256: string): string => idFrom(`${sessionId}\n${sha256}`);

/** Returns the id by which the studio names a version of a photo. */
export const versionIdOf = ({ original_key }: Pick<Version, 'original_key'>): string => idFrom(original_key);

/**
 * Returns the media key of a version's derivatives with this watermark. It is always the same, so that a repeated run
 * writes the same objects, and a hash, so that nobody can compute the key of the clean derivatives from it.
 */
export const markedKeyOf = ({ media_key }: Pick<Version, 'media_key'>, watermarkId: string): string =>
  idFrom(`marked ${media_key} ${watermarkId}`);

export type Media = Pick<Photo, 'customer_id' | 'session_id' | 'media_key'>;

export const derivativeKey = (photo: Media, variant: Variant): string =>
  derivativePath(mediaPath(photo), variant).slice(1);

/**
 * Returns the key of a photo's print size. It is below `downloads/`, so that the bucket's lifecycle rule deletes the
 * file and CloudFront does not cache it.
 */
export const printKey = ({ customer_id, media_key }: Media): string =>
  `downloads/${customer_id}/prints/${media_key}.jpg`;

/** Returns the key of the derivative with this media key that is downloaded as the web size. */
export const webKey = (photo: Media, { media_key }: Pick<Media, 'media_key'>): string =>
  derivativeKey({ ...photo, media_key }, 'large');
