import { useMemo, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { Part } from './parts.ts';

const byName = new Intl.Collator('en', { numeric: true }).compare;

/**
 * Holds the view of the guest's own picks. A photo that is taken back stays in it until it is left, so that it can be
 * undone.
 * @param known all photos that are loaded, with those picked before
 * @param picks those of them that are picked
 */
export function useMyPicks(known: GalleryPhoto[], picks: GalleryPhoto[]) {
  /** What was picked when the view was opened. */
  const [picked, setPicked] = useState<ReadonlySet<string>>();
  const mine = useMemo<Part | undefined>(() => {
    if (!picked) return undefined;
    const photos = known
      .filter(({ id, is_favorite }) => is_favorite || picked.has(id))
      .toSorted((one, other) => byName(one.file_name, other.file_name));
    return { id: 'mine', name: 'My picks', count: photos.length, chapter: undefined, photos, next: null };
  }, [picked, known]);
  const setMine = (isMine: boolean) => setPicked(isMine ? new Set(picks.map(({ id }) => id)) : undefined);
  return { mine, setMine };
}
