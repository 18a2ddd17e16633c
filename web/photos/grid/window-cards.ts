import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cardsBetween, type Masonry, placeCards } from './masonry.ts';

/** The visible range of the page, in pixels. */
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
 * Virtualizes a masonry: computes which cards are in or near the viewport. A card has its estimated height until it
 * is rendered, then its measured height.
 * @param top distance of the list from the page's top
 * @param margin distance outside of the viewport within which cards are included
 * @param since discards measured heights when it changes
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
        (index) => heights.get(cards[index]?.id ?? ''),
      ),
    [cards, columns, heights, version],
  );

  const { first, last, scrollTo } = useInWindow(masonry, top, margin);

  /**
   * The `ref` callback for rendered cards. The element has the attributes `data-card` (id) and `data-height` (layout
   * height).
   */
  const measured = useHeightsOf((elements) => {
    let hasChanged = false;
    for (const { dataset, offsetHeight } of elements) {
      // One pixel of difference is rounding.
      if (!dataset.card || offsetHeight === 0 || Math.abs(offsetHeight - Number(dataset.height)) <= 1) continue;
      heights.set(dataset.card, offsetHeight);
      hasChanged = true;
    }
    if (hasChanged) flushSync(() => setVersion((count) => count + 1));
  }, heights);

  return { first, last, masonry, measured, scrollTo };
}

type CardPositions = Pick<Masonry, 'top' | 'height'>;

/**
 * Computes which laid-out cards are in or near the viewport.
 * @param top distance of the list from the page's top
 * @param margin distance outside of the viewport within which cards are included
 * @returns the indexes of the first and last such card, and a function that scrolls a card to the middle of the
 * window
 */
export function useInWindow(placed: CardPositions, top: number, margin: number) {
  const [view, setView] = useState(viewNow);
  const { first, last } = inWindow(view, { placed, top, margin });
  const rendered = useRef({ first, last, placed, top, margin });
  const latestView = useRef(view);
  useLayoutEffect(() => {
    rendered.current = { first, last, placed, top, margin };
    // Catches up with a scroll that changed nothing when it happened, for example because no card was laid out yet.
    const nextRange = inWindow(latestView.current, rendered.current);
    if (nextRange.first !== first || nextRange.last !== last) setView(latestView.current);
  });
  useEffect(() => {
    const showCurrent = (render: (update: () => void) => void) => {
      const currentView = viewNow();
      latestView.current = currentView;
      const nextRange = inWindow(currentView, rendered.current);
      if (nextRange.first !== rendered.current.first || nextRange.last !== rendered.current.last)
        render(() => setView(currentView));
    };
    // Synchronous, because fast scrolling would otherwise paint an empty list first.
    const onViewChange = () => showCurrent(flushSync);
    // The page can have been scrolled after the first rendering and before this listener is added.
    showCurrent((update) => update());
    addEventListener('scroll', onViewChange, { passive: true });
    addEventListener('resize', onViewChange);
    return () => {
      removeEventListener('scroll', onViewChange);
      removeEventListener('resize', onViewChange);
    };
  }, []);

  const scrollTo = useCallback((index: number) => {
    const { placed, top: listTop } = rendered.current;
    const middle = (placed.top[index] ?? 0) + (placed.height[index] ?? 0) / 2;
    window.scrollTo({ top: listTop + middle - innerHeight / 2, behavior: 'instant' });
  }, []);

  return { first, last, scrollTo };
}

const inWindow = (view: View, { placed, top, margin }: { placed: CardPositions; top: number; margin: number }) =>
  cardsBetween(placed, view.top - top - margin, view.top - top + view.height + margin);

/**
 * Calls `onSize` with the elements whose size has changed, and with all elements when `since` changes.
 * @returns a `ref` callback for the observed elements
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
    const newObserver = new ResizeObserver((entries) =>
      latest.current(entries.map(({ target }) => target as HTMLElement)),
    );
    observer.current = newObserver;
    for (const element of elements.current) newObserver.observe(element);
    return () => newObserver.disconnect();
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
