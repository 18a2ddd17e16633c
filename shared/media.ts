/** The address of a picture: which derivatives there are, and the paths under which the edge serves them. */

/** Longest side in pixels and format of each derivative. The numbers fit the grid at 1×, the grid at 2× or a phone, and a screen. */
export const variants = {
  small: { pixels: 400, file: '400.webp', type: 'image/webp' },
  medium: { pixels: 1024, file: '1024.webp', type: 'image/webp' },
  large: { pixels: 2048, file: '2048.jpg', type: 'image/jpeg' },
} as const;
export type Variant = keyof typeof variants;

/** What a client's own cookie opens: everything below it, nothing beside it. */
export const mediaPrefix = (customerId: string) => `/media/${customerId}/`;

/** A private derivative, behind CloudFront's signed cookies. The key is unguessable and new whenever a photo was hidden. */
export const mediaPath = (customerId: string, mediaKey: string, variant: Variant) =>
  `${mediaPrefix(customerId)}${mediaKey}/${variants[variant].file}`;

/** The folder of a featured photo's public copies. */
export const portfolioPrefix = (portfolioKey: string) => `/portfolio/${portfolioKey}/`;

/** A public copy of a featured photo's derivative. */
export const portfolioPath = (portfolioKey: string, variant: Variant) =>
  `${portfolioPrefix(portfolioKey)}${variants[variant].file}`;

/** Size in pixels of a derivative of a photo of this size; a small photo is never enlarged. */
export function variantSize(
  photo: { width: number; height: number },
  variant: Variant,
): { width: number; height: number } {
  const scale = Math.min(1, variants[variant].pixels / Math.max(photo.width, photo.height));
  return { width: Math.max(1, Math.round(photo.width * scale)), height: Math.max(1, Math.round(photo.height * scale)) };
}
