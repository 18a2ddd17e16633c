import { useMemo, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { Section } from './sections.ts';

const byName = new Intl.Collator('en', { numeric: true }).compare;

/**
 * Returns the view of the guest's own picks. A photo whose pick is removed stays until the view is left, so that
 * removing it can be undone.
 * @param allPhotos all loaded photos, and those picked in earlier visits
 * @param picks the picked photos among them
 */
export function useMyPicks(allPhotos: GalleryPhoto[], picks: GalleryPhoto[]) {
  /** The ids of the photos that were picked when the view was opened. */
  const [pickedBefore, setPickedBefore] = useState<ReadonlySet<string>>();
  const mine = useMemo<Section | undefined>(() => {
    if (!pickedBefore) return undefined;
    const photos = allPhotos
      .filter(({ id, is_favorite }) => is_favorite || pickedBefore.has(id))
      .toSorted((first, second) => byName(first.file_name, second.file_name));
    return { id: 'mine', name: 'My picks', count: photos.length, chapter: undefined, photos, next: null };
  }, [pickedBefore, allPhotos]);
  const setMine = (isMine: boolean) => setPickedBefore(isMine ? new Set(picks.map(({ id }) => id)) : undefined);
  return { mine, setMine };
}
