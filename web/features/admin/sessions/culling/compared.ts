import { useState } from 'react';
import { mostCompared } from '../../../../photos/lightbox/compare.tsx';

/**
 * Holds which of the photos are compared.
 * @returns `compared`: those side by side, in the list's order, undefined while none are; `start`: compares the photo at
 * an index with the next one, or the last two; `addNext`: compares also the photo after them, up to four; `end`.
 */
export function useCompared<Photo extends { id: string }>(photos: Photo[]) {
  const [ids, setIds] = useState<string[]>();
  return {
    compared: ids && photos.filter(({ id }) => ids.includes(id)),
    start: (index: number) => {
      const pair = photos.slice(index, index + 2);
      setIds((pair.length === 2 ? pair : photos.slice(-2)).map(({ id }) => id));
    },
    addNext: () => {
      if (!ids) return;
      const last = photos.findIndex(({ id }) => id === ids.at(-1));
      const next = photos[last + 1];
      if (next && ids.length < mostCompared) setIds([...ids, next.id]);
    },
    end: () => setIds(undefined),
  };
}
