import { hashKey, type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { favoritesQuery } from '../favorites/api.ts';
import { galleryQuery, photosQuery } from '../session/api.ts';
import { setFavoriteOrNote } from './api.ts';
import { type Field, inFlight, type WriteQueue, writeQueues } from './write-queues.ts';

export type SendNote = (photo: string, note: string, note_before: string) => Promise<Pick<GalleryPhoto, 'note'>>;

/**
 * Returns functions that save favorites and notes. Each resolves when the value is stored and rejects with the API's
 * error.
 * @param sessionOf maps a photo's id to its session's; must be a stable function
 * @param sendNote saves a note in place of PATCH photo; must be a stable function
 */
export function useFavoritesAndNotes(sessionOf: (photo: string) => string, sendNote?: SendNote) {
  const queries = useQueryClient();
  return useMemo(
    () => ({
      /** Toggles the favorite. Shown at once; the latest click wins; reverted if saving fails. */
      toggleFavorite: (photo: string) => {
        const session = sessionOf(photo);
        const wasFavorite = isFavorite(queries, session, photo);
        const is_favorite = !wasFavorite;
        const saving = write(queries, session, photo, 'is_favorite', wasFavorite, () =>
          setFavoriteOrNote(session, photo, { is_favorite }),
        );
        show(queries, session, photo, { is_favorite });
        return saving;
      },
      /** Saves a note that replaces the note `seen`. If another note was saved in the meantime, shows that note. */
      saveNote: (photo: string, note: string, seen: string) => {
        const session = sessionOf(photo);
        return write(queries, session, photo, 'note', seen, async (stored) => {
          if (sendNote) return sendNote(photo, note, stored);
          const saved = await setFavoriteOrNote(session, photo, { note, note_before: stored });
          // The review of a selection shows the note, too.
          void queries.invalidateQueries({ queryKey: ['selection', session] });
          return saved;
        });
      },
    }),
    [queries, sessionOf, sendNote],
  );
}

async function write<Name extends Field>(
  queries: QueryClient,
  session: string,
  photo: string,
  field: Name,
  storedBefore: GalleryPhoto[Name],
  send: (stored: GalleryPhoto[Name]) => Promise<Pick<GalleryPhoto, Name>>,
): Promise<void> {
  const queues: Map<string, WriteQueue<Name>> = writeQueues[field];
  const queue = queues.get(photo) ?? { last: Promise.resolve(), stored: storedBefore };
  const ownWrite = queue.last
    .catch(() => {})
    .then(async () => {
      try {
        queue.stored = (await send(queue.stored))[field];
      } catch (error) {
        if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
          queue.stored = (error.details.current as GalleryPhoto)[field];
        }
        throw error;
      }
    });
  queue.last = ownWrite;
  queues.set(photo, queue);
  interrupt(queries, session);
  try {
    await ownWrite;
  } finally {
    if (queue.last === ownWrite) {
      queues.delete(photo);
      interrupt(queries, session);
      show(queries, session, photo, { [field]: queue.stored });
      if (inFlight().length === 0) requestAgain(queries);
    }
  }
}

/**
 * Hashes of the queries whose requests a write has cancelled. They are requested again once nothing is being saved.
 */
const interrupted = new Set<string>();

/**
 * Cancels the requests in flight whose data contains the photo. The server may have read their data before it stores
 * the write, so their responses would undo the change on the screen.
 */
function interrupt(queries: QueryClient, session: string): void {
  for (const queryKey of [galleryQuery.queryKey, photosQuery(session).queryKey, favoritesQuery.queryKey]) {
    for (const query of queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
      // The list that needs a further page requests it again.
      if (!query.state.fetchMeta?.fetchMore) interrupted.add(query.queryHash);
      void query.cancel({ revert: true });
    }
  }
}

function requestAgain(queries: QueryClient): void {
  const hashes = new Set(interrupted);
  interrupted.clear();
  // The response would remove photos that are no longer favorites, but useAllFavorites keeps them so that a tap can
  // be undone.
  const favorites = itemsOf(queries.getQueryData<List>(favoritesQuery.queryKey));
  if (favorites.some(({ is_favorite }) => !is_favorite)) hashes.delete(hashKey(favoritesQuery.queryKey));
  void queries.refetchQueries({ type: 'active', predicate: ({ queryHash }) => hashes.has(queryHash) });
}

/**
 * Returns the query keys of the cached lists that can contain the photo: its session's, its chapters', and the
 * favorites.
 */
const listsWith = (queries: QueryClient, session: string) =>
  [photosQuery(session).queryKey, favoritesQuery.queryKey].flatMap((queryKey) =>
    queries
      .getQueryCache()
      .findAll({ queryKey })
      .map((query) => query.queryKey),
  );

/** Reads the list that was updated last, because another cached list may be outdated. */
function isFavorite(queries: QueryClient, session: string, photo: string): boolean {
  const lists = listsWith(queries, session).map((list) => queries.getQueryState<List>(list));
  return (
    lists
      .toSorted((a, b) => (b?.dataUpdatedAt ?? 0) - (a?.dataUpdatedAt ?? 0))
      .flatMap((list) => itemsOf(list?.data))
      .find((item) => item.id === photo)?.is_favorite ?? false
  );
}

type List = InfiniteData<{ items: GalleryPhoto[] }>;

/** Writes a change into all cached lists with the photo, and into the number of favorites. */
function show(queries: QueryClient, session: string, photo: string, change: Partial<GalleryPhoto>): void {
  const { is_favorite } = change;
  if (is_favorite !== undefined) {
    const countChange = Number(is_favorite) - Number(isFavorite(queries, session, photo));
    queries.setQueryData(
      galleryQuery.queryKey,
      (gallery) =>
        gallery && {
          ...gallery,
          favorites_count: Math.max(0, gallery.favorites_count + countChange),
          items: gallery.items.map((item) =>
            item.id === session ? { ...item, favorites_count: Math.max(0, item.favorites_count + countChange) } : item,
          ),
        },
    );
  }
  for (const list of listsWith(queries, session)) {
    const state = queries.getQueryState<List>(list);
    if (!state?.data) continue;
    const pages = state.data.pages.map((page) =>
      page.items.some((item) => item.id === photo)
        ? { ...page, items: page.items.map((item) => (item.id === photo ? { ...item, ...change } : item)) }
        : page,
    );
    // Keep dataUpdatedAt: the other photos are as old as before.
    queries.setQueryData<List>(list, { ...state.data, pages }, { updatedAt: state.dataUpdatedAt });
  }
}
