import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { GalleryPage } from '#shared/contract/photos.ts';
import { limits } from '#shared/limits.ts';
import { onReturn } from '../../lib/on-return.ts';
import { photosPage, photosQuery } from './queries.ts';

type Pages = InfiniteData<GalleryPage, string | null>;

/** Pages younger than this are not looked at again when their screen opens. */
const fresh = 30_000;

/**
 * Keeps what is in sight as it is on other devices: when somebody comes back to the tab, pages are read again, those in
 * sight at once, others when they come into sight. (Reading all pages of a large session would take dozens of requests.)
 * @returns to be told which photos are in sight, by their places in the list.
 */
export function useFreshPages(session: string): (first: number, last: number) => void {
  const queries = useQueryClient();
  const stale = useRef(new Set<number>());
  const inSight = useRef<[number, number]>(undefined);

  const look = useCallback(async () => {
    if (!inSight.current) return;
    const [first, last] = inSight.current.map((place) => Math.floor(place / limits.photosPerPage)) as [number, number];
    for (let index = first; index <= last; index += 1) {
      if (!stale.current.delete(index)) continue;
      await readAgain(queries, session, index).catch((error) => {
        console.warn('A page of photos was not read again.', error);
        stale.current.add(index);
      });
    }
  }, [queries, session]);

  useEffect(() => {
    const { queryKey } = photosQuery(session);
    const expire = () => {
      const pages = queries.getQueryData<Pages>(queryKey)?.pages ?? [];
      stale.current = new Set(pages.keys());
    };
    if ((queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < Date.now() - fresh) expire();
    return onReturn(() => {
      expire();
      void look();
    });
  }, [queries, session, look]);

  return useCallback(
    (first, last) => {
      inSight.current = [first, last];
      void look();
    },
    [look],
  );
}

/** Reads one page again; where photos came or went, everything, since then the pages no longer fit together. */
async function readAgain(queries: ReturnType<typeof useQueryClient>, session: string, index: number): Promise<void> {
  const { queryKey } = photosQuery(session);
  const before = queries.getQueryData<Pages>(queryKey);
  const old = before?.pages[index];
  if (!before || !old) return;
  const page = await photosPage(session, before.pageParams[index] ?? null);
  const now = queries.getQueryData<Pages>(queryKey);
  // A star or a note was written meanwhile: the answer may be older than that.
  if (now?.pages[index] !== old) return;
  const ids = (of: GalleryPage) => of.items.map((item) => item.id).join();
  if (ids(page) !== ids(old) || (page.next_cursor === null) !== (old.next_cursor === null)) {
    await queries.invalidateQueries({ queryKey });
    return;
  }
  const items = page.items.map((item, at) =>
    JSON.stringify(item) === JSON.stringify(old.items[at]) ? old.items[at]! : item,
  );
  if (items.every((item, at) => item === old.items[at])) return;
  // The cursor stays: the page behind it was read with that one.
  const pages = now.pages.with(index, { ...old, items });
  queries.setQueryData<Pages>(queryKey, { ...now, pages }, { updatedAt: Date.now() });
}
