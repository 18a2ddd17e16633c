import type { QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/**
 * Puts what a change has come to in the place of what was read. What is being read just now was asked for before that, and
 * its answer would bring back how things were: it is asked for anew.
 */
export function overwrite<Data>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: Updater<Data | undefined, Data | undefined>,
): void {
  queries.setQueriesData<Data>({ queryKey }, change);
  void queries.refetchQueries({ queryKey, fetchStatus: 'fetching' });
}
