import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useBox } from './grid-box.ts';
import { placeInRows } from './rows.ts';
import { useInWindow } from './window-cards.ts';

/** Pixels between cards. */
const gap = 8;
/** Pixels outside of the viewport within which cards are rendered. */
const margin = 200;
/** Width ÷ height of the placeholder of a photo that is not loaded. */
const expectedRatio = 1.4;

interface Shown {
  id: string;
  width: number;
  height: number;
}

/** Height in rem of a section's heading, with the gap below it. */
const headingHeight = 3;

/** The size of a card's photo in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/**
 * A virtualized grid of justified rows in reading order: photos keep their ratio, and every card has the same height
 * below its photo. Only cards near the viewport are rendered. Placeholders represent photos that are not loaded yet.
 * @param items the loaded photos
 * @param count expected number of photos in total
 * @param onNeedMore called when placeholders come near the viewport; undefined if all photos are loaded
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
  /** The desired height of the photos in pixels. */
  rowHeight: number;
  /** The height of a card below its photo, in rem. */
  below: number;
  renderItem: (item: Item, size: ImageSize) => ReactNode;
  /** Returns the section of the list that contains an item; each section has its name above its first item. */
  partOf?: (item: Item) => { id: string; name: string };
  /** Pass a new function when it may be called again: after each page. */
  onNeedMore: (() => void) | undefined;
  /** The index of an item to scroll to. */
  show?: number | undefined;
}) {
  const list = useRef<HTMLUListElement>(null);
  const box = useBox(list);
  // `count` may be outdated: show at least one placeholder while more photos can be loaded.
  const total = onNeedMore ? Math.max(count, items.length + 1) : items.length;
  const sections = partOf ? items.map(partOf) : [];
  const starts = sections.flatMap(({ id }, index) => (id === sections[index - 1]?.id ? [] : [index])).join(' ');
  // Memoized by the text, so that equal indexes give the same set.
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

  // After a change of the size, scroll to the photos that were in view.
  const rendered = useRef({ rows, rowHeight });
  useLayoutEffect(() => {
    const previous = rendered.current;
    rendered.current = { rows, rowHeight };
    if (previous.rowHeight === rowHeight || scrollY < box.top) return;
    const middleIndex = previous.rows.top.findIndex((top) => top + box.top > scrollY + innerHeight / 2);
    if (middleIndex >= 0) scrollTo(middleIndex);
  }, [rows, rowHeight, box.top, scrollTo]);

  useEffect(() => {
    if (show !== undefined) scrollTo(show);
  }, [show, scrollTo]);

  const isMissing = last >= first && last >= items.length;
  useEffect(() => {
    if (isMissing) onNeedMore?.();
  }, [isMissing, onNeedMore]);

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
                  {sections[index]?.name}
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
