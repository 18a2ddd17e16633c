import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos.ts';
import { ApiError } from '../../lib/api.ts';
import { favoritesQuery, galleryQuery, markPhoto, photosQuery } from './queries.ts';

type Field = 'is_favorite' | 'note';

/** The writes of one field of one photo that are on their way: one after the other, in the order they were asked for. */
interface Line<Name extends Field> {
  last: Promise<void>;
  /** What the studio has, as far as it has answered. */
  stored: GalleryPhoto[Name];
}

/** By photo. They outlive the screen, as requests do. */
const lines: { [Name in Field]: Map<string, Line<Name>> } = { is_favorite: new Map(), note: new Map() };

/**
 * Stars and notes of photos. Each resolves when it is stored, and throws the API's error when it is not.
 * @param sessionOf the session of a photo, by its id; the same function as long as the answers are the same.
 */
export function useMarks(sessionOf: (photo: string) => string) {
  const queries = useQueryClient();
  return useMemo(
    () => ({
      /** The other way round than it is now. Shows at once; what was asked for last wins; put back when that fails. */
      star: (photo: string) => {
        const session = sessionOf(photo);
        const before = isFavorite(queries, session, photo);
        const is_favorite = !before;
        const done = write(queries, session, photo, 'is_favorite', before, () =>
          markPhoto(session, photo, { is_favorite }),
        );
        show(queries, session, photo, { is_favorite });
        return done;
      },
      /** Takes the place of the note that its writer has `seen`; where another one was saved meanwhile, that one shows. */
      note: (photo: string, note: string, seen: string) => {
        const session = sessionOf(photo);
        return write(queries, session, photo, 'note', seen, (stored) =>
          markPhoto(session, photo, { note, note_before: stored }),
        );
      },
    }),
    [queries, sessionOf],
  );
}

async function write<Name extends Field>(
  queries: QueryClient,
  session: string,
  photo: string,
  field: Name,
  before: GalleryPhoto[Name],
  send: (stored: GalleryPhoto[Name]) => Promise<GalleryPhoto>,
): Promise<void> {
  const inLine: Map<string, Line<Name>> = lines[field];
  const line = inLine.get(photo) ?? { last: Promise.resolve(), stored: before };
  const mine = line.last
    .catch(() => {})
    .then(async () => {
      try {
        line.stored = (await send(line.stored))[field];
      } catch (error) {
        if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
          line.stored = (error.details.current as GalleryPhoto)[field];
        }
        throw error;
      }
    });
  line.last = mine;
  inLine.set(photo, line);
  // An answer that was asked for before this would bring back what was there before.
  void queries.cancelQueries({ queryKey: photosQuery(session).queryKey });
  void queries.cancelQueries({ queryKey: favoritesQuery.queryKey });
  try {
    await mine;
  } finally {
    if (line.last === mine) {
      inLine.delete(photo);
      show(queries, session, photo, { [field]: line.stored });
    }
  }
}

/** The lists that a photo may stand in: its session's, and that of the favorites. */
const listsWith = (session: string) => [photosQuery(session).queryKey, favoritesQuery.queryKey] as const;

/** As the list has it that was read last: another one, not on the screen, may be out of date. */
function isFavorite(queries: QueryClient, session: string, photo: string): boolean {
  const lists = listsWith(session).map((list) => queries.getQueryState<List>(list));
  return (
    lists
      .toSorted((a, b) => (b?.dataUpdatedAt ?? 0) - (a?.dataUpdatedAt ?? 0))
      .flatMap((list) => list?.data?.pages.flatMap((page) => page.items) ?? [])
      .find((item) => item.id === photo)?.is_favorite ?? false
  );
}

type List = InfiniteData<{ items: GalleryPhoto[] }>;

/** Writes a change into every list that has the photo, and into the number of favorites. */
function show(queries: QueryClient, session: string, photo: string, change: Partial<GalleryPhoto>): void {
  const { is_favorite } = change;
  if (is_favorite !== undefined) {
    const more = Number(is_favorite) - Number(isFavorite(queries, session, photo));
    queries.setQueryData(
      galleryQuery.queryKey,
      (gallery) => gallery && { ...gallery, favorites_count: Math.max(0, gallery.favorites_count + more) },
    );
  }
  for (const list of listsWith(session)) {
    const before = queries.getQueryState<List>(list);
    if (!before?.data) continue;
    const pages = before.data.pages.map((page) =>
      page.items.some((item) => item.id === photo)
        ? { ...page, items: page.items.map((item) => (item.id === photo ? { ...item, ...change } : item)) }
        : page,
    );
    // Written is not read: how old the rest of the list is stays as it was.
    queries.setQueryData<List>(list, { ...before.data, pages }, { updatedAt: before.dataUpdatedAt });
  }
}
