import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useBox } from './grid-box.ts';
import { placeInRows, type Rows } from './rows.ts';
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

const ratioOf = (item: Shown | undefined) => (item ? item.width / item.height : expectedRatio);

/** Height in rem of a section's heading, with the gap below it. */
const headingHeight = 3;

/** The size of a card's photo in pixels. */
interface ImageSize {
  width: number;
  height: number;
}

interface Props<Item extends Shown> {
  label: string;
  /** The expected number of photos in total. */
  count: number;
  /** The loaded photos. */
  items: Item[];
  /** The desired height of the photos in pixels. */
  rowHeight: number;
  /** The height of a card below its photo, in rem. */
  below: number;
  renderItem: (item: Item, size: ImageSize) => ReactNode;
  /** Returns the section of the list that contains an item; each section has its name above its first item. */
  sectionOf?: (item: Item) => { id: string; name: string };
  /**
   * Called when placeholders come near the viewport; undefined if all photos are loaded. Pass a new function when it may
   * be called again: after each page.
   */
  onNeedMore: (() => void) | undefined;
  /** The index of an item to scroll to. */
  show?: number | undefined;
}

/**
 * A virtualized grid of justified rows in reading order: photos keep their ratio, and every card has the same height
 * below its photo. Only cards near the viewport are rendered. Placeholders represent photos that are not loaded yet.
 */
export function RowGrid<Item extends Shown>({
  label,
  count,
  items,
  rowHeight,
  below,
  renderItem,
  sectionOf,
  onNeedMore,
  show,
}: Props<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const box = useBox(list);
  // `count` may be outdated: show at least one placeholder while more photos can be loaded.
  const total = onNeedMore ? Math.max(count, items.length + 1) : items.length;
  const sections = sectionOf ? items.map(sectionOf) : [];
  const headings = useHeadings(sections);
  const rows = useMemo(() => {
    const ratios = Array.from({ length: box.width > 0 ? total : 0 }, (_, index) => ratioOf(items[index]));
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

  useKeptMiddle(rows, rowHeight, box.top, scrollTo);

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

/** Returns the indexes of the items that begin a section. */
function useHeadings(sections: { id: string }[]): Set<number> {
  const starts = sections.flatMap(({ id }, index) => (id === sections[index - 1]?.id ? [] : [index])).join(' ');
  // Memoized by the text, so that equal indexes give the same set.
  return useMemo(() => new Set(starts === '' ? [] : starts.split(' ').map(Number)), [starts]);
}

/** Scrolls, after a change of the rows' height, to the photos that were in the middle of the window. */
function useKeptMiddle(rows: Rows, rowHeight: number, listTop: number, scrollTo: (index: number) => void): void {
  const rendered = useRef({ rows, rowHeight });
  useLayoutEffect(() => {
    const previous = rendered.current;
    rendered.current = { rows, rowHeight };
    if (previous.rowHeight === rowHeight || scrollY < listTop) return;
    const middleIndex = previous.rows.top.findIndex((top) => top + listTop > scrollY + innerHeight / 2);
    if (middleIndex >= 0) scrollTo(middleIndex);
  }, [rows, rowHeight, listTop, scrollTo]);
}
