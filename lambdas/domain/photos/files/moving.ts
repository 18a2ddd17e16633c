import { isPlaced, type Photo, type PlacedPhoto } from '../row/lifecycle.ts';

/** Returns whether derivatives of the photo are at an address that is given up. */
export const hasStaleMedia = (photo: PlacedPhoto): boolean =>
  [photo, ...(photo.former ?? [])].some(
    ({ stale_media_key, stale_marks }) => stale_media_key !== undefined || stale_marks !== undefined,
  );

/**
 * Returns whether move-derivatives has work for this photo: stale derivatives, public copies to make or delete, or
 * downloads to withdraw.
 */
export const isMoving = (photo: Photo): boolean => {
  if (!isPlaced(photo)) return false;
  const { featured_in, featured_at, portfolio_key, stale_portfolio_key, outdates_downloads } = photo;
  if (hasStaleMedia(photo) || stale_portfolio_key !== undefined || outdates_downloads) return true;
  return portfolio_key !== undefined && (!featured_in || !featured_at);
};
