import type { Website } from '#shared/website/website.ts';
import { cardCutPercent, cardFile, picturePath } from '#shared/website/website-pictures.ts';
import { imageAt, libraryImage, type SiteImage } from './site-image.ts';

/** The photographs that the public pages were built with. The sign-in pages' photograph is in sign-in-image.ts. */
export interface SiteImages {
  hero: SiteImage;
  studio: SiteImage;
  scrapbook: SiteImage[];
  /** The images by slug of the service card; the card shows the first image. */
  services: Record<string, SiteImage[]>;
}

declare const __SITE_IMAGES__: SiteImages;

/** Returns the images that the build defines. */
export const siteImages = (): SiteImages => __SITE_IMAGES__;

/** The images that the public pages show. A place without an image is left out. */
export interface ShownImages {
  hero: SiteImage | undefined;
  studio: SiteImage | undefined;
  scrapbook: SiteImage[];
  services: Record<string, SiteImage[]>;
}

/** Returns the images of a document, from the sections of the content that it carries. */
export function shownImages({
  home,
  services = [],
  pictures,
}: Pick<Website, 'pictures'> & Partial<Website>): ShownImages {
  const builtIn = siteImages();
  const imageOf = (picture: Parameters<typeof imageAt>[0], image: SiteImage | undefined) =>
    imageAt(picture, image, pictures.stand_ins);
  return {
    hero: imageOf(home?.picture, builtIn.hero),
    studio: imageOf(pictures.studio, builtIn.studio),
    scrapbook: home?.scrapbook.flatMap((picture, index) => imageOf(picture, builtIn.scrapbook[index]) ?? []) ?? [],
    services: Object.fromEntries(
      services.map(({ slug, picture }) => [
        slug,
        picture
          ? [libraryImage(picture)]
          : (builtIn.services[slug] ?? []).flatMap((image) => imageOf(null, image) ?? []),
      ]),
    ),
  };
}

/** The `sizes` of the hero: half the page, or a phone's full width. On 3× phones a 2× image is enough. */
export const heroSizes = '(min-width: 48rem) 50vw, (min-resolution: 2.1dppx) 68vw, 100vw';

/** Returns the file name of the social card of an image of the build. */
export const builtInCard = (image: SiteImage) => `${image.key}-${cardCutPercent(image)}-card.jpg`;

/** Returns the path of the 1200 × 630 social card. For images of the build, it exists only for `cardImages`. */
export const socialCard = (image: SiteImage) => {
  const { key, from } = image;
  return from === 'library' ? picturePath(key, cardFile(image)) : `/photographs/${builtInCard(image)}`;
};

/** Returns the image for the social card of a page without a chosen card; undefined if the page has no image. */
export function cardOf({ hero, studio, services }: ShownImages, path: string): SiteImage | undefined {
  const [familyImage, eventImage] = [services.family?.[0], services.events?.[0]];
  if (path === '/services') return familyImage ?? hero;
  if (path === '/gallery') return eventImage ?? hero;
  return path === '/contact' ? (studio ?? hero) : hero;
}

/** Returns the images of the build that can be on a social card. */
export const cardImages = (images: SiteImages) =>
  ['/', '/services', '/gallery', '/contact'].flatMap((path) => cardOf(images, path) ?? []);
