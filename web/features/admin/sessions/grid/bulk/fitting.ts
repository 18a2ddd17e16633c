import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns how many of a row's elements fit beside each other. The remaining elements wrap below the row, and must be invisible.
 * @param count number of the row's elements
 */
export function useFitting(count: number) {
  const row = useRef<HTMLDivElement>(null);
  const [fittingCount, setFittingCount] = useState(count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of elements is measured anew
  useLayoutEffect(() => {
    const { current } = row;
    if (!current) return;
    const measure = () => {
      const { left, right } = current.getBoundingClientRect();
      const boxes = [...current.children].map((child) => child.getBoundingClientRect());
      const firstHidden = boxes.findIndex((box) => box.top > boxes[0]!.top || box.left < left || box.right > right);
      setFittingCount(firstHidden < 0 ? boxes.length : firstHidden);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [count]);
  return { row, fittingCount };
}
