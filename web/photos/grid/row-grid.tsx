import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useBox } from './grid-box.ts';
import { placeInRows } from './rows.ts';
import { useInWindow } from './window-cards.ts';

/** Pixels between cards. */
const gap = 8;
/** Distance in pixels outside of the viewport within which cards are rendered. */
const margin = 200;
/** Width ÷ height of the placeholder of a photo that is not loaded. */
const expectedRatio = 1.4;

interface Shown {
  id: string;
  width: number;
  height: number;
}

/** Height of a part's heading in rem, with the gap below it. */
const headingHeight = 3;

/** Size of a card's picture in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/**
 * A virtualized grid of justified rows in reading order: photos keep their ratio, every card has the same height below
 * its picture. Only cards near the viewport are rendered. Placeholders stand in for photos not loaded yet.
 * @param items the loaded photos.
 * @param count expected number of photos in total.
 * @param onNeedMore called when placeholders come near the viewport; undefined if all photos are loaded.
 */
export function RowGrid<Item extends Shown>({
  label,
  count,
  items,
  rowHeight,
  below,
  renderItem,
  partOf,
  onNeedMore,
  show,
}: {
  label: string;
  count: number;
  items: Item[];
  /** Wished height of the pictures in pixels. */
  rowHeight: number;
  /** Height of a card below its picture, in rem. */
  below: number;
  renderItem: (item: Item, size: PictureSize) => ReactNode;
  /** Maps an item to the part of the list that it is in; each part has its name above its first item. */
  partOf?: (item: Item) => { id: string; name: string };
  /** Pass a new function when it may be called again: after each page. */
  onNeedMore: (() => void) | undefined;
  /** Index of an item to scroll to. */
  show?: number | undefined;
}) {
  const list = useRef<HTMLUListElement>(null);
  const box = useBox(list);
  // `count` may be outdated: while there is more to load, show at least one placeholder.
  const total = onNeedMore ? Math.max(count, items.length + 1) : items.length;
  const parts = partOf ? items.map(partOf) : [];
  const starts = parts.flatMap(({ id }, index) => (id === parts[index - 1]?.id ? [] : [index])).join(' ');
  // By its text, so that equal places are equal.
  const headings = useMemo(() => new Set(starts === '' ? [] : starts.split(' ').map(Number)), [starts]);
  const rows = useMemo(() => {
    const ratios = Array.from({ length: box.width > 0 ? total : 0 }, (_, index) => {
      const item = items[index];
      return item ? item.width / item.height : expectedRatio;
    });
    return placeInRows(ratios, {
      width: box.width,
      rowHeight,
      gap,
      below: Math.round(below * box.rem),
      starts: headings,
      heading: Math.round(headingHeight * box.rem),
    });
  }, [items, headings, total, box.width, box.rem, rowHeight, below]);
  const { first, last, scrollTo } = useInWindow(rows, box.top, margin);

  // After a change of the size, the photos that were in sight stay in sight.
  const drawn = useRef({ rows, rowHeight });
  useLayoutEffect(() => {
    const before = drawn.current;
    drawn.current = { rows, rowHeight };
    if (before.rowHeight === rowHeight || scrollY < box.top) return;
    const middle = before.rows.top.findIndex((top) => top + box.top > scrollY + innerHeight / 2);
    if (middle >= 0) scrollTo(middle);
  }, [rows, rowHeight, box.top, scrollTo]);

  useEffect(() => {
    if (show !== undefined) scrollTo(show);
  }, [show, scrollTo]);

  const missing = last >= first && last >= items.length;
  useEffect(() => {
    if (missing) onNeedMore?.();
  }, [missing, onNeedMore]);

  return (
    <section aria-label={label}>
      <ul ref={list} className="relative" style={{ height: rows.total }}>
        {Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => {
          const index = first + offset;
          const item = items[index];
          const size = { width: rows.width[index] ?? 0, height: rows.picture[index] ?? 0 };
          return (
            <li
              key={item?.id ?? index}
              className="absolute top-0 left-0"
              style={{
                width: size.width,
                height: (rows.height[index] ?? gap) - gap,
                transform: `translate(${rows.left[index] ?? 0}px, ${rows.top[index] ?? 0}px)`,
              }}
            >
              {headings.has(index) && (
                <h2
                  dir="auto"
                  className="absolute bottom-full left-0 truncate pb-3 text-lg"
                  style={{ width: box.width }}
                >
                  {parts[index]?.name}
                </h2>
              )}
              {item ? (
                renderItem(item, size)
              ) : (
                <div aria-hidden="true" className="bg-petal" style={{ height: size.height }} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
