import { type ReactNode, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useBox } from './grid-box.ts';
import { cardHeight, cardTransform, columnWidth, layoutNow, layouts } from './grid-layout.ts';
import { type Card, useWindowCards } from './window-cards.ts';

export const cardClasses = 'absolute top-0 left-0';
/** Pixels outside of the viewport within which cards are rendered. */
const margin = 300;
/** Height ÷ width of the placeholder of a photo that is not loaded. */
const expectedRatio = 1;

function useLayout() {
  const [layout, setLayout] = useState(layoutNow);
  useEffect(() => {
    const update = () => setLayout(layoutNow());
    const queries = layouts.map(({ query }) => matchMedia(query));
    for (const query of queries) query.addEventListener('change', update);
    return () => {
      for (const query of queries) query.removeEventListener('change', update);
    };
  }, []);
  return layout;
}

/**
 * Returns whether a list is in or near the viewport now. Its measured position is no substitute: it can be from
 * before the lists above got their height.
 */
function isNear(list: HTMLElement | null): boolean {
  const { top = 0, bottom = 0 } = list?.getBoundingClientRect() ?? {};
  return top < innerHeight + margin && bottom > -margin;
}

interface Shown {
  id: string;
  width: number;
  height: number;
}

interface Props<Item extends Shown> {
  label: string;
  /** The expected number of photos in total. */
  count: number;
  /** The loaded photos. */
  items: Item[];
  /**
   * Returns the height in rem of a card below its photo, with the gap to the next card; must be a stable function.
   */
  below: (item: Item) => number;
  renderItem: (item: Item, index: number) => ReactNode;
  /**
   * Called when placeholders come near the viewport; undefined if all photos are loaded. Pass a new function when it may
   * be called again: after each page.
   */
  onNeedMore: (() => void) | undefined;
  /** Called with the indexes of the first and last item in or near the viewport; not called if there is none. */
  onShow?: ((first: number, last: number) => void) | undefined;
  /** Called before the first photos are painted; must be a stable function. */
  onDrawn?: (() => void) | undefined;
  /** The index of an item to scroll to. */
  show?: number | undefined;
  /** The most columns; fewer than 4 if the grid is beside another column of the page. */
  mostColumns?: number;
}

/**
 * A virtualized masonry grid with 2, 3 or 4 columns: photos keep their aspect ratio, and the DOM order is the order
 * of `items`. Only cards near the viewport are rendered. Placeholders represent photos that are not loaded yet.
 */
export function PhotoGrid<Item extends Shown>({
  label,
  count,
  items,
  below,
  renderItem,
  onNeedMore,
  onShow,
  onDrawn,
  show,
  mostColumns = 4,
}: Props<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const { columns: fittingColumns, gap } = useLayout();
  const columns = Math.min(fittingColumns, mostColumns);
  const box = useBox(list);

  // `count` may be outdated: show at least one placeholder while more photos can be loaded.
  const total = onNeedMore ? Math.max(count, items.length + 1) : items.length;
  const width = columnWidth(box.width, { columns, gap });
  const cards = useMemo<Card[]>(() => {
    if (width <= 0) return [];
    return Array.from({ length: total }, (_, index) => {
      const item = items[index];
      if (!item) return { id: undefined, height: Math.round(width * expectedRatio) + gap };
      return { id: item.id, height: cardHeight(item, width, below(item), box.rem) };
    });
  }, [items, total, width, gap, box.rem, below]);
  const renderedMargin = useRenderedMargin(items.length > 0 && width > 0, onDrawn);
  const view = useWindowCards({ cards, columns, top: box.top, margin: renderedMargin, since: width });
  const { first, last, masonry, measured, scrollTo } = view;
  const lastItem = Math.min(last, items.length - 1);
  const isMissing = last >= first && last >= items.length - columns * 2;

  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again when the measured position changes
  useEffect(() => {
    if (isMissing && isNear(list.current)) onNeedMore?.();
  }, [isMissing, onNeedMore, box.top]);

  useEffect(() => {
    if (lastItem >= first) onShow?.(first, lastItem);
  }, [first, lastItem, onShow]);

  useEffect(() => {
    if (show !== undefined) scrollTo(show);
  }, [show, scrollTo]);

  return (
    <section aria-label={label}>
      <ul ref={list} className="relative" style={{ height: masonry.total }}>
        {Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => {
          const index = first + offset;
          const item = items[index];
          return (
            <li
              key={item?.id ?? index}
              data-card={item?.id}
              data-height={masonry.height[index]}
              // Placeholders have no caption and keep their estimated height.
              ref={item ? measured : undefined}
              className={cardClasses}
              style={{
                width,
                transform: cardTransform(masonry.column[index] ?? 0, masonry.top[index] ?? 0, width, gap),
              }}
            >
              {item ? (
                renderItem(item, index)
              ) : (
                <div aria-hidden="true" className="bg-petal" style={{ height: Math.round(width * expectedRatio) }} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/**
 * Returns the margin within which cards are rendered: none at first, so that the cards in the viewport come first.
 * @param hasPhotos whether there are photos to draw
 * @param onDrawn called before the first photos are painted
 */
function useRenderedMargin(hasPhotos: boolean, onDrawn: (() => void) | undefined): number {
  const [isAheadRendered, setAheadRendered] = useState(false);
  useLayoutEffect(() => {
    if (hasPhotos) onDrawn?.();
  }, [hasPhotos, onDrawn]);
  useEffect(() => {
    if (hasPhotos) startTransition(() => setAheadRendered(true));
  }, [hasPhotos]);
  return isAheadRendered ? margin : 0;
}
