import { useEffect, useState } from 'react';
import type { Ticked } from '../ticked.ts';

/**
 * Returns functions that tick all photos of a list: loads the remaining pages and ticks their photos, unless the user unticks all
 * meanwhile.
 * @param hasMore whether another page can be loaded
 * @param loadMore loads the next page
 * @returns `select`: begins; `loading`: whether pages are being loaded to be ticked
 */
export function useSelectAll({ ids, tickAll }: Ticked, hasMore: boolean, loadMore: () => void) {
  const [isTicking, setTicking] = useState(false);
  const isCleared = ids.length === 0;
  useEffect(() => {
    if (!isTicking) return;
    if (isCleared) return setTicking(false);
    tickAll();
    if (hasMore) loadMore();
    else setTicking(false);
  }, [isTicking, isCleared, hasMore, loadMore, tickAll]);
  const select = () => {
    tickAll();
    setTicking(true);
  };
  return { select, loading: isTicking && hasMore };
}
