import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { overwrite } from '../../lib/overwrite.ts';
import { Button } from '../../ui/button.tsx';

/** What a screen with a list of pages does with it beyond showing it. */

/** Fetches the next page of a list; nothing where there is none. */
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

/** Puts an item in the place of the one with its id, on whichever page of the list that stands. */
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
