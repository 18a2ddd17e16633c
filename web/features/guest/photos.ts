import { useEffect, useMemo, useRef, useState } from 'react';
import type { Guest, SharedSession } from '#shared/contract/links.ts';
import type { GalleryPage, GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { picksPage } from './api.ts';
import { marksOf } from './marks.ts';
import { useParts } from './parts.ts';

const changed = (photos: GalleryPhoto[], id: string, change: Partial<GalleryPhoto>) =>
  photos.map((photo) => (photo.id === id ? { ...photo, ...change } : photo));

/**
 * Holds the photos of a shared session, loaded part by part, all that are known with those picked before, and the
 * functions that save and send picks and notes.
 * @param askName resolves to the guest's name, or undefined when they do not want to say it
 * @param onClosed called when the link does not open anymore
 */
export function useGuestPhotos(
  session: SharedSession,
  askName: () => Promise<Guest | undefined>,
  onClosed: () => void,
) {
  const link = session.link_id;
  const { parts, setParts, more } = useParts(session, onClosed);
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

  const marks = useMemo(() => {
    const show = (id: string, change: Partial<GalleryPhoto>) => {
      setParts((before) => before.map((part) => ({ ...part, photos: changed(part.photos, id, change) })));
      setFormer((before) => changed(before, id, change));
    };
    const photoOf = (id: string) =>
      [...latest.current.parts.flatMap(({ photos }) => photos), ...latest.current.former].find(
        (photo) => photo.id === id,
      );
    return marksOf(link, { photoOf, show, setSent }, askName, onClosed);
  }, [link, askName, onClosed, setParts]);

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
