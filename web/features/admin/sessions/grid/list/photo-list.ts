import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import type { ChapterFilter, PhotoFilter, StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { searchableText, searchWords } from '#shared/text/search-words.ts';
import { itemsOf } from '../../../../../lib/query/paged-query.ts';
import { useSearch } from '../../../search/search.tsx';
import { chosenPhotosQuery } from '../../../selections/api.ts';
import { withoutChapter } from '../../chapters/chapters.ts';
import { photosQuery } from '../api.ts';

/** The filters of a session's list of photos. */
export interface Listed {
  show: PhotoFilter;
  /** The id of a selection: the list has only its chosen photos. */
  chosenIn: string | undefined;
  /** The list has only this chapter's photos. */
  chapter: ChapterFilter | undefined;
}

export type PhotoList = ReturnType<typeof usePhotoList>;

/**
 * Returns a session's photos, fetched page by page, with a search of their file names; a search loads all pages.
 * @returns `loadedPhotos`: the loaded photos; `items`: the loaded photos that match the search, or all without a search; `count`:
 * the expected number of items; `loadMore`: loads the next page, stable between renders.
 */
export function usePhotoList(session: SessionDetails, { show, chosenIn, chapter }: Listed) {
  const chosen = useInfiniteQuery({
    ...chosenPhotosQuery(session.id, chosenIn ?? ''),
    enabled: chosenIn !== undefined,
  });
  const filtered = useInfiniteQuery({ ...photosQuery(session.id, show, chapter), enabled: chosenIn === undefined });
  const query = chosenIn === undefined ? filtered : chosen;
  const loadedPhotos = useMemo(() => itemsOf(query.data), [query.data]);
  const search = useSearch();
  const searchText = useDeferredValue(search.text).trim();
  const items = useMemo(() => matchingPhotos(loadedPhotos, searchText), [loadedPhotos, searchText]);
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  // After a failure only 'Try again' refetches; visible placeholders would otherwise repeat the request endlessly.
  const loadMore = useCallback(() => {
    if (!isFetching && !isError) void fetchNextPage();
  }, [isFetching, isError, fetchNextPage]);
  useEffect(() => {
    if (searchText !== '' && hasNextPage) loadMore();
  }, [searchText, hasNextPage, loadMore]);
  const isUnfiltered = show === 'all' && chosenIn === undefined && searchText === '';
  return {
    query,
    loadedPhotos,
    items,
    count: isUnfiltered ? countIn(session, chapter) : items.length,
    search,
    searchText,
    hasNextPage,
    loadMore,
  };
}

/** Returns the photos whose file names contain every word of a search. */
function matchingPhotos(photos: StudioPhoto[], search: string): StudioPhoto[] {
  if (search === '') return photos;
  const isFound = searchWords(search);
  return photos.filter(({ file_name }) => isFound(searchableText([file_name])));
}

/** Returns the number of photos in the chapter, or in the whole session. */
function countIn(session: SessionDetails, chapter: ChapterFilter | undefined): number {
  if (chapter === undefined) return session.photos_count;
  return chapter === 'none' ? withoutChapter(session) : (session.chapter_counts[chapter]?.photos_count ?? 0);
}
