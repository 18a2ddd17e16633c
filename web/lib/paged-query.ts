import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

/**
 * Query options for a paged list of the API.
 * @param fetchPage requests one page; without a cursor, the first.
 */
export const pagedQuery = <Page extends { next_cursor: string | null }, Key extends QueryKey>(
  queryKey: Key,
  fetchPage: (query: { cursor?: string }) => Promise<Page>,
  times: { staleTime?: number; gcTime?: number } = {},
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: Page) => page.next_cursor,
    ...times,
  });

/** The items of all loaded pages. */
export const itemsOf = <Item>(data: InfiniteData<{ items: Item[] }, unknown> | undefined): Item[] =>
  data?.pages.flatMap((page) => page.items) ?? [];
