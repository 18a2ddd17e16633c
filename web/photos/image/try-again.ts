import { type RefObject, useEffect } from 'react';
import { onReturn } from '../../lib/browser/on-return.ts';

/** Milliseconds until each automatic retry: each wait is longer, and after the last one there is no retry. */
const waits = [2_000, 8_000, 30_000];

/**
 * Retries automatically while something has failed: a few times after growing waits, and whenever the connection or
 * this window is back.
 * @param tries the number of finished waits, counted here
 */
export function useTryAgain(failed: boolean, retry: () => void, tries: RefObject<number>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function must not begin the wait anew
  useEffect(() => {
    if (!failed) return;
    const wait = waits[tries.current++];
    // Random, so that the photos of a screen do not retry at the same moment.
    const timer = wait && setTimeout(retry, wait * (1 + Math.random() / 2));
    const stop = onReturn(retry);
    addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      stop();
      removeEventListener('online', retry);
    };
  }, [failed]);
}
