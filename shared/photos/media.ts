/** The derivatives of a photo and the URL paths that CloudFront serves them under. */

/**
 * Longest side in pixels, except of panoramas (`sizeWithin`), and format of each derivative: `small` for the grid at
 * 1×, `medium` for the grid at 2× or a phone, `large` for a full screen.
 */
export const variants = {
  small: { pixels: 400, file: '400.webp', type: 'image/webp' },
  medium: { pixels: 1024, file: '1024.webp', type: 'image/webp' },
  large: { pixels: 2048, file: '2048.jpg', type: 'image/jpeg' },
} as const;
export type Variant = keyof typeof variants;

/** Longest side in pixels of the download sizes other than the original. */
export const downloadPixels = { web: variants.large.pixels, print: 3600 } as const;

/** Returns the path prefix that a client's signed cookies allow. */
export const mediaPrefix = (customerId: string) => `/media/${customerId}/`;

/** Returns the path prefix of one session's derivatives, which a guest's signed URLs allow. */
export const sessionMediaPrefix = (customerId: string, sessionId: string) => `${mediaPrefix(customerId)}${sessionId}/`;

/**
 * Returns the path prefix of a photo's private derivatives, protected by CloudFront's signatures. `media_key` is
 * unguessable and changes each time the photo is hidden.
 */
export const mediaPath = (photo: { customer_id: string; session_id: string; media_key: string }): string =>
  `${sessionMediaPrefix(photo.customer_id, photo.session_id)}${photo.media_key}`;

/** Returns the path of a private derivative. */
export const derivativePath = (path: string, variant: Variant): string => `${path}/${variants[variant].file}`;

/** Returns the path prefix of a featured photo's public copies. */
export const portfolioPrefix = (portfolioKey: string) => `/portfolio/${portfolioKey}/`;

/** Returns the path of a featured photo's public derivative. */
export const portfolioPath = (portfolioKey: string, variant: Variant) =>
  `${portfolioPrefix(portfolioKey)}${variants[variant].file}`;

/** Returns the size in pixels of a photo's derivative; small photos are not enlarged. */
export function variantSize(
  photo: { width: number; height: number },
  variant: Variant,
): { width: number; height: number } {
  return sizeWithin(photo, variants[variant].pixels);
}

/** The longest side in pixels that WebP allows. */
const longestSide = 16_383;

/**
 * Returns the size in pixels of a photo scaled to this longest side; small photos are not enlarged. A panorama, more
 * than twice as long as short, is scaled by its short side, because screens show it by that side: the short side is
 * half of `pixels`, as far as the area is no larger than that of a square photo.
 */
export function sizeWithin(photo: { width: number; height: number }, pixels: number) {
  const long = Math.max(photo.width, photo.height);
  const short = Math.min(photo.width, photo.height);
  const shortest = Math.min(pixels / 2, pixels / Math.sqrt(long / short));
  const scale = Math.min(1, longestSide / long, Math.max(pixels / long, shortest / short));
  return { width: Math.max(1, Math.round(photo.width * scale)), height: Math.max(1, Math.round(photo.height * scale)) };
}
