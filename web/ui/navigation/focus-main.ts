import { useEffect, useRef } from 'react';

/** Focuses the screen's `<main>`, for a control that is gone with its act. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });

/**
 * Focuses the screen's `<main id="main" tabIndex={-1}>` when `place` changes, so that keyboard and screen reader start
 * at its top. The first render does not move the focus.
 */
export function useFocusMain(place: string): void {
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    focusMain();
  }, [place]);
}
