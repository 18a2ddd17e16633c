import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { ChapterFilter, GalleryPage } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { onReturn } from '../../../lib/browser/on-return.ts';
import { untilSaved } from '../photos/write-queues.ts';
import { photosPage, photosQuery } from './api.ts';

type Pages = InfiniteData<GalleryPage, string | null>;

/** Milliseconds. Pages younger than this are not refetched when their screen opens. */
const freshFor = 30_000;

/**
 * Keeps the visible pages up to date with other devices. When the tab gets the focus, visible pages are refetched at
 * once, other pages when they become visible. Refetching all pages of a large session would take dozens of requests.
 * @returns a function to call with the indexes of the first and last visible photo
 */
export function useFreshPages(session: string, chapter?: ChapterFilter): (first: number, last: number) => void {
  const queries = useQueryClient();
  const stalePages = useRef(new Set<number>());
  const visibleRange = useRef<[number, number]>(undefined);

  const refetchVisible = useCallback(async () => {
    if (!visibleRange.current) return;
    const [first, last] = visibleRange.current.map((photoIndex) => Math.floor(photoIndex / limits.photosPerPage)) as [
      number,
      number,
    ];
    for (let index = first; index <= last; index += 1) {
      if (!stalePages.current.delete(index)) continue;
      await refetchPage(queries, session, chapter, index).catch((error) => {
        console.warn('A page of photos was not refetched.', error);
        stalePages.current.add(index);
      });
    }
  }, [queries, session, chapter]);

  useEffect(() => {
    const { queryKey } = photosQuery(session, chapter);
    const expire = () => {
      const pages = queries.getQueryData<Pages>(queryKey)?.pages ?? [];
      stalePages.current = new Set(pages.keys());
    };
    if ((queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < Date.now() - freshFor) expire();
    return onReturn(() => {
      expire();
      void refetchVisible();
    });
  }, [queries, session, chapter, refetchVisible]);

  return useCallback(
    (first, last) => {
      visibleRange.current = [first, last];
      void refetchVisible();
    },
    [refetchVisible],
  );
}

/** Refetches one page. If photos were added or removed, refetches all pages, because the cursors no longer match. */
async function refetchPage(
  queries: ReturnType<typeof useQueryClient>,
  session: string,
  chapter: ChapterFilter | undefined,
  index: number,
): Promise<void> {
  const { queryKey } = photosQuery(session, chapter);
  await untilSaved();
  const pagesBefore = queries.getQueryData<Pages>(queryKey);
  const oldPage = pagesBefore?.pages[index];
  if (!pagesBefore || !oldPage) return;
  const page = await photosPage(session, pagesBefore.pageParams[index] ?? null, chapter);
  const current = queries.getQueryData<Pages>(queryKey);
  // A favorite or note was written during the request, so the response may be older than it.
  if (current?.pages[index] !== oldPage) return refetchPage(queries, session, chapter, index);
  const ids = (ofPage: GalleryPage) => ofPage.items.map((item) => item.id).join();
  if (ids(page) !== ids(oldPage) || (page.next_cursor === null) !== (oldPage.next_cursor === null)) {
    await queries.invalidateQueries({ queryKey });
    return;
  }
  const items = page.items.map((item, itemIndex) =>
    JSON.stringify(item) === JSON.stringify(oldPage.items[itemIndex]) ? oldPage.items[itemIndex]! : item,
  );
  if (items.every((item, itemIndex) => item === oldPage.items[itemIndex])) return;
  // Keep the old cursor: the next page was fetched with it.
  const pages = current.pages.with(index, { ...oldPage, items });
  queries.setQueryData<Pages>(queryKey, { ...current, pages }, { updatedAt: Date.now() });
}
