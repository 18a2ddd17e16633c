import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { overwrite } from '../../lib/query/overwrite.ts';
import { Button } from '../../ui/button.tsx';

/** Components and helpers of screens with paged lists. */

/** A button that loads the next page; renders nothing on the last page. */
export function LoadMore({
  list,
}: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}) {
  if (!list.hasNextPage) return null;
  return (
    <div className="flex justify-center py-6">
      <Button look="secondary" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {list.isFetchingNextPage ? 'Loading...' : 'Load more'}
      </Button>
    </div>
  );
}

/** Loads all pages of a list while `isWanted`: a search needs every row. */
export function useEveryPage(
  isWanted: boolean,
  list: { hasNextPage: boolean; isFetching: boolean; isError: boolean; fetchNextPage: () => unknown },
): void {
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isWanted, hasNextPage, isFetching, isError, fetchNextPage]);
}

/** Replaces the item with the same id in a cached paged list. */
export function replaceItem<Item extends { id: string }>(queries: QueryClient, list: QueryKey, changed: Item): void {
  overwrite<InfiniteData<{ items: Item[] }>>(
    queries,
    list,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (item.id === changed.id ? changed : item)),
        })),
      },
  );
}
