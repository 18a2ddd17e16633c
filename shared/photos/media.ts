/** The derivatives of a photo and the URL paths that CloudFront serves them under. */

/**
 * Longest side in pixels, except of panoramas (`sizeWithin`), and format of each derivative: for the grid at 1×, for the
 * grid at 2× or a phone, for a full screen.
 */
export const variants = {
  small: { pixels: 400, file: '400.webp', type: 'image/webp' },
  medium: { pixels: 1024, file: '1024.webp', type: 'image/webp' },
  large: { pixels: 2048, file: '2048.jpg', type: 'image/jpeg' },
} as const;
export type Variant = keyof typeof variants;

/** Longest side in pixels of the sizes in which a photo can be downloaded besides the original. */
export const downloadPixels = { web: variants.large.pixels, print: 3600 } as const;

/** The path prefix that a client's signed cookies allow. */
export const mediaPrefix = (customerId: string) => `/media/${customerId}/`;

/** The path prefix of one session's derivatives, which a guest's signed URLs allow. */
export const sessionMediaPrefix = (customerId: string, sessionId: string) => `${mediaPrefix(customerId)}${sessionId}/`;

/**
 * The path below which a photo's private derivatives are, protected by CloudFront's signatures. `media_key` is
 * unguessable and changes each time the photo is hidden.
 */
export const mediaPath = (photo: { customer_id: string; session_id: string; media_key: string }): string =>
  `${sessionMediaPrefix(photo.customer_id, photo.session_id)}${photo.media_key}`;

/** Path of a private derivative. */
export const derivativePath = (path: string, variant: Variant): string => `${path}/${variants[variant].file}`;

/** Path prefix of a featured photo's public copies. */
export const portfolioPrefix = (portfolioKey: string) => `/portfolio/${portfolioKey}/`;

/** Path of a featured photo's public derivative. */
export const portfolioPath = (portfolioKey: string, variant: Variant) =>
  `${portfolioPrefix(portfolioKey)}${variants[variant].file}`;

/** Size in pixels of a photo's derivative; small photos are not enlarged. */
export function variantSize(
  photo: { width: number; height: number },
  variant: Variant,
): { width: number; height: number } {
  return sizeWithin(photo, variants[variant].pixels);
}

/** WebP has no longer side. */
const longestSide = 16_383;

/**
 * Size in pixels of a photo whose longest side is at most this long; small photos are not enlarged. Of a panorama, more
 * than twice as long as short, it is the short side that counts, because places show it by that: it is half as long as
 * `pixels`, as far as the area is no larger than that of a square photo.
 */
export function sizeWithin(photo: { width: number; height: number }, pixels: number) {
  const long = Math.max(photo.width, photo.height);
  const short = Math.min(photo.width, photo.height);
  const shortest = Math.min(pixels / 2, pixels / Math.sqrt(long / short));
  const scale = Math.min(1, longestSide / long, Math.max(pixels / long, shortest / short));
  return { width: Math.max(1, Math.round(photo.width * scale)), height: Math.max(1, Math.round(photo.height * scale)) };
}
