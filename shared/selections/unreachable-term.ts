import { formatCounted } from '#shared/text/format-count.ts';
import { mostOf, type Offer } from './selection-price.ts';

/**
 * Returns the term of a selection that nobody could meet, and why: no photo could be chosen, or fewer than have to be;
 * undefined if there is none.
 */
export function unreachableTerm(
  terms: Offer & { minimum: number },
): { name: 'included' | 'minimum'; message: string } | undefined {
  const most = mostOf(terms);
  if (most === 0) {
    return { name: 'included', message: 'Without a price for further photos, include at least 1 photo.' };
  }
  if (terms.minimum <= most) return undefined;
  return { name: 'minimum', message: `At most ${formatCounted(most, 'photo')} can be chosen.` };
}
