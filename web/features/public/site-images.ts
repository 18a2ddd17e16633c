import type { Website } from '#shared/website/website.ts';
import { cardFile, cardPlace, picturePath } from '#shared/website/website-pictures.ts';
import { imageAt, libraryImage, type SiteImage } from './site-image.ts';

/** The photographs that the public pages were built with; the sign-in pages' is in sign-in-image.ts. */
export interface SiteImages {
  hero: SiteImage;
  studio: SiteImage;
  scrapbook: SiteImage[];
  /** By slug of the service card; the first photograph is shown on the card. */
  services: Record<string, SiteImage[]>;
}

declare const __SITE_IMAGES__: SiteImages;

/** Defined by the build. */
export const siteImages = (): SiteImages => __SITE_IMAGES__;

/** The images that the public pages show: where there is none, its place is left out. */
export interface ShownImages {
  hero: SiteImage | undefined;
  studio: SiteImage | undefined;
  scrapbook: SiteImage[];
  services: Record<string, SiteImage[]>;
}

/** The images of a document, from the parts of the content that it carries. */
export function shownImages({
  home,
  services = [],
  pictures,
}: Pick<Website, 'pictures'> & Partial<Website>): ShownImages {
  const builtIn = siteImages();
  const at = (picture: Parameters<typeof imageAt>[0], image: SiteImage | undefined) =>
    imageAt(picture, image, pictures.stand_ins);
  return {
    hero: at(home?.picture, builtIn.hero),
    studio: at(pictures.studio, builtIn.studio),
    scrapbook: home?.scrapbook.flatMap((picture, index) => at(picture, builtIn.scrapbook[index]) ?? []) ?? [],
    services: Object.fromEntries(
      services.map(({ slug, picture }) => [
        slug,
        picture ? [libraryImage(picture)] : (builtIn.services[slug] ?? []).flatMap((image) => at(null, image) ?? []),
      ]),
    ),
  };
}

/** `sizes` of the hero: half the page, or a phone's full width. On 3× phones a 2× image is enough. */
export const heroSizes = '(min-width: 48rem) 50vw, (min-resolution: 2.1dppx) 68vw, 100vw';

/** File name of the social card of an image of the build. */
export const builtInCard = (image: SiteImage) => `${image.key}-${cardPlace(image)}-card.jpg`;

/** Path of the 1200 × 630 social card; of images of the build it exists only for `cardImages`. */
export const socialCard = (image: SiteImage) => {
  const { key, from } = image;
  return from === 'library' ? picturePath(key, cardFile(image)) : `/photographs/${builtInCard(image)}`;
};

/** The image on the social card of a page for which the studio has chosen none; undefined when the page has no image. */
export function cardOf({ hero, studio, services }: ShownImages, path: string): SiteImage | undefined {
  const [family, event] = [services.family?.[0], services.events?.[0]];
  if (path === '/services') return family ?? hero;
  if (path === '/gallery') return event ?? hero;
  return path === '/contact' ? (studio ?? hero) : hero;
}

/** The images of the build that can be on a social card. */
export const cardImages = (images: SiteImages) =>
  ['/', '/services', '/gallery', '/contact'].flatMap((path) => cardOf(images, path) ?? []);
