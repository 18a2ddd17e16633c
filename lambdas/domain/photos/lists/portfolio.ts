import type { Portfolio } from '#shared/contract/photos/photos.ts';
import { serviceSlugs } from '#shared/website/website.ts';
import { readFeatured } from '../row/repository.ts';

/** Photos per category on the public page: the newest. */
const photosPerCategory = 60;

/** Returns the featured photos by category, in the site's order. Public. */
export async function listPortfolio(): Promise<Portfolio> {
  const categories = await Promise.all(
    serviceSlugs.map(async (slug) => ({ slug, photos: (await readFeatured(slug, photosPerCategory)).rows })),
  );
  return { categories: categories.filter(({ photos }) => photos.length > 0) };
}
