import { type RefObject, useEffect } from 'react';
import { onReturn } from '../../lib/browser/on-return.ts';

/** Milliseconds until what failed is tried again by itself: later each time, and then no more. */
const waits = [2_000, 8_000, 30_000];

/**
 * Tries again by itself while something has failed: after growing waits, a few times, and each time that the connection
 * or this window is back.
 * @param tries how many waits are over, counted here
 */
export function useTryAgain(failed: boolean, again: () => void, tries: RefObject<number>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function must not begin the wait anew
  useEffect(() => {
    if (!failed) return;
    const wait = waits[tries.current++];
    // Not all pictures of a screen at the same moment.
    const timer = wait && setTimeout(again, wait * (1 + Math.random() / 2));
    const stop = onReturn(again);
    addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      stop();
      removeEventListener('online', again);
    };
  }, [failed]);
}
