import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { Portfolio } from '#shared/contract/photos/portfolio.ts';
import type { Website } from '#shared/website/website.ts';
import { featuredQuery } from './api.ts';
import { PictureContext } from './pictures/picture-context.ts';

/** Notice of the categories that the gallery leaves out with this content, why, and what the studio can do. */
export function CategoriesLeftOut({ content }: { content: Website }) {
  const { builtIn } = use(PictureContext);
  const featured = useQuery(featuredQuery);
  // Shown only once the featured photos are loaded: one featured photo is enough for its category to be shown.
  const names = featured.data ? categoriesLeftOut(content, builtIn, featured.data.categories) : [];
  if (names.length === 0) return null;
  return (
    <p className="rounded-md bg-amber-wash px-4 py-3 text-sm text-amber-ink">
      <strong className="font-semibold">{new Intl.ListFormat('en-US').format(names)}</strong>{' '}
      {names.length === 1 ? 'has' : 'have'} no picture of yours yet. Visitors see the{' '}
      {names.length === 1 ? 'card in words, and the category is' : 'cards in words, and the categories are'} not in the
      gallery until you choose a picture for the card, or show photos of a session in the public gallery.
    </p>
  );
}

function categoriesLeftOut(
  { services, pictures }: Website,
  builtIn: Record<string, { isStandIn: boolean } | undefined>,
  featured: Portfolio['categories'],
): string[] {
  return services.flatMap(({ slug, name, picture }, index) => {
    const builtInPicture = builtIn[`services.${index}.picture`];
    const isShown =
      picture !== null || (builtInPicture !== undefined && (pictures.stand_ins || !builtInPicture.isStandIn));
    const isFeatured = featured.some((category) => category.slug === slug && category.photos.length > 0);
    return isShown || isFeatured ? [] : [name];
  });
}
