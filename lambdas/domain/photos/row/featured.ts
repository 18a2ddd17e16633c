import * as z from 'zod';
import { table } from '../../../platform/table.ts';
import { byId, PhotoKey } from './repository.ts';

/** The attributes of a featured photo that the public site shows. */
const FeaturedPhoto = z.object({
  portfolio_key: z.string(),
  width: z.number(),
  height: z.number(),
  thumbhash: z.string(),
});

const featured = table(
  'PHOTOS_TABLE',
  { key: byId, indexes: { portfolio: ['category', 'featured_at'] } },
  FeaturedPhoto,
);
const FeaturedSource = PhotoKey.extend({ portfolio_key: z.string(), file_name: z.string() });
type FeaturedSource = z.infer<typeof FeaturedSource>;
const sources = table(
  'PHOTOS_TABLE',
  { key: byId, indexes: { portfolio: ['category', 'featured_at'] } },
  FeaturedSource,
);

/** Returns the photo that is featured in this category with this key; undefined when it is no longer featured there. */
export async function findFeatured(category: string, portfolioKey: string): Promise<FeaturedSource | undefined> {
  const featuredPhotos = await sources.all({ index: 'portfolio', partition: category, leaveOutDamaged: true });
  return featuredPhotos.find(({ portfolio_key }) => portfolio_key === portfolioKey);
}

export const readFeatured = (category: string, size: number) =>
  featured.page({ index: 'portfolio', partition: category, descending: true, leaveOutDamaged: true }, size);
