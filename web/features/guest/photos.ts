import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Guest, SharedSession } from '#shared/contract/links.ts';
import type { ChapterFilter, GalleryPage, GalleryPhoto, SetFavoriteOrNote } from '#shared/contract/photos/photos.ts';
import { messageOf } from '#shared/errors.ts';
import { ApiError } from '../../lib/query/api.ts';
import { isClosed, photosPage, picksPage, sendPicks, setMark } from './api.ts';

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

const changed = (photos: GalleryPhoto[], id: string, change: Partial<GalleryPhoto>) =>
  photos.map((photo) => (photo.id === id ? { ...photo, ...change } : photo));

/**
 * The photos of a shared session, loaded part by part, all that are known with those picked before, and the functions that
 * save and send picks and notes.
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
  /** What the guest has picked in former visits, also of parts that are not loaded yet. */
  const [former, setFormer] = useState<GalleryPhoto[]>([]);
  const latest = useRef({ parts, former });
  useEffect(() => {
    latest.current = { parts, former };
  });
  /** Whether what is picked and noted now was sent. */
  const [isSent, setSent] = useState(session.sent_at !== null);
  const isKnown = session.guest !== null && session.may_pick;
  useEffect(() => {
    // Without them, the photos that are loaded say what is picked.
    if (isKnown) everyPick(link).then(setFormer, (error: unknown) => console.warn('Picks were not loaded.', error));
  }, [link, isKnown]);
  const loading = useRef(new Set<string>());
  const changePart = useCallback(
    (id: string, change: (part: Part) => Part) =>
      setParts((before) => before.map((part) => (part.id === id ? change(part) : part))),
    [],
  );

  const more = useCallback(
    async (id: string) => {
      const part = latest.current.parts.find((one) => one.id === id);
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
    const show = (id: string, change: Partial<GalleryPhoto>) => {
      setParts((before) => before.map((part) => ({ ...part, photos: changed(part.photos, id, change) })));
      setFormer((before) => changed(before, id, change));
    };
    const photoOf = (id: string) =>
      [...latest.current.parts.flatMap(({ photos }) => photos), ...latest.current.former].find(
        (photo) => photo.id === id,
      );
    /** The latest write of each photo, after which the next one is sent. */
    const queues = new Map<string, Promise<unknown>>();
    let changes = 0;
    const save = async (id: string, mark: SetFavoriteOrNote) => {
      changes += 1;
      setSent(false);
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
      /**
       * Tells whoever shared the session what is picked and noted, once it is saved.
       * @returns false when nothing that is saved is picked
       */
      onSend: async (): Promise<boolean> => {
        await Promise.allSettled(queues.values());
        const before = changes;
        try {
          const isSomething = (await sendPicks(link)).sent_at !== null;
          setSent(isSomething && changes === before);
          return isSomething;
        } catch (error) {
          if (isClosed(error)) onClosed();
          throw error;
        }
      },
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

  const known = useMemo(() => {
    const all = [...former, ...parts.flatMap(({ photos }) => photos)];
    return [...new Map(all.map((photo) => [photo.id, photo])).values()];
  }, [former, parts]);
  return { parts, more, known, isSent, ...marks };
}

async function everyPick(link: string): Promise<GalleryPhoto[]> {
  const picks: GalleryPhoto[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { items, next_cursor }: GalleryPage = await picksPage(link, cursor ?? null);
    picks.push(...items);
    cursor = next_cursor;
  }
  return picks;
}
