import { useEffect, useRef } from 'react';

/** Focuses the screen's `<main>`, for a control that disappears with its act. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });

/**
 * Focuses the screen's `<main id="main" tabIndex={-1}>` when `screenKey` changes, so that keyboard and screen reader
 * start at its top. The first render does not move the focus.
 */
export function useFocusMain(screenKey: string): void {
  const lastKey = useRef(screenKey);
  useEffect(() => {
    if (lastKey.current === screenKey) return;
    lastKey.current = screenKey;
    focusMain();
  }, [screenKey]);
}
