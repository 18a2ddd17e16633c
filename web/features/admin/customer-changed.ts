import { useQueryClient } from '@tanstack/react-query';
import type { Customer } from '#shared/contract/customers.ts';
import { overwrite } from '../../lib/overwrite.ts';
import {
  customerQuery,
  customerSessionsQuery,
  deletedCustomersQuery,
  directoryQuery,
  quotesQuery,
  sessionsQuery,
} from './queries.ts';

/**
 * What is to be told after a customer went or came back with everything of theirs: all that shows it is looked up again.
 * `now` is the record as the API answered it.
 * @returns a function that is through when what is on the screen has been looked up
 */
export function useCustomerChanged(): (id: string, now?: Customer) => Promise<unknown> {
  const queries = useQueryClient();
  return (id, now) => {
    const { queryKey } = customerQuery(id);
    if (now) overwrite(queries, queryKey, now);
    // The screen of a customer who was deleted is just being left.
    else void queries.invalidateQueries({ queryKey, refetchType: 'none' });
    const lists = [directoryQuery, deletedCustomersQuery, sessionsQuery, quotesQuery, customerSessionsQuery(id)];
    return Promise.all(lists.map((list) => queries.invalidateQueries({ queryKey: list.queryKey })));
  };
}
