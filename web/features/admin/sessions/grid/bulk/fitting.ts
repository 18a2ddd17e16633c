import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns how many of a row's elements fit beside each other. Those that don't are in lines of their own below the row,
 * which must not be shown.
 * @param count of the row's elements
 */
export function useFitting(count: number) {
  const row = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of elements is measured anew
  useLayoutEffect(() => {
    const { current } = row;
    if (!current) return;
    const measure = () => {
      const { left, right } = current.getBoundingClientRect();
      const boxes = [...current.children].map((child) => child.getBoundingClientRect());
      const next = boxes.findIndex((box) => box.top > boxes[0]!.top || box.left < left || box.right > right);
      setFitting(next < 0 ? boxes.length : next);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    return () => watch.disconnect();
  }, [count]);
  return { row, fitting };
}
