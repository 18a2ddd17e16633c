import { limits } from '../limits.ts';
import { inDollars } from '../money/in-dollars.ts';

/** What a selection's price depends on. `extra_cents` is null where no more than `included` can be chosen. */
export interface Offer {
  included: number;
  extra_cents: number | null;
}

/** US cents, whole numbers. */
export interface Sum {
  extra_count: number;
  total_cents: number;
}

/** Returns what this many chosen photos cost. */
export function sumOf({ included, extra_cents }: Offer, chosen: number): Sum {
  const extra_count = Math.max(0, chosen - included);
  return { extra_count, total_cents: extra_count * (extra_cents ?? 0) };
}

/** Says what there is beyond the included photos: '3 extra × $15 = $45'. `extra_count` is not 0. */
export function sayExtra({ extra_count, total_cents }: Sum): string {
  if (total_cents === 0) return `${extra_count} extra, at no charge`;
  return `${extra_count} extra × ${inDollars(total_cents / extra_count)} = ${inDollars(total_cents)}`;
}

/** Returns how many photos can be chosen at most: the hard limit, or as many as a selection and a quote's price can hold. */
export function mostOf({ included, extra_cents }: Offer): number {
  if (extra_cents === null) return included;
  const payable = extra_cents === 0 ? limits.selectionPhotos : Math.floor(limits.quotePriceCents / extra_cents);
  return Math.min(limits.selectionPhotos, included + payable);
}
