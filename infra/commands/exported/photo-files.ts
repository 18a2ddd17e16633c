import { mediaPath, portfolioPath, type Variant, variants } from '#shared/media.ts';
import type { PhotoRow } from './rows.ts';

/** Which objects of the photos bucket belong to a photo's row. */

export const allVariants = Object.keys(variants) as Variant[];

/** The file that was uploaded, wherever it is kept; undefined when none arrived. */
export const originalOf = ({ original_key, kept_key }: PhotoRow): string | undefined =>
  original_key ?? kept_key ?? undefined;

/** Where a derivative lies: until it has been moved, at the old place. */
export const derivativeOf = ({ customer_id, media_key, stale_media_key }: PhotoRow, variant: Variant): string =>
  mediaPath(customer_id, stale_media_key ?? media_key, variant).slice(1);

/** What must be there for a row of this state. The bin keeps the original only for certain. */
export function neededKeys(photo: PhotoRow): string[] {
  const original = originalOf(photo);
  return [
    ...(original ? [original] : []),
    ...(photo.state === 'ready' ? allVariants.map((variant) => derivativeOf(photo, variant)) : []),
    ...(photo.state === 'ready' && photo.featured_at && photo.portfolio_key ? publicKeys(photo.portfolio_key) : []),
  ];
}

/** What may be there: besides the above, what a move or a deletion has not come to yet. */
export function ownKeys(photo: PhotoRow): string[] {
  const { customer_id, media_key, stale_media_key, portfolio_key } = photo;
  const folders = stale_media_key ? [media_key, stale_media_key] : [media_key];
  return [
    ...[photo.original_key, photo.kept_key].flatMap((key) => key ?? []),
    ...folders.flatMap((key) => allVariants.map((variant) => mediaPath(customer_id, key, variant).slice(1))),
    ...(portfolio_key ? publicKeys(portfolio_key) : []),
  ];
}

const publicKeys = (portfolioKey: string) =>
  allVariants.map((variant) => portfolioPath(portfolioKey, variant).slice(1));
