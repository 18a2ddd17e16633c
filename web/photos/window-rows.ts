import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** What of the page is in the window. */
interface View {
  top: number;
  height: number;
}

const viewNow = (): View => ({ top: scrollY, height: innerHeight });

/**
 * The rows of a long list that are in or near the window, by their places, so that the page need hold no others. A row is
 * as high as estimated until it is in the page; from then on it has the height that it was found to have. By hand: lists of
 * other kinds, which a library would know too, cost a gallery's visitor more than all else that the gallery is drawn with.
 * @param estimate another one makes all heights unknown.
 * @param top of the list on the page.
 * @param margin how far outside of the window a row may be to be counted in.
 */
export function useWindowRows({
  count,
  estimate,
  top,
  margin,
}: {
  count: number;
  estimate: number;
  top: number;
  margin: number;
}) {
  const heights = useHeights(estimate);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map changes inside, and says so by its version
  const starts = useMemo(() => {
    const sums = new Float64Array(count + 1);
    for (let row = 0; row < count; row += 1) {
      sums[row + 1] = (sums[row] ?? 0) + (heights.known.get(row) ?? estimate);
    }
    return sums;
  }, [count, estimate, heights.known, heights.version]);

  const [view, setView] = useState(viewNow);
  const { first, last } = rowsIn(view, starts, top, margin);
  const drawn = useRef({ first, last, starts, top, margin });
  useLayoutEffect(() => {
    drawn.current = { first, last, starts, top, margin };
  });
  useEffect(() => {
    const look = () => {
      const before = drawn.current;
      const now = viewNow();
      const next = rowsIn(now, before.starts, before.top, before.margin);
      // At once: whoever scrolls fast would else see where nothing is drawn yet.
      if (next.first !== before.first || next.last !== before.last) flushSync(() => setView(now));
    };
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, []);

  /** To be told how high a row is in the page, and to keep what is in the window where it is when one above it grows. */
  const measured = useRows((elements) => {
    const { starts: before, top: listTop } = drawn.current;
    let grown = 0;
    let changed = false;
    for (const element of elements) {
      const row = Number(element.dataset.index);
      const start = before[row];
      const height = element.offsetHeight;
      const was = heights.known.get(row) ?? estimate;
      if (start === undefined || height === 0 || height === was) continue;
      heights.known.set(row, height);
      changed = true;
      if (listTop + start < scrollY) grown += height - was;
    }
    if (!changed) return;
    flushSync(heights.tell);
    if (grown !== 0) scrollBy({ top: grown, behavior: 'instant' });
  }, heights.known);

  const scrollTo = useCallback((row: number) => {
    const { starts: known, top: listTop } = drawn.current;
    const middle = ((known[row] ?? 0) + (known[row + 1] ?? 0)) / 2;
    window.scrollTo({ top: listTop + middle - innerHeight / 2, behavior: 'instant' });
  }, []);

  return {
    rows: Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => ({
      index: first + place,
      start: starts[first + place] ?? 0,
    })),
    height: starts[count] ?? 0,
    measured,
    scrollTo,
  };
}

/** The first and the last row that are in the window, or less than `margin` away from it; none where `last` is before `first`. */
function rowsIn(view: View, starts: Float64Array, top: number, margin: number): { first: number; last: number } {
  const from = view.top - top - margin;
  const to = view.top - top + view.height + margin;
  let first = 0;
  while (first < starts.length - 1 && (starts[first + 1] ?? 0) <= from) first += 1;
  let last = first - 1;
  while (last + 1 < starts.length - 1 && (starts[last + 1] ?? 0) < to) last += 1;
  return { first, last };
}

/** Heights that were measured, by row, since the estimate has become this one. */
function useHeights(estimate: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights measured at another width are of no use
  const known = useMemo(() => new Map<number, number>(), [estimate]);
  const [version, setVersion] = useState(0);
  const tell = useCallback(() => setVersion((before) => before + 1), []);
  return { known, version, tell };
}

/** Watches the elements that its result is the `ref` of; all of them anew when `since` is another one. */
function useRows(onSize: (elements: HTMLElement[]) => void, since: unknown) {
  const elements = useRef(new Set<HTMLElement>());
  const observer = useRef<ResizeObserver>(undefined);
  const latest = useRef(onSize);
  useLayoutEffect(() => {
    latest.current = onSize;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said before that is forgotten
  useLayoutEffect(() => {
    const watching = new ResizeObserver((entries) =>
      latest.current(entries.map(({ target }) => target as HTMLElement)),
    );
    observer.current = watching;
    for (const element of elements.current) watching.observe(element);
    return () => watching.disconnect();
  }, [since]);
  return useCallback((element: HTMLElement | null) => {
    if (!element) return;
    elements.current.add(element);
    observer.current?.observe(element);
    return () => {
      elements.current.delete(element);
      observer.current?.unobserve(element);
    };
  }, []);
}
