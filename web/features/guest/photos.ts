import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Guest, SharedSession } from '#shared/contract/links.ts';
import type { ChapterFilter, GalleryPhoto, SetFavoriteOrNote } from '#shared/contract/photos.ts';
import { messageOf } from '#shared/errors.ts';
import { ApiError } from '../../lib/api.ts';
import { isClosed, photosPage, setMark } from './api.ts';

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
 * The photos of a shared session, loaded part by part, and the functions that save picks and notes.
 * @param askName resolves to the guest's name, or undefined when they do not want to say it
 * @param onClosed called when the link does not open anymore
 */
export function useGuestPhotos(
  session: SharedSession,
  askName: () => Promise<Guest | undefined>,
  onClosed: () => void,
) {
  const link = session.link_id;
  const [parts, setParts] = useState(() => partsOf(session));
  const latest = useRef(parts);
  useEffect(() => {
    latest.current = parts;
  });
  const loading = useRef(new Set<string>());
  const changePart = useCallback(
    (id: string, change: (part: Part) => Part) =>
      setParts((before) => before.map((part) => (part.id === id ? change(part) : part))),
    [],
  );

  const more = useCallback(
    async (id: string) => {
      const part = latest.current.find((one) => one.id === id);
      if (!part || part.next === null || loading.current.has(id)) return;
      loading.current.add(id);
      try {
        const { items, next_cursor } = await photosPage(link, part.chapter, part.next ?? null);
        changePart(id, (now) => ({
          ...now,
          photos: [...now.photos, ...items],
          next: next_cursor,
          trouble: undefined,
        }));
      } catch (error) {
        if (isClosed(error)) onClosed();
        changePart(id, (now) => ({ ...now, trouble: messageOf(error) }));
      } finally {
        loading.current.delete(id);
      }
    },
    [link, changePart, onClosed],
  );

  const marks = useMemo(() => {
    const show = (id: string, change: Partial<GalleryPhoto>) =>
      setParts((before) =>
        before.map((part) => ({
          ...part,
          photos: part.photos.map((photo) => (photo.id === id ? { ...photo, ...change } : photo)),
        })),
      );
    const photoOf = (id: string) => latest.current.flatMap(({ photos }) => photos).find((photo) => photo.id === id);
    /** The latest write of each photo, after which the next one is sent. */
    const queues = new Map<string, Promise<unknown>>();
    const save = async (id: string, mark: SetFavoriteOrNote) => {
      const sent = (queues.get(id) ?? Promise.resolve()).catch(() => undefined).then(() => setMark(link, id, mark));
      queues.set(id, sent);
      try {
        return await sent;
      } catch (error) {
        if (isClosed(error)) onClosed();
        throw error;
      }
    };
    return {
      /** Shown at once; taken back when it is not saved. */
      onFavorite: async (id: string) => {
        if (!(await askName())) return;
        const is_favorite = !photoOf(id)?.is_favorite;
        show(id, { is_favorite });
        try {
          await save(id, { is_favorite });
        } catch (error) {
          show(id, { is_favorite: !is_favorite });
          throw error;
        }
      },
      onNote: async (id: string, note: string, seen: string) => {
        if (!(await askName())) throw new Error('A note needs your name.');
        try {
          await save(id, { note, note_before: seen });
          show(id, { note });
        } catch (error) {
          if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
            show(id, { note: (error.details.current as GalleryPhoto).note });
          }
          throw error;
        }
      },
    };
  }, [link, askName, onClosed]);

  return { parts, more, ...marks };
}
