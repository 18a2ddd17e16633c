import { useEffect, useMemo, useRef, useState } from 'react';
import type { Guest, SharedSession } from '#shared/contract/links.ts';
import type { GalleryPage, GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { picksPage } from './api.ts';
import { reactionsOf } from './reactions.ts';
import { useSections } from './sections.ts';

const withChange = (photos: GalleryPhoto[], id: string, change: Partial<GalleryPhoto>) =>
  photos.map((photo) => (photo.id === id ? { ...photo, ...change } : photo));

/**
 * Returns the photos of a shared session, loaded section by section, all loaded photos including earlier picks, and
 * functions that save and send picks and notes.
 * @param askName resolves to the guest, or to undefined if they decline to give a name
 * @param onClosed called when the link no longer opens
 */
export function useGuestPhotos(
  session: SharedSession,
  askName: () => Promise<Guest | undefined>,
  onClosed: () => void,
) {
  const link = session.link_id;
  const { sections, setSections, more } = useSections(session, onClosed);
  /** The photos that the guest picked in earlier visits, including those of sections that are not loaded yet. */
  const [earlierPicks, setEarlierPicks] = useState<GalleryPhoto[]>([]);
  const latest = useRef({ sections, earlierPicks });
  useEffect(() => {
    latest.current = { sections, earlierPicks };
  });
  /** Whether the current picks and notes have been sent. */
  const [isSent, setSent] = useState(session.sent_at !== null);
  const isKnown = session.guest !== null && session.may_pick;
  useEffect(() => {
    // If the earlier picks fail to load, the loaded photos still show their own picks.
    if (isKnown)
      everyPick(link).then(setEarlierPicks, (error: unknown) => console.warn('Picks were not loaded.', error));
  }, [link, isKnown]);

  const reactions = useMemo(() => {
    const show = (id: string, change: Partial<GalleryPhoto>) => {
      setSections((current) =>
        current.map((section) => ({ ...section, photos: withChange(section.photos, id, change) })),
      );
      setEarlierPicks((photos) => withChange(photos, id, change));
    };
    const photoOf = (id: string) =>
      [...latest.current.sections.flatMap(({ photos }) => photos), ...latest.current.earlierPicks].find(
        (photo) => photo.id === id,
      );
    return reactionsOf(link, { photoOf, show, setSent }, askName, onClosed);
  }, [link, askName, onClosed, setSections]);

  const allPhotos = useMemo(() => {
    const loaded = [...earlierPicks, ...sections.flatMap(({ photos }) => photos)];
    return [...new Map(loaded.map((photo) => [photo.id, photo])).values()];
  }, [earlierPicks, sections]);
  return { sections, more, allPhotos, isSent, ...reactions };
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
