import { isStoredPhoto, type Photo, type StoredPhoto } from '../row/lifecycle.ts';

/** Whether derivatives of the photo are still below a media key that it no longer uses. */
export const hasStaleMedia = (photo: StoredPhoto): boolean =>
  [photo, ...(photo.former ?? [])].some(
    ({ stale_media_key, stale_marks }) => stale_media_key !== undefined || stale_marks !== undefined,
  );

/**
 * Whether move-derivatives has work for this photo: stale derivatives, public copies to make or delete, or downloads to
 * withdraw.
 */
export const isMoving = (photo: Photo): boolean => {
  if (!isStoredPhoto(photo)) return false;
  const { featured_in, featured_at, portfolio_key, stale_portfolio_key, outdates_downloads } = photo;
  if (hasStaleMedia(photo) || stale_portfolio_key !== undefined || outdates_downloads) return true;
  return portfolio_key !== undefined && (!featured_in || !featured_at);
};
