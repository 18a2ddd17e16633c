import { useCallback, useEffect, useRef, useState } from 'react';
import type { SharedSession } from '#shared/contract/links.ts';
import type { ChapterFilter, GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { messageOf } from '#shared/errors.ts';
import { isClosed, photosPage } from './api.ts';

/** A chapter of the session, the photos in none, or all of them. */
export interface Part {
  id: string;
  name: string;
  count: number;
  chapter: ChapterFilter | undefined;
  photos: GalleryPhoto[];
  /** The cursor of the next page; undefined before the first page, null after the last one. */
  next: string | null | undefined;
  trouble?: string | undefined;
}

function partsOf({ session_name, photos_count, chapters, photos }: SharedSession): Part[] {
  const none = { photos: [], next: undefined };
  const others = photos_count - chapters.reduce((sum, chapter) => sum + chapter.photos_count, 0);
  const parts: Part[] = [
    ...chapters.map(({ id, name, photos_count: count }) => ({ id, name, count, chapter: id, ...none })),
    ...(chapters.length > 0 && others > 0
      ? [{ id: 'more', name: 'More photos', count: others, chapter: 'none' as const, ...none }]
      : []),
    ...(chapters.length === 0
      ? [{ id: 'all', name: session_name, count: photos_count, chapter: undefined, ...none }]
      : []),
  ];
  return parts.map((part, index) => (index === 0 ? { ...part, photos: photos.items, next: photos.next_cursor } : part));
}

/**
 * Loads the parts of a shared session, page by page.
 * @param onClosed called when the link does not open anymore
 */
export function useParts(session: SharedSession, onClosed: () => void) {
  const link = session.link_id;
  const [parts, setParts] = useState(() => partsOf(session));
  const latest = useRef(parts);
  useEffect(() => {
    latest.current = parts;
  });
  const loading = useRef(new Set<string>());
  const more = useCallback(
    async (id: string) => {
      const part = latest.current.find((each) => each.id === id);
      if (!part || part.next === null || loading.current.has(id)) return;
      const changePart = (change: (part: Part) => Part) =>
        setParts((before) => before.map((each) => (each.id === id ? change(each) : each)));
      loading.current.add(id);
      try {
        const { items, next_cursor } = await photosPage(link, part.chapter, part.next ?? null);
        changePart((now) => ({
          ...now,
          photos: [...now.photos, ...items],
          next: next_cursor,
          trouble: undefined,
        }));
      } catch (error) {
        if (isClosed(error)) onClosed();
        changePart((now) => ({ ...now, trouble: messageOf(error) }));
      } finally {
        loading.current.delete(id);
      }
    },
    [link, onClosed],
  );
  return { parts, setParts, more };
}
