import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { ChapterFilter, GalleryPage } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { onReturn } from '../../../lib/browser/on-return.ts';
import { untilSaved } from '../photos/write-queues.ts';
import { photosPage, photosQuery } from './api.ts';

type Pages = InfiniteData<GalleryPage, string | null>;

/** Milliseconds. Pages younger than this are not refetched when their screen opens. */
const fresh = 30_000;

/**
 * Keeps the visible pages up to date with other devices: when the tab gets focus, visible pages are refetched at once,
 * others when they become visible. Refetching all pages of a large session would take dozens of requests.
 * @returns a function to call with the indexes of the first and last visible photo.
 */
export function useFreshPages(session: string, chapter?: ChapterFilter): (first: number, last: number) => void {
  const queries = useQueryClient();
  const stale = useRef(new Set<number>());
  const inSight = useRef<[number, number]>(undefined);

  const look = useCallback(async () => {
    if (!inSight.current) return;
    const [first, last] = inSight.current.map((place) => Math.floor(place / limits.photosPerPage)) as [number, number];
    for (let index = first; index <= last; index += 1) {
      if (!stale.current.delete(index)) continue;
      await readAgain(queries, session, chapter, index).catch((error) => {
        console.warn('A page of photos was not refetched.', error);
        stale.current.add(index);
      });
    }
  }, [queries, session, chapter]);

  useEffect(() => {
    const { queryKey } = photosQuery(session, chapter);
    const expire = () => {
      const pages = queries.getQueryData<Pages>(queryKey)?.pages ?? [];
      stale.current = new Set(pages.keys());
    };
    if ((queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < Date.now() - fresh) expire();
    return onReturn(() => {
      expire();
      void look();
    });
  }, [queries, session, chapter, look]);

  return useCallback(
    (first, last) => {
      inSight.current = [first, last];
      void look();
    },
    [look],
  );
}

/** Refetches one page. If photos were added or removed, refetches all pages, because the cursors no longer match. */
async function readAgain(
  queries: ReturnType<typeof useQueryClient>,
  session: string,
  chapter: ChapterFilter | undefined,
  index: number,
): Promise<void> {
  const { queryKey } = photosQuery(session, chapter);
  await untilSaved();
  const before = queries.getQueryData<Pages>(queryKey);
  const old = before?.pages[index];
  if (!before || !old) return;
  const page = await photosPage(session, before.pageParams[index] ?? null, chapter);
  const now = queries.getQueryData<Pages>(queryKey);
  // A favorite or note was written during the request, so the response may predate it.
  if (now?.pages[index] !== old) return readAgain(queries, session, chapter, index);
  const ids = (of: GalleryPage) => of.items.map((item) => item.id).join();
  if (ids(page) !== ids(old) || (page.next_cursor === null) !== (old.next_cursor === null)) {
    await queries.invalidateQueries({ queryKey });
    return;
  }
  const items = page.items.map((item, at) =>
    JSON.stringify(item) === JSON.stringify(old.items[at]) ? old.items[at]! : item,
  );
  if (items.every((item, at) => item === old.items[at])) return;
  // Keep the old cursor: the next page was fetched with it.
  const pages = now.pages.with(index, { ...old, items });
  queries.setQueryData<Pages>(queryKey, { ...now, pages }, { updatedAt: Date.now() });
}
