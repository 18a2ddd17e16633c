/** The studio's own photographs on the public pages, as the site's build found and prepared them. */

export interface SiteImage {
  /** Names the derivatives: `/photographs/{key}-{width}.{avif|webp}`; changes with the picture. */
  key: string;
  /** Pixels of the original, upright. */
  width: number;
  height: number;
  /** Its most frequent color, shown until the picture is there. */
  color: string;
  /** Widths in pixels that exist in each format, ascending. */
  avif: number[];
  webp: number[];
  alt: string;
}

export interface SiteImages {
  hero: SiteImage;
  studio: SiteImage;
  scrapbook: SiteImage[];
  /** By the slug of the service card; the first one is the card's. */
  services: Record<string, SiteImage[]>;
}

declare const __SITE_IMAGES__: SiteImages;

/** Written into the code by the build. */
export const siteImages = (): SiteImages => __SITE_IMAGES__;

export const sourceSet = (image: SiteImage, format: 'avif' | 'webp') =>
  image[format].map((width) => `/photographs/${image.key}-${width}.${format} ${width}w`).join(', ');

/** The largest derivative: what the lightbox shows, and what a click opens without script. */
export const largest = (image: SiteImage) => `/photographs/${image.key}-${image.avif.at(-1)}.avif`;

/** The class that gives a picture's frame its color and `--ratio`; `build/site-images-plugin.ts` writes its rule. */
export const tint = (image: SiteImage) => `tint-${image.key}`;

/** For links that are shared: 1200 × 630. */
export const socialCard = (images: SiteImages) => `/photographs/${images.hero.key}-card.jpg`;

/** How wide the hero stands: half the page, or all of a phone. A phone's third pixel per point is not worth its bytes. */
export const heroSizes = '(min-width: 48rem) 50vw, (min-resolution: 2.1dppx) 68vw, 100vw';
