import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the screen's `<main id="main" tabIndex={-1}>` when `place` becomes another one, so that keyboard and
 * screen reader begin at its top. The first place keeps the focus where the browser has put it.
 */
export function useFocusMain(place: string): void {
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [place]);
}
