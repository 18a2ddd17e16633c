import { useEffect, useState } from 'react';
import type { Ticked } from '../ticked.ts';

/**
 * Ticks all photos of a list: loads the remaining pages and ticks their photos, until none is ticked.
 * @param hasMore whether a page remains that can be loaded
 * @param more loads the next page
 * @returns `select`: begins; `loading`: whether pages are being loaded for it
 */
export function useSelectAll({ ids, all }: Ticked, hasMore: boolean, more: () => void) {
  const [isTicking, setTicking] = useState(false);
  const isCleared = ids.length === 0;
  useEffect(() => {
    if (!isTicking) return;
    if (isCleared) return setTicking(false);
    all();
    if (hasMore) more();
    else setTicking(false);
  }, [isTicking, isCleared, hasMore, more, all]);
  const select = () => {
    all();
    setTicking(true);
  };
  return { select, loading: isTicking && hasMore };
}
