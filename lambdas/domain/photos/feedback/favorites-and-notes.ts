import type { FavoriteAndNoteCounts } from '#shared/contract/customers.ts';
import type { Admin } from '../../../platform/auth.ts';
import { requireCustomer } from '../../customers/customers.ts';
import { readFavoriteKeys, readNotedKeys } from '../row/feedback.ts';

/**
 * Returns the numbers of a customer's favorites and notes in each session.
 * @throws StudioError NOT_FOUND for the customer
 */
export async function countFavoritesAndNotes(
  _actor: Admin,
  customerId: string,
): Promise<FavoriteAndNoteCounts['items']> {
  await requireCustomer(customerId);
  const [favorites, notedPhotos] = await Promise.all([readFavoriteKeys(customerId), readNotedKeys(customerId)]);
  const bySession = new Map<string, { session_id: string; favorites: number; notes: number }>();
  const count = (session_id: string, kind: 'favorites' | 'notes') => {
    const counts = bySession.get(session_id) ?? { session_id, favorites: 0, notes: 0 };
    counts[kind] += 1;
    bySession.set(session_id, counts);
  };
  for (const { session_id } of favorites) count(session_id, 'favorites');
  for (const { session_id } of notedPhotos) count(session_id, 'notes');
  return [...bySession.values()];
}
