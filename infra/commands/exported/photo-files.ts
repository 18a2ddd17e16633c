import { isPhotoType } from '#shared/limits.ts';
import { derivativePath, mediaPath, portfolioPath, type Variant, variants } from '#shared/photos/media.ts';
import { originalName } from '#shared/text/original-name.ts';
import type { FormerVersionRow, PhotoRow } from './rows.ts';

/** Functions for the keys of the photos bucket that belong to a photo's row. */

export const allVariants = Object.keys(variants) as Variant[];

/** Returns the key of the original or refused file; undefined when no file arrived. */
export const originalOf = ({ original_key, kept_key }: PhotoRow): string | undefined =>
  original_key ?? kept_key ?? undefined;

/** Returns the name of the original; for a refused file, the name with which it was uploaded. */
export function nameOf(photo: PhotoRow): string {
  const { content_type } = photo;
  return photo.original_key && isPhotoType(content_type) ? originalName({ ...photo, content_type }) : photo.file_name;
}

/** Returns the key of a derivative, which has the old media key until it is moved. */
export const derivativeOf = (photo: PhotoRow, variant: Variant): string =>
  derivativeAt(photo, photo.stale_media_key ?? photo.media_key, variant);

/** Returns the media keys of the derivatives that a version has: clean, and marked where it has a watermark. */
export const mediaKeysOf = ({ media_key, stale_media_key, marked_key }: PhotoRow): string[] => [
  stale_media_key ?? media_key,
  ...(marked_key ? [marked_key] : []),
];

export const derivativeAt = (photo: PhotoRow, media_key: string, variant: Variant): string =>
  derivativePath(mediaPath({ ...photo, media_key }), variant).slice(1);

/** Returns a photo's earlier versions, each as if it were the photo's current version. */
export const formerOf = (photo: PhotoRow): (PhotoRow & FormerVersionRow)[] =>
  (photo.former ?? []).map((version) => {
    const {
      stale_media_key: _,
      version_name: __,
      marked_key: ___,
      marked_bytes: ____,
      stale_marks: _____,
      ...currentVersion
    } = photo;
    return { ...currentVersion, ...version };
  });

/** Returns the keys that must exist for a row of this state. For a photo in the trash, only the original is certain. */
export function neededKeys(photo: PhotoRow): string[] {
  const original = originalOf(photo);
  const versions = [photo, ...formerOf(photo)];
  return [
    ...(original ? [original] : []),
    ...(photo.former ?? []).map((version) => version.original_key),
    ...(photo.state === 'ready'
      ? versions.flatMap((version) =>
          mediaKeysOf(version).flatMap((key) => allVariants.map((variant) => derivativeAt(version, key, variant))),
        )
      : []),
    ...publicCopies(photo).map(({ key }) => key),
  ];
}

/** Returns the copies of a featured photo's derivatives that everybody may read. */
export const publicCopies = ({ state, featured_at, portfolio_key }: PhotoRow): { key: string; variant: Variant }[] =>
  state === 'ready' && featured_at && portfolio_key
    ? allVariants.map((variant) => ({ key: portfolioPath(portfolio_key, variant).slice(1), variant }))
    : [];

/** Returns the keys that may exist: the needed keys, and those that a pending move or deletion has left. */
export function possibleKeys(photo: PhotoRow): string[] {
  const { portfolio_key } = photo;
  const versions = [photo, ...formerOf(photo)];
  const folders = versions.flatMap((version) => [
    ...new Set([version.media_key, ...mediaKeysOf(version), ...(version.stale_marks?.split(' ') ?? [])]),
  ]);
  return [
    ...[...versions.map((version) => version.original_key), photo.kept_key].flatMap((key) => key ?? []),
    ...folders.flatMap((key) => allVariants.map((variant) => derivativeAt(photo, key, variant))),
    ...(portfolio_key ? publicKeys(portfolio_key) : []),
  ];
}

const publicKeys = (portfolioKey: string) =>
  allVariants.map((variant) => portfolioPath(portfolioKey, variant).slice(1));
