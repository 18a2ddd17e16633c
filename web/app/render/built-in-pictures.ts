import { defaultWebsite } from '#shared/website/default-website.ts';
import { picturePlaces } from '#shared/website/website-pictures.ts';
import type { BuiltInPicture } from '../../features/admin/website/pictures/picture-context.ts';
import { signInImage } from '../../features/public/sign-in-image.ts';
import { imagePath, type SiteImage } from '../../features/public/site-image.ts';
import { siteImages } from '../../features/public/site-images.ts';

/** Returns the pictures that the site was built with, by the path of their place in the website's content. */
export function builtInPictures(): Record<string, BuiltInPicture | undefined> {
  return Object.fromEntries(
    picturePlaces(defaultWebsite).map(({ path }) => {
      const image = imageOf(path);
      return [path, image && toBuiltIn(image)];
    }),
  );
}

/**
 * Returns the picture of a place. Undefined for the cards of shared links: without a choice, they show a picture of
 * their page.
 */
function imageOf(path: string): SiteImage | undefined {
  const { hero, studio, scrapbook, services } = siteImages();
  const [section = '', name = '', index] = path.split('.');
  if (path === 'home.picture') return hero;
  if (section === 'home') return scrapbook[Number(index)];
  if (section === 'services') return services[defaultWebsite.services[Number(name)]?.slug ?? '']?.[0];
  if (path === 'pictures.studio') return studio;
  return path === 'pictures.sign_in' ? signInImage() : undefined;
}

const toBuiltIn = (image: SiteImage): BuiltInPicture => ({
  src: imagePath(image, image.webp[0]!, 'webp'),
  width: image.width,
  height: image.height,
  alt: image.alt,
  isStandIn: image.from === 'stand-in',
});
