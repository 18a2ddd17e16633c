import type { SiteImage } from './site-image.ts';

declare const __SIGN_IN_IMAGE__: SiteImage;

/** The sign-in pages' photograph, defined by the build. Separate from the others, which those pages don't load. */
export const signInImage = (): SiteImage => __SIGN_IN_IMAGE__;
