import { type RefObject, startTransition, useLayoutEffect, useState } from 'react';
import { remNow } from './grid-layout.ts';

/**
 * Position and size of a list of photos in pixels: `top` is the distance from the page's top, `rem` the root font
 * size.
 */
export interface Box {
  top: number;
  width: number;
  rem: number;
}

/** Measures a list, and again whenever the page changes, because content above can change its height. */
export function useBox(list: RefObject<HTMLElement | null>): Box {
  const [box, setBox] = useState<Box>({ top: 0, width: 0, rem: 16 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const { top, width } = element.getBoundingClientRect();
      const newBox = {
        top: Math.round(top + scrollY),
        width: Math.round(width),
        rem: remNow(),
      };
      setBox((before) =>
        before.top === newBox.top && before.width === newBox.width && before.rem === newBox.rem ? before : newBox,
      );
    };
    // Low priority, so that content above the grid renders first, and the first cards render in slices.
    startTransition(measure);
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return box;
}
