import type { QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/**
 * Writes a mutation's result to the cached queries, and refetches those in flight: their responses may predate the
 * mutation.
 */
export function overwrite<Data>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: Updater<Data | undefined, Data | undefined>,
): void {
  queries.setQueriesData<Data>({ queryKey }, change);
  void queries.refetchQueries({ queryKey, fetchStatus: 'fetching' });
}
