import { useCallback, useEffect, useRef, useState } from 'react';
import type { SharedSession } from '#shared/contract/links.ts';
import type { ChapterFilter, GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { messageOf } from '#shared/errors.ts';
import { isClosed, photosPage } from './api.ts';

/** A section of the page: a chapter, the photos without a chapter, or all photos. */
export interface Section {
  id: string;
  name: string;
  count: number;
  chapter: ChapterFilter | undefined;
  photos: GalleryPhoto[];
  /** The cursor of the next page; undefined before the first page, null after the last page. */
  next: string | null | undefined;
  trouble?: string | undefined;
}

function sectionsOf({ session_name, photos_count, chapters, photos }: SharedSession): Section[] {
  const unloaded = { photos: [], next: undefined };
  const otherCount = photos_count - chapters.reduce((sum, chapter) => sum + chapter.photos_count, 0);
  const sections: Section[] = [
    ...chapters.map(({ id, name, photos_count: count }) => ({ id, name, count, chapter: id, ...unloaded })),
    ...(chapters.length > 0 && otherCount > 0
      ? [{ id: 'more', name: 'More photos', count: otherCount, chapter: 'none' as const, ...unloaded }]
      : []),
    ...(chapters.length === 0
      ? [{ id: 'all', name: session_name, count: photos_count, chapter: undefined, ...unloaded }]
      : []),
  ];
  return sections.map((section, index) =>
    index === 0 ? { ...section, photos: photos.items, next: photos.next_cursor } : section,
  );
}

/**
 * Loads the sections of a shared session, page by page.
 * @param onClosed called when the link no longer opens
 */
export function useSections(session: SharedSession, onClosed: () => void) {
  const link = session.link_id;
  const [sections, setSections] = useState(() => sectionsOf(session));
  const latest = useRef(sections);
  useEffect(() => {
    latest.current = sections;
  });
  const loading = useRef(new Set<string>());
  const more = useCallback(
    async (id: string) => {
      const section = latest.current.find((each) => each.id === id);
      if (!section || section.next === null || loading.current.has(id)) return;
      const changeSection = (change: (section: Section) => Section) =>
        setSections((current) => current.map((each) => (each.id === id ? change(each) : each)));
      loading.current.add(id);
      try {
        const { items, next_cursor } = await photosPage(link, section.chapter, section.next ?? null);
        changeSection((current) => ({
          ...current,
          photos: [...current.photos, ...items],
          next: next_cursor,
          trouble: undefined,
        }));
      } catch (error) {
        if (isClosed(error)) onClosed();
        changeSection((current) => ({ ...current, trouble: messageOf(error) }));
      } finally {
        loading.current.delete(id);
      }
    },
    [link, onClosed],
  );
  return { sections, setSections, more };
}
