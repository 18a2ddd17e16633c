import type { FocalPoint } from '#shared/contract/photos/photos.ts';
import { cropPercent } from '#shared/photos/crop-percent.ts';
import { derivativePath, type Variant, variantSize } from '#shared/photos/media.ts';
import { shareOfCard } from '../grid/grid-layout.ts';

export interface ShownPhoto {
  media_path: string;
  width: number;
  height: number;
  thumbhash: string;
  focus?: FocalPoint | null;
}

export const isUpright = ({ width, height }: ShownPhoto): boolean => height > width;

/** Faces are above the middle, so this is the focal point of a photo without a known one. */
const likelyFocus = { x: 50, y: 25 };

/** Returns the `object-position` of a cropped photo, so that its focal point stays in view. */
export function positionOf(photo: ShownPhoto): string {
  const { x, y } = photo.focus ?? likelyFocus;
  return `${x}% ${cropPercent(photo, y)}%`;
}

/** Returns the size of a whole photo in a box of this width and height, in pixels. */
export function sizeWithin({ width, height }: Pick<ShownPhoto, 'width' | 'height'>, most: number, highest: number) {
  const scale = Math.min(most / width, highest / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Returns the `sizes` attribute of an image that is this many times as wide as its frame. */
const timesAsWide = (sizes: string, times: number): string =>
  times === 1 ? sizes : sizes.replace(/\S+(?=,|$)/g, (length) => `calc(${length} * ${Number(times.toFixed(4))})`);

/** The approximate width ÷ height of the frames of covers. */
const coverRatio = 1.5;

/**
 * Returns the `sizes` attribute of a cover in a frame of these sizes. A panorama fills the frame by its height, and
 * is much wider than it.
 */
export const coverSizes = ({ width, height }: ShownPhoto, sizes: string): string =>
  timesAsWide(sizes, Math.max(1, width / height / coverRatio));

/** The `sizes` attribute of the cover on a session's own page. */
export const sessionCoverSizes = '(min-width: 40rem) 50vw, 100vw';

/**
 * Returns the `sizes` attribute of the covers of this many sessions side by side. Two covers share a row that has
 * room for three.
 */
export const coverCardSizes = (sessions: number): string =>
  `(min-width: 75rem) ${sessions > 2 ? 26 : 40}vw, (min-width: 46rem) 46vw, 92vw`;

/** Returns the `sizes` attribute of a whole photo in the grid. */
export const cardSizes = (photo: ShownPhoto): string =>
  timesAsWide('(min-width: 75rem) 20vw, (min-width: 48rem) 30vw, 46vw', shareOfCard(photo).width);

/** The number of photos that load with high priority: a phone's first screen of the gallery. */
export const firstImages = 2;

/** Returns the address of a derivative, with the signed query of a guest. */
export const signedPath = (
  photo: Pick<ShownPhoto, 'media_path'>,
  variant: Variant,
  query: string | undefined,
): string => `${derivativePath(photo.media_path, variant)}${query === undefined ? '' : `?${query}`}`;

/** Height ÷ width of an upright photo up to which the medium derivative is as wide as a column at 2×. */
const usualRatio = 1.5;

/**
 * Returns the `src` and `srcset` of a private photo. They have the large derivative, too, where the medium one is too
 * narrow for grids.
 */
export function sourcesOf(photo: ShownPhoto, largest: Variant, query?: string): { src: string; srcSet: string } {
  const hasLarge = largest === 'large' || photo.height > photo.width * usualRatio;
  const variants: Variant[] = hasLarge ? ['small', 'medium', 'large'] : ['small', 'medium'];
  const path = (variant: Variant) => signedPath(photo, variant, query);
  return {
    src: path('small'),
    srcSet: variants.map((variant) => `${path(variant)} ${variantSize(photo, variant).width}w`).join(', '),
  };
}
