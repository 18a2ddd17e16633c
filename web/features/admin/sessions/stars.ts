import type { PhotoFilter } from '#shared/contract/photos/photos.ts';

/** The numbers of the studio's stars. */
export const starCounts = [1, 2, 3, 4, 5] as const;

/** Returns the number of stars in words: 'no stars', '1 star', '3 stars'. */
export const sayStars = (stars: number): string =>
  stars === 0 ? 'no stars' : stars === 1 ? '1 star' : `${stars} stars`;

/** Returns the least number of stars that a filter lists; undefined for filters of other kinds. */
export const starsOfFilter = (show: PhotoFilter): number | undefined =>
  starCounts.find((stars) => show === `stars_${stars}`);
