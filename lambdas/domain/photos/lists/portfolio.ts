import type { Portfolio } from '#shared/contract/photos/portfolio.ts';
import { serviceSlugs } from '#shared/website/website.ts';
import { readFeatured } from '../row/featured.ts';

/** The number of newest photos in each category of the public page. */
const photosPerCategory = 60;

/** Returns the featured photos by category, in the site's order. Everybody may read them. */
export async function listPortfolio(): Promise<Portfolio> {
  const categories = await Promise.all(
    serviceSlugs.map(async (slug) => ({ slug, photos: (await readFeatured(slug, photosPerCategory)).rows })),
  );
  return { categories: categories.filter(({ photos }) => photos.length > 0) };
}
