import { limits } from '../limits.ts';
import { type Currency, formatPrice } from '../money/currency.ts';

/**
 * The terms that a selection's price depends on. `extra_cents` is null where at most `included` photos can be chosen.
 */
export interface Offer {
  included: number;
  extra_cents: number | null;
}

/** The number of photos beyond the included ones, and their price in cents; whole numbers. */
export interface Sum {
  extra_count: number;
  total_cents: number;
}

/** Returns the price of this many chosen photos. */
export function sumOf({ included, extra_cents }: Offer, chosen: number): Sum {
  const extra_count = Math.max(0, chosen - included);
  return { extra_count, total_cents: extra_count * (extra_cents ?? 0) };
}

/** Returns the photos beyond the included ones with their price; undefined if there are none or none can be chosen. */
export function extraOf(offer: Offer, chosen: number): Sum | undefined {
  const sum = sumOf(offer, chosen);
  return sum.extra_count > 0 && offer.extra_cents !== null ? sum : undefined;
}

/** Says the price of photos beyond the included ones: '3 extra × $15 = $45'. `extra_count` is not 0. */
export function sayExtra({ extra_count, total_cents }: Sum, currency: Currency): string {
  if (total_cents === 0) return `${extra_count} extra, at no charge`;
  const [each, total] = [formatPrice(total_cents / extra_count, currency), formatPrice(total_cents, currency)];
  return `${extra_count} extra × ${each} = ${total}`;
}

/**
 * Returns how many photos can be chosen at most: the hard limit, or as many as a selection and a quote's price allow.
 */
export function mostOf({ included, extra_cents }: Offer): number {
  if (extra_cents === null) return included;
  const payable = extra_cents === 0 ? limits.selectionPhotos : Math.floor(limits.quotePriceCents / extra_cents);
  return Math.min(limits.selectionPhotos, included + payable);
}
