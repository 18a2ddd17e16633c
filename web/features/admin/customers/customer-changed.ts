import { useQueryClient } from '@tanstack/react-query';
import type { Customer } from '#shared/contract/customers.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { quotesQuery } from '../quotes/api.ts';
import { sessionsQuery } from '../sessions/api.ts';
import {
  customerContentsQuery,
  customerQuery,
  customerSessionsQuery,
  deletedCustomersQuery,
  directoryQuery,
} from './api.ts';

/**
 * Returns a function to call after a customer was deleted, restored or reopened: it refetches all queries that show the customer.
 * @returns a function that takes the customer's id and, if available, the new record; it resolves when the mounted queries are
 * refetched.
 */
export function useCustomerChanged(): (id: string, changed?: Customer) => Promise<unknown> {
  const queries = useQueryClient();
  return (id, changed) => {
    const { queryKey } = customerQuery(id);
    if (changed) overwrite(queries, queryKey, changed);
    // The deleted customer's screen is about to unmount: invalidate the query without refetching it.
    else void queries.invalidateQueries({ queryKey, refetchType: 'none' });
    const lists = [
      customerContentsQuery(id),
      directoryQuery,
      deletedCustomersQuery,
      sessionsQuery,
      quotesQuery,
      customerSessionsQuery(id),
    ];
    return Promise.all(lists.map((list) => queries.invalidateQueries({ queryKey: list.queryKey })));
  };
}
