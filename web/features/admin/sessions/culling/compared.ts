import { useState } from 'react';
import { mostCompared } from '../../../../photos/lightbox/compare.tsx';

/**
 * Returns the photos that are compared, and functions to change them.
 * @returns `compared`: the photos side by side, in the list's order, undefined if none are; `start`: compares the photo at an
 * index with the next one, or the last two; `addNext`: compares also the photo after them, up to four; `end`: ends the
 * comparison.
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
      const lastIndex = photos.findIndex(({ id }) => id === ids.at(-1));
      const next = photos[lastIndex + 1];
      if (next && ids.length < mostCompared) setIds([...ids, next.id]);
    },
    end: () => setIds(undefined),
  };
}
