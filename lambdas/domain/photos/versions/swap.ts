import { newId } from '../../../platform/ids.ts';
import { without } from '../../../platform/without.ts';
import type { VersionedPhoto } from '../row/lifecycle.ts';
import { type FormerVersion, type Version, versionAttributes } from './attributes.ts';

/** Returns the current version of a photo and the earlier ones that are kept, newest first. */
export const versionsOf = (photo: VersionedPhoto): Version[] => [photo, ...(photo.former ?? [])];

const currentVersion = (photo: VersionedPhoto): Version =>
  Object.fromEntries(
    versionAttributes.flatMap((name) => (photo[name] === undefined ? [] : [[name, photo[name]]])),
  ) as Version;

/** Returns the photo with these earlier versions, which change `former_revision`. */
export function withFormer<P extends VersionedPhoto>(photo: P, former: FormerVersion[]): P {
  const rest = without(photo, 'former', 'former_revision');
  return (former.length > 0 ? { ...rest, former, former_revision: newId() } : rest) as P;
}

/**
 * Returns the photo with another current version, and the one before among the earlier versions. What belongs to the
 * photo stays: id, place, name, capture time, visibility, what was said about it. Its public copies are made again.
 * @param former the earlier versions that stay besides
 */
export function withVersion<P extends VersionedPhoto>(photo: P, version: Version, former: FormerVersion[]): P {
  const swapped_at = new Date().toISOString();
  const before: FormerVersion = {
    ...currentVersion(photo),
    replaced_at: swapped_at,
    was_shown: photo.state === 'ready' && photo.is_approved,
  };
  const { featured_at, portfolio_key } = photo;
  const kept = without(photo, 'featured_at', 'portfolio_key', 'finished_round', 'print_file', ...versionAttributes);
  const isPublic = featured_at !== undefined && portfolio_key !== undefined;
  const swapped = {
    ...kept,
    ...version,
    swapped_at,
    outdates_downloads: true,
    ...(portfolio_key && { portfolio_key }),
    // Under a new key, because browsers keep the copies of the old one.
    ...(isPublic && { portfolio_key: newId(), stale_portfolio_key: portfolio_key, refeatured_at: featured_at }),
  } as unknown as P;
  return withFormer(swapped, [before, ...former]);
}
