import { type RefCallback, useCallback } from 'react';

/**
 * Returns the `ref` of an element whose height, while it is shown, this property of the document has, so that others leave room
 * for it: `--below-bars` has the bar at the window's bottom edge, above which pages end; `--said` what lies above the
 * photo in the studio's lightbox.
 */
export function useShownHeight(property: '--below-bars' | '--said'): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement) => {
      const { style } = document.documentElement;
      const observer = new ResizeObserver(([entry]) =>
        style.setProperty(property, `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
      );
      observer.observe(element);
      return () => {
        observer.disconnect();
        style.removeProperty(property);
      };
    },
    [property],
  );
}
