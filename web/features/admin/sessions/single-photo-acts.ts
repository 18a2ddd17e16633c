import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { StudioPhoto } from '#shared/contract/photos.ts';
import type { PhotoChange, usePhotoWork } from './photo-work.ts';

/**
 * Acts on one photo at a time, in the lightbox and beside others.
 * @param wanted the photo in the address
 * @returns `remaining`: the photos without those that are being deleted
 */
export function useSinglePhotoActs(
  items: StudioPhoto[],
  wanted: string | undefined,
  { edit, trash }: Pick<ReturnType<typeof usePhotoWork>, 'edit' | 'trash'>,
) {
  /** Photos whose edit has not been answered; until then a second press would repeat it instead of taking it back. */
  const busy = useRef(new Set<string>());
  const editOne = (id: string, values: PhotoChange) => {
    if (busy.current.has(id)) return;
    busy.current.add(id);
    void edit([id], values, () => undefined).finally(() => busy.current.delete(id));
  };
  /** Photos whose deletion has not been answered: the lightbox no longer goes to them, because it closes when its photo goes. */
  const [going, setGoing] = useState<ReadonlySet<string>>(new Set());
  const remaining = useMemo(() => items.filter(({ id }) => !going.has(id)), [items, going]);
  const trashOne = useCallback(
    (id: string) =>
      void trash([id]).finally(() => setGoing((before) => new Set([...before].filter((one) => one !== id)))),
    [trash],
  );
  /** Photos to delete as soon as the address has left them. */
  const leaving = useRef<string[]>([]);
  /** Deletes one photo without asking, because one key brings it back. */
  const removeOne = (id: string) => {
    setGoing((before) => new Set(before).add(id));
    if (id === wanted) leaving.current.push(id);
    else trashOne(id);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address has changed
  useEffect(() => {
    for (const id of leaving.current.splice(0)) trashOne(id);
  }, [wanted, trashOne]);
  return { remaining, editOne, removeOne };
}
