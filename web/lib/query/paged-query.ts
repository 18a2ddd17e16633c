import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

/**
 * Returns query options for a paged list of the API.
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

/** Returns every page of a list, the first page first. */
export async function everyPage<Page extends { next_cursor: string | null }>(
  fetchPage: (query: { cursor?: string }) => Promise<Page>,
): Promise<Page[]> {
  const pages = [await fetchPage({})];
  for (let next = pages[0]!.next_cursor; next !== null; next = pages.at(-1)!.next_cursor) {
    pages.push(await fetchPage({ cursor: next }));
  }
  return pages;
}

/** Returns the items of all loaded pages. */
export const itemsOf = <Item>(data: InfiniteData<{ items: Item[] }, unknown> | undefined): Item[] =>
  data?.pages.flatMap((page) => page.items) ?? [];
