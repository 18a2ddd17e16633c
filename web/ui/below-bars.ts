import { type RefCallback, useCallback } from 'react';

/**
 * Returns the `ref` of a bar at the window's bottom edge. `--below-bars` of the document is its height: what else stays
 * at the bottom lies above it, and pages end above it.
 */
export function useBelowBars(): RefCallback<HTMLElement> {
  return useCallback((bar: HTMLElement) => {
    const { style } = document.documentElement;
    const watch = new ResizeObserver(([entry]) =>
      style.setProperty('--below-bars', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    );
    watch.observe(bar);
    return () => {
      watch.disconnect();
      style.removeProperty('--below-bars');
    };
  }, []);
}
