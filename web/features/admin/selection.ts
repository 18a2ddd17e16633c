import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

export interface Selection {
  /** Ids that are selected, in the list's order; what left the list is no longer among them. */
  ids: string[];
  has: (id: string) => boolean;
  /** Selects or deselects one; with `range`, everything from the one before to this, as this. */
  toggle: (id: string, range: boolean) => void;
  all: () => void;
  clear: () => void;
}

/** What is selected of a list: by click, by shift-click from the last one, all; Esc clears. */
export function useSelection(list: { id: string }[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string>(undefined);
  const current = useRef(list);
  current.current = list;

  const toggle = useCallback((id: string, range: boolean) => {
    const ids = current.current.map((item) => item.id);
    const [from, to] = [ids.indexOf(anchor.current ?? ''), ids.indexOf(id)];
    const touched = range && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    anchor.current = id;
    setChosen((before) => {
      const after = new Set(before);
      for (const one of touched) {
        if (before.has(id)) after.delete(one);
        else after.add(one);
      }
      return after;
    });
  }, []);
  const all = useCallback(() => setChosen(new Set(current.current.map((item) => item.id))), []);
  const clear = useCallback(() => setChosen(new Set()), []);

  const some = chosen.size > 0;
  useEffect(() => {
    if (!some) return;
    const onKey = (event: KeyboardEvent) => {
      // An open dialog or viewer closes by Esc first.
      if (event.key === 'Escape' && !document.querySelector('dialog[open], .yarl__root')) clear();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [some, clear]);

  return useMemo(() => {
    const ids = list.filter((item) => chosen.has(item.id)).map((item) => item.id);
    return { ids, has: (id) => chosen.has(id), toggle, all, clear };
  }, [list, chosen, toggle, all, clear]);
}
