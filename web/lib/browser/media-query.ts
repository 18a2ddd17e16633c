import { useSyncExternalStore } from 'react';

/** Returns whether a media query matches, also after the window or the browser's font size has changed. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      // Chromium reports no change when the browser's font size changes, with which the page's height does.
      const observer = new ResizeObserver(onChange);
      observer.observe(document.documentElement);
      return () => {
        list.removeEventListener('change', onChange);
        observer.disconnect();
      };
    },
    () => matchMedia(query).matches,
  );
}
