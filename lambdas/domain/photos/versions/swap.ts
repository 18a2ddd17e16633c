import { newId } from '../../../platform/ids.ts';
import { without } from '../../../platform/without.ts';
import type { VersionedPhoto } from '../row/lifecycle.ts';
import { type FormerVersion, type Version, versionAttributes } from './attributes.ts';

/** Returns the current version of a photo, followed by its earlier ones, newest first. */
export const versionsOf = (photo: VersionedPhoto): Version[] => [photo, ...(photo.former ?? [])];

const currentVersion = (photo: VersionedPhoto): Version =>
  Object.fromEntries(
    versionAttributes.flatMap((name) => (photo[name] === undefined ? [] : [[name, photo[name]]])),
  ) as Version;

/** Returns the photo with these earlier versions and a new `former_revision`. */
export function withEarlierVersion<P extends VersionedPhoto>(photo: P, former: FormerVersion[]): P {
  const photoWithoutFormer = without(photo, 'former', 'former_revision');
  return (former.length > 0 ? { ...photoWithoutFormer, former, former_revision: newId() } : photoWithoutFormer) as P;
}

/**
 * Returns the photo with another current version; the present one becomes an earlier version. The photo keeps its id,
 * position, name, capture time, visibility, favorite and notes. Its public copies are made again.
 * @param former the other earlier versions
 */
export function withVersion<P extends VersionedPhoto>(photo: P, version: Version, former: FormerVersion[]): P {
  const swapped_at = new Date().toISOString();
  const previousVersion: FormerVersion = {
    ...currentVersion(photo),
    replaced_at: swapped_at,
    was_shown: photo.state === 'ready' && photo.is_approved,
  };
  const { featured_at, portfolio_key } = photo;
  const keptAttributes = without(
    photo,
    'featured_at',
    'portfolio_key',
    'finished_round',
    'print_file',
    ...versionAttributes,
  );
  const isPublic = featured_at !== undefined && portfolio_key !== undefined;
  const swapped = {
    ...keptAttributes,
    ...version,
    swapped_at,
    outdates_downloads: true,
    ...(portfolio_key && { portfolio_key }),
    // Use a new key, because browsers cache the copies under the old one.
    ...(isPublic && { portfolio_key: newId(), stale_portfolio_key: portfolio_key, refeatured_at: featured_at }),
  } as unknown as P;
  return withEarlierVersion(swapped, [previousVersion, ...former]);
}
