import { type RefCallback, useCallback } from 'react';

/**
 * Returns the `ref` of a bar at the window's bottom edge. Sets `--below-bars` of the document to the bar's height, so
 * that other elements at the bottom are above it, and pages end above it.
 */
export function useBelowBars(): RefCallback<HTMLElement> {
  return useCallback((bar: HTMLElement) => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--below-bars', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    );
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty('--below-bars');
    };
  }, []);
}
