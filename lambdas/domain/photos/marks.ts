import type { CustomerMarks } from '#shared/contract/customers.ts';
import type { Admin } from '../../platform/auth.ts';
import { requireCustomer } from '../customers/customers.ts';
import { readFavoriteKeys, readNotedKeys } from './repository.ts';

/**
 * How many photos a client has starred and written notes on, by session.
 * @throws StudioError NOT_FOUND for the customer
 */
export async function countMarks(_actor: Admin, customerId: string): Promise<CustomerMarks['items']> {
  await requireCustomer(customerId);
  const [favorites, noted] = await Promise.all([readFavoriteKeys(customerId), readNotedKeys(customerId)]);
  const bySession = new Map<string, { session_id: string; favorites: number; notes: number }>();
  const count = (session_id: string, mark: 'favorites' | 'notes') => {
    const counts = bySession.get(session_id) ?? { session_id, favorites: 0, notes: 0 };
    counts[mark] += 1;
    bySession.set(session_id, counts);
  };
  for (const { session_id } of favorites) count(session_id, 'favorites');
  for (const { session_id } of noted) count(session_id, 'notes');
  return [...bySession.values()];
}
