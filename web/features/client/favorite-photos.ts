import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { FavoritePhoto } from '#shared/contract/photos.ts';
import { favoritesQuery } from './queries.ts';

interface AllFavorites {
  photos: FavoritePhoto[];
  isPending: boolean;
  error: Error | null;
  retry: () => void;
}

/**
 * The client's favorites in all sessions, newest first, to the last one. Where somebody takes a star away, the photo stays
 * in sight, so that a slip of the finger can be undone; it is gone the next time.
 */
export function useAllFavorites(): AllFavorites {
  const queries = useQueryClient();
  const favorites = useInfiniteQuery(favoritesQuery);
  const { data, hasNextPage, isFetching, error, fetchNextPage, refetch, isFetchNextPageError } = favorites;

  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);

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

  const photos = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  return {
    photos,
    isPending: favorites.isPending,
    error,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}
