import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StudioPage, StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { openPhotoOf } from '../../../../../lib/browser/photo-address.ts';
import { overwrite } from '../../../../../lib/query/overwrite.ts';
import { favoriteAndNoteCountsKey } from '../../../customers/api.ts';
import { sessionQuery, sessionsQuery } from '../../api.ts';
import { photoCountsQuery, trashQuery } from '../api.ts';

type Pages = InfiniteData<StudioPage, string | null>;

export type CachedPhotos = ReturnType<typeof useCachedPhotos>;

/**
 * Returns stable functions that read and change the cached photos of a session: its lists, whatever their filter, and its counts.
 */
export function useCachedPhotos(session: string) {
  const queries = useQueryClient();
  return useMemo(() => {
    const queryKey = ['photos', session];
    return {
      /** Returns the loaded photos by id. */
      loaded: (): Map<string, StudioPhoto> => {
        const lists = queries.getQueriesData<Pages>({ queryKey });
        const items = lists.flatMap(([, data]) => data?.pages.flatMap((page) => page.items) ?? []);
        return new Map(items.map((item) => [item.id, item]));
      },
      /** Changes the photos of each loaded page. */
      replace: (change: (items: StudioPhoto[]) => StudioPhoto[]): void =>
        overwrite<Pages>(
          queries,
          queryKey,
          (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
        ),
      /** Changes the session's cached number of photos, until it is refetched. */
      changeCount: (photos: StudioPhoto[], by: 1 | -1): void =>
        overwrite<SessionDetails>(
          queries,
          sessionQuery(session).queryKey,
          (storedSession) => storedSession && withPhotos(storedSession, photos, by),
        ),
      /** Refetches the shown lists. */
      refetchLists: (): Promise<void> => queries.invalidateQueries({ queryKey }),
      /**
       * Refetches the other lists and the counts that depend on changed photos. While the lightbox is open, it only invalidates
       * the counts.
       */
      refetchAffected: (): void => {
        const refetchType = openPhotoOf(location.search) ? 'none' : 'active';
        void queries.invalidateQueries({ queryKey: sessionQuery(session).queryKey, refetchType });
        void queries.invalidateQueries({ queryKey: photoCountsQuery(session).queryKey, refetchType });
        void queries.invalidateQueries({ queryKey, refetchType: 'inactive' });
        void queries.invalidateQueries({ queryKey: trashQuery(session).queryKey });
        void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
        void queries.invalidateQueries({ queryKey: favoriteAndNoteCountsKey });
      },
    };
  }, [queries, session]);
}

/** Returns a session whose numbers of photos, in total and in chapters, are changed by these photos. */
function withPhotos(session: SessionDetails, photos: StudioPhoto[], by: 1 | -1): SessionDetails {
  const chapter_counts = { ...session.chapter_counts };
  for (const { chapter_id } of photos) {
    const counts = chapter_id === null ? undefined : chapter_counts[chapter_id];
    if (chapter_id !== null && counts) {
      chapter_counts[chapter_id] = { ...counts, photos_count: counts.photos_count + by };
    }
  }
  return { ...session, photos_count: session.photos_count + by * photos.length, chapter_counts };
}
