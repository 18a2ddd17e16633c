import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cardsBetween, type Masonry, placeCards } from './masonry.ts';

/** The visible part of the page, in pixels. */
interface View {
  top: number;
  height: number;
}

const viewNow = (): View => ({ top: scrollY, height: innerHeight });

export interface Card {
  /** Identifies the card when it moves; undefined for a placeholder. */
  id: string | undefined;
  /** Pixels, including the gap below. */
  height: number;
}

/**
 * Virtualizes a masonry: computes which cards are in or near the viewport. A card has its estimated height until it is
 * rendered, then its measured height.
 * @param top distance of the list from the page's top.
 * @param margin distance outside of the viewport within which cards are included.
 * @param since discards measured heights when it changes.
 */
export function useWindowCards({
  cards,
  columns,
  top,
  margin,
  since,
}: {
  cards: readonly Card[];
  columns: number;
  top: number;
  margin: number;
  since: unknown;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights are valid for one width
  const heights = useMemo(() => new Map<string, number>(), [since]);
  const [version, setVersion] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is mutated in place; `version` counts mutations
  const masonry = useMemo(
    () =>
      placeCards(
        cards.map(({ height }) => height),
        columns,
        (place) => heights.get(cards[place]?.id ?? ''),
      ),
    [cards, columns, heights, version],
  );

  const { first, last, scrollTo } = useInWindow(masonry, top, margin);

  /**
   * `ref` callback for rendered cards; the element has the attributes `data-card` (id) and `data-height` (layout
   * height).
   */
  const measured = useHeightsOf((elements) => {
    let changed = false;
    for (const { dataset, offsetHeight } of elements) {
      // One pixel of difference is rounding.
      if (!dataset.card || offsetHeight === 0 || Math.abs(offsetHeight - Number(dataset.height)) <= 1) continue;
      heights.set(dataset.card, offsetHeight);
      changed = true;
    }
    if (changed) flushSync(() => setVersion((before) => before + 1));
  }, heights);

  return { first, last, masonry, measured, scrollTo };
}

type Placed = Pick<Masonry, 'top' | 'height'>;

/**
 * Computes which placed cards are in or near the viewport.
 * @param top distance of the list from the page's top.
 * @param margin distance outside of the viewport within which cards are included.
 * @returns indexes of the first and last of them, and a function that scrolls a card to the middle of the window.
 */
export function useInWindow(placed: Placed, top: number, margin: number) {
  const [view, setView] = useState(viewNow);
  const { first, last } = inWindow(view, { placed, top, margin });
  const drawn = useRef({ first, last, placed, top, margin });
  const seen = useRef(view);
  useLayoutEffect(() => {
    drawn.current = { first, last, placed, top, margin };
    // The view of a scroll that changed nothing at its time, for example because no card was placed yet.
    const next = inWindow(seen.current, drawn.current);
    if (next.first !== first || next.last !== last) setView(seen.current);
  });
  useEffect(() => {
    const show = (draw: (update: () => void) => void) => {
      const now = viewNow();
      seen.current = now;
      const next = inWindow(now, drawn.current);
      if (next.first !== drawn.current.first || next.last !== drawn.current.last) draw(() => setView(now));
    };
    // Synchronous, because fast scrolling would otherwise paint an empty list first.
    const look = () => show(flushSync);
    // The page can have been scrolled after the first rendering and before this listener is added.
    show((update) => update());
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, []);

  const scrollTo = useCallback((place: number) => {
    const { placed, top: listTop } = drawn.current;
    const middle = (placed.top[place] ?? 0) + (placed.height[place] ?? 0) / 2;
    window.scrollTo({ top: listTop + middle - innerHeight / 2, behavior: 'instant' });
  }, []);

  return { first, last, scrollTo };
}

const inWindow = (view: View, { placed, top, margin }: { placed: Placed; top: number; margin: number }) =>
  cardsBetween(placed, view.top - top - margin, view.top - top + view.height + margin);

/**
 * Calls `onSize` with the elements whose size changed, and with all when `since` changes.
 * @returns a `ref` callback for the observed elements.
 */
function useHeightsOf(onSize: (elements: HTMLElement[]) => void, since: unknown) {
  const elements = useRef(new Set<HTMLElement>());
  const observer = useRef<ResizeObserver>(undefined);
  const latest = useRef(onSize);
  useLayoutEffect(() => {
    latest.current = onSize;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer reports every element once
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
