import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { FavoritePhoto } from '#shared/contract/photos/photos.ts';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { favoritesQuery } from './api.ts';

export interface AllFavorites {
  photos: FavoritePhoto[];
  isPending: boolean;
  /** Whether all pages are loaded. */
  isComplete: boolean;
  error: Error | null;
  refetch: () => void;
}

/**
 * Loads all pages of the client's favorites in all sessions, newest first. A photo that is no longer a favorite stays
 * in the list until the screen is left, so that an accidental tap can be undone.
 */
export function useAllFavorites(): AllFavorites {
  const queries = useQueryClient();
  const favorites = useInfiniteQuery(favoritesQuery);
  const { data, hasNextPage, isFetching, error, fetchNextPage, refetch, isFetchNextPageError } = favorites;

  // The number of pages is a dependency of the effect, because a fast response changes nothing else between two
  // renders.
  const loadedPages = data?.pages.length ?? 0;
  useEffect(() => {
    if (loadedPages > 0 && hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [loadedPages, hasNextPage, isFetching, error, fetchNextPage]);

  useEffect(
    () => () => {
      queries.setQueryData(
        favoritesQuery.queryKey,
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({ ...page, items: page.items.filter((photo) => photo.is_favorite) })),
          },
      );
    },
    [queries],
  );

  const photos = useMemo(() => itemsOf(data), [data]);
  return {
    photos,
    isPending: favorites.isPending,
    isComplete: data !== undefined && !hasNextPage && !isFetching,
    error,
    refetch: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}

/** Requests all pages of the favorites, newest first. */
export async function allFavorites(queries: QueryClient): Promise<FavoritePhoto[]> {
  const { pages } = await queries.fetchInfiniteQuery({ ...favoritesQuery, pages: Number.POSITIVE_INFINITY });
  return pages.flatMap((page) => page.items).filter(({ is_favorite }) => is_favorite);
}
