import { type RefCallback, useCallback } from 'react';

/**
 * Returns a `ref` that sets a CSS property of the document to the element's height in pixels while the element is shown,
 * so that other elements can leave room for it. `--below-bars` is the height of the bar at the window's bottom edge;
 * `--outcome-height` that of the line above the photo in the studio's lightbox.
 */
export function useShownHeight(property: '--below-bars' | '--outcome-height'): RefCallback<HTMLElement> {
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
