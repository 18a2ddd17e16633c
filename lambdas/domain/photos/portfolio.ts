import type { Portfolio } from '#shared/contract/photos.ts';
import { serviceCards } from '#shared/studio.ts';
import { readFeatured } from './repository.ts';

/** So many photos of a category are on the public page at most, the newest. */
const photosPerCategory = 60;

/** The featured photos, category by category in the site's order. Open to everyone. */
export async function listPortfolio(): Promise<Portfolio> {
  const categories = await Promise.all(
    serviceCards.map(async ({ slug }) => ({ slug, photos: (await readFeatured(slug, photosPerCategory)).rows })),
  );
  return { categories: categories.filter(({ photos }) => photos.length > 0) };
}
