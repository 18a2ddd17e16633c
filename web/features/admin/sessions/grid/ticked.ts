import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

export interface Ticked {
  /** Ids of the ticked items, in the list's order; items removed from the list are left out. */
  ids: string[];
  has: (id: string) => boolean;
  /** Toggles one item; with `range`, gives its new state to all items from the previously toggled item to this one. */
  toggle: (id: string, range: boolean) => void;
  tickAll: () => void;
  clear: () => void;
}

/**
 * Returns the ticked items of a list, and functions to change them: by click, by range with Shift, all at once; Escape unticks
 * all.
 */
export function useTicked(list: { id: string }[]): Ticked {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string>(undefined);
  const current = useRef(list);
  current.current = list;

  const toggle = useCallback((id: string, range: boolean) => {
    const ids = current.current.map((item) => item.id);
    const [from, to] = [ids.indexOf(anchor.current ?? ''), ids.indexOf(id)];
    const changedIds = range && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    anchor.current = id;
    setTicked((previousTicked) => {
      const nextTicked = new Set(previousTicked);
      for (const item of changedIds) {
        if (previousTicked.has(id)) nextTicked.delete(item);
        else nextTicked.add(item);
      }
      return nextTicked;
    });
  }, []);
  const tickAll = useCallback(() => setTicked(new Set(current.current.map((item) => item.id))), []);
  const clear = useCallback(() => setTicked(new Set()), []);

  const isAnyTicked = ticked.size > 0;
  useEffect(() => {
    if (!isAnyTicked) return;
    const onKey = (event: KeyboardEvent) => {
      // Escape first closes an open dialog or lightbox.
      if (event.key === 'Escape' && !document.querySelector('dialog[open], .yarl__root')) clear();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isAnyTicked, clear]);

  return useMemo(() => {
    const ids = list.filter((item) => ticked.has(item.id)).map((item) => item.id);
    return { ids, has: (id) => ticked.has(id), toggle, tickAll, clear };
  }, [list, ticked, toggle, tickAll, clear]);
}
