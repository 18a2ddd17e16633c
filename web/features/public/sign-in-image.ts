import type { SiteImage } from './site-image.ts';

declare const __SIGN_IN_IMAGE__: SiteImage;

/**
 * Returns the sign-in pages' photograph, which the build defines. It is apart from the other images, because the
 * sign-in pages don't load those.
 */
export const signInImage = (): SiteImage => __SIGN_IN_IMAGE__;
