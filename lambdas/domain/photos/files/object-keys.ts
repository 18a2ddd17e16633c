import { portfolioPath, type Variant, variants } from '#shared/photos/media.ts';
import { idFrom } from '../../../platform/ids.ts';
import { isVersioned, type Photo } from '../row/lifecycle.ts';
import type { Version } from '../versions/attributes.ts';
import { versionsOf } from '../versions/swap.ts';
import { staleMarkedKeys } from '../watermark/stale-marked-files.ts';
import { derivativeKey, type Media, markedKeyOf, printKey } from './file-keys.ts';
import { keySafe } from './file-names.ts';

/** S3 keys that a photo's objects can have, in the landing bucket and in the photos bucket. */

export const allVariants = Object.keys(variants) as Variant[];

type Addressed = Pick<Photo, 'customer_id' | 'session_id' | 'id' | 'file_name' | 'uploaded_at'>;

export const landingKey = (photo: Pick<Photo, 'customer_id' | 'session_id' | 'id'>): string =>
  `${photo.customer_id}/${photo.session_id}/${photo.id}`;

/** Returns the landing key of a replacement; it ends with the media key of the new version. */
export const versionLandingKey = (photo: Media & Pick<Photo, 'id'>): string =>
  `${landingKey(photo)}/${photo.media_key}`;

/**
 * Parses a key of the landing bucket; undefined for a key that no ticket can have. Only a replacement has a
 * `media_key`.
 */
export function parseLandingKey(key: string) {
  const [customer_id, session_id, id, media_key, ...furtherParts] = key.split('/');
  const isId = (segment: string | undefined) => segment !== undefined && /^[0-9a-z]{20,32}$/.test(segment);
  if (!customer_id || !session_id || !id || ![customer_id, session_id, id].every(isId)) return undefined;
  if (furtherParts.length > 0 || (media_key !== undefined && !isId(media_key))) return undefined;
  return { customer_id, session_id, id, media_key };
}

/** Returns the keys that files of this photo can have in the landing bucket. */
export const landingKeys = (photo: Photo): string[] => [
  landingKey(photo),
  ...('incoming' in photo && photo.incoming ? [versionLandingKey({ ...photo, ...photo.incoming })] : []),
];

export const originalKey = (photo: Addressed): string =>
  `originals/${photo.customer_id}/${photo.session_id}/${photo.uploaded_at.replace(/\D/g, '')}-${photo.id}-${keySafe(photo.file_name)}`;

/**
 * Returns the key of a replacement's original. It contains a hash of the media key, so that a link to the original does
 * not reveal the derivatives.
 */
export const versionOriginalKey = (photo: Addressed & Pick<Photo, 'media_key'>): string =>
  `originals/${photo.customer_id}/${photo.session_id}/${photo.uploaded_at.replace(/\D/g, '')}-${photo.id}-${idFrom(`version ${photo.media_key}`)}`;

/** Returns the key of a refused file. Nobody can download it; it is stored until its photo is deleted or accepted. */
export const refusedKey = (photo: Addressed): string =>
  `refused/${photo.customer_id}/${photo.session_id}/${photo.id}-${keySafe(photo.file_name)}`;

/** Returns the keys of a featured photo's public copies. */
export const publicKeys = (portfolioKey: string) =>
  allVariants.map((variant) => portfolioPath(portfolioKey, variant).slice(1));

/**
 * Returns the keys of every object in the photos bucket that can belong to this photo, including objects that a worker
 * stored before it crashed without writing the row.
 */
export const storedKeys = (photo: Photo): string[] => [
  ...versionKeys(photo),
  ...('portfolio_key' in photo && photo.portfolio_key ? publicKeys(photo.portfolio_key) : []),
  ...('stale_portfolio_key' in photo && photo.stale_portfolio_key ? publicKeys(photo.stale_portfolio_key) : []),
  ...('kept_key' in photo && photo.kept_key ? [photo.kept_key] : []),
  ...('incoming' in photo && photo.incoming ? filesOfReplacement({ ...photo, ...photo.incoming }) : []),
];

const versionKeys = (photo: Photo): string[] =>
  isVersioned(photo)
    ? versionsOf(photo).flatMap((version) => keysOfVersion(photo, version))
    : [...mediaFiles(photo), ...markedFiles(photo), originalKey(photo), refusedKey(photo)];

/** Returns the keys of marked derivatives that process-photo may have stored for a photo that is not ready. */
const markedFiles = (photo: Photo): string[] =>
  'marks_for' in photo && photo.marks_for !== undefined
    ? mediaFiles({ ...photo, media_key: markedKeyOf(photo, photo.marks_for) })
    : [];

/** Returns the keys of every object in the photos bucket that can belong to one version of a photo. */
export const keysOfVersion = (photo: Media, version: Version): string[] => [
  ...mediaKeysOf(version).flatMap((media_key) => mediaFiles({ ...photo, media_key })),
  version.original_key,
];

/** Returns the media keys below which a version may have derivatives now. */
const mediaKeysOf = ({ media_key, stale_media_key, marked_key, ...version }: Version): string[] => [
  media_key,
  ...(stale_media_key ? [stale_media_key] : []),
  ...(marked_key ? [marked_key] : []),
  ...staleMarkedKeys(version),
];

/** Returns the keys of the objects that process-photo stores for a replacement. */
export const filesOfReplacement = (photo: Addressed & Media): string[] => [
  ...mediaFiles(photo),
  versionOriginalKey(photo),
];

/** Returns the keys of every object in the photos bucket that this row references now. */
export const referencedKeys = (photo: Photo): string[] => {
  if ('original_key' in photo && photo.original_key) return storedKeys(photo);
  return 'kept_key' in photo && photo.kept_key ? [photo.kept_key] : [];
};

/** Returns the keys of the derivatives and the print size below one media key. */
export const mediaFiles = (photo: Media): string[] => [
  ...allVariants.map((variant) => derivativeKey(photo, variant)),
  printKey(photo),
];
