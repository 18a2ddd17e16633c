import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import type { ChapterFilter, PhotoFilter, StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { itemsOf } from '../../../../../lib/query/paged-query.ts';
import { useSearch } from '../../../search/search.tsx';
import { searchableText, searchWords } from '../../../search/search-words.ts';
import { chosenPhotosQuery } from '../../../selections/api.ts';
import { withoutChapter } from '../../chapters/chapters.ts';
import { photosQuery } from '../api.ts';

/** The choice of a session's photos that are listed. */
export interface Listed {
  show: PhotoFilter;
  /** A selection: only the photos that are chosen in it. */
  chosenIn: string | undefined;
  /** Only this chapter's photos. */
  chapter: ChapterFilter | undefined;
}

export type PhotoList = ReturnType<typeof usePhotoList>;

/**
 * Fetches a session's photos page by page, and searches their file names; a search loads all pages.
 * @returns `all`: the photos that are loaded; `items`: those of them that the search finds, all without one; `count`:
 * the expected number of items; `more`: loads the next page, stable between renders.
 */
export function usePhotoList(session: SessionDetails, { show, chosenIn, chapter }: Listed) {
  const chosen = useInfiniteQuery({
    ...chosenPhotosQuery(session.id, chosenIn ?? ''),
    enabled: chosenIn !== undefined,
  });
  const filtered = useInfiniteQuery({ ...photosQuery(session.id, show, chapter), enabled: chosenIn === undefined });
  const query = chosenIn === undefined ? filtered : chosen;
  const all = useMemo(() => itemsOf(query.data), [query.data]);
  const search = useSearch();
  const searched = useDeferredValue(search.text).trim();
  const items = useMemo(() => named(all, searched), [all, searched]);
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // After a failure only 'Try again' refetches; visible placeholders would otherwise repeat the request endlessly.
  const more = useCallback(() => {
    if (!isFetching && !isError) void fetchNextPage();
  }, [isFetching, isError, fetchNextPage]);
  useEffect(() => {
    if (searched !== '' && hasNextPage) more();
  }, [searched, hasNextPage, more]);
  const isWhole = show === 'all' && chosenIn === undefined && searched === '';
  return {
    query,
    all,
    items,
    count: isWhole ? countIn(session, chapter) : items.length,
    search,
    searched,
    hasNextPage,
    more,
  };
}

/** Returns the photos whose file names contain every word of a search. */
function named(photos: StudioPhoto[], search: string): StudioPhoto[] {
  if (search === '') return photos;
  const isFound = searchWords(search);
  return photos.filter(({ file_name }) => isFound(searchableText([file_name])));
}

/** Returns the number of photos in the chapter, or in all. */
function countIn(session: SessionDetails, chapter: ChapterFilter | undefined): number {
  if (chapter === undefined) return session.photos_count;
  return chapter === 'none' ? withoutChapter(session) : (session.chapter_counts[chapter]?.photos_count ?? 0);
}
