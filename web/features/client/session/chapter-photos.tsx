import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { type PhotoActs, PhotoCards } from '../photos/photo-cards.tsx';
import { photosQuery } from './api.ts';
import { useFreshPages } from './fresh-pages.ts';
import type { Section } from './sections.ts';

/** The photos of a section, as far as they are loaded. */
export interface LoadedSection {
  photos: GalleryPhoto[];
  isWhole: boolean;
  error: Error | null;
  /** Requests the next page; a new function whenever it may be called again. */
  more: () => void;
  retry: () => void;
}

/** The grid of one section. Its photos are requested when it comes near the viewport. */
export function ChapterPhotos({
  session,
  section,
  isFirst,
  acts,
  focused,
  onLoaded,
}: {
  session: GallerySession;
  section: Section;
  isFirst: boolean;
  acts: PhotoActs;
  focused: string | undefined;
  onLoaded: (section: string, loaded: LoadedSection) => void;
}) {
  const [isNear, setNear] = useState(isFirst);
  const query = useInfiniteQuery({ ...photosQuery(session.id, section.chapter), enabled: isNear });
  const onShow = useFreshPages(session.id, section.chapter);
  const data = useDeferredValue(query.data);
  const photos = useMemo(() => itemsOf(data), [data]);
  const { hasNextPage, isFetching, isError, error, isFetchNextPageError, fetchNextPage, refetch } = query;
  const isRendered = data === query.data;
  // After a failure only 'Try again' refetches. Otherwise visible placeholders would repeat the request endlessly.
  const loadMore = useCallback(() => {
    setNear(true);
    if (isNear && isRendered && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isNear, isRendered, hasNextPage, isFetching, isError, fetchNextPage]);
  const retry = useCallback(
    () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    [isFetchNextPageError, fetchNextPage, refetch],
  );
  const isWhole = data !== undefined && isRendered && !hasNextPage && !isFetching;
  useEffect(
    () => onLoaded(section.id, { photos, isWhole, error, more: loadMore, retry }),
    [onLoaded, section.id, photos, isWhole, error, loadMore, retry],
  );
  return (
    <>
      <QueryStatus query={query} failed="These photos could not be loaded." />
      {(query.data || !isError) && (
        <PhotoCards
          acts={acts}
          label={section.chapter === undefined ? `Photos of ${session.session_name}` : `Photos of ${section.name}`}
          photos={photos}
          count={section.count}
          isFirst={isFirst}
          focused={focused}
          onNeedMore={isWhole ? undefined : loadMore}
          onShow={onShow}
        />
      )}
    </>
  );
}
