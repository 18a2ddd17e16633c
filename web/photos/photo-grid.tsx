import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWindowRows } from './window-rows.ts';

/** Columns and the pixels between them, as the classes below have them. */
const layouts = [
  { query: '(min-width: 64rem)', columns: 4, gap: 20 },
  { query: '(min-width: 48rem)', columns: 3, gap: 20 },
];
const phone = { columns: 2, gap: 12 };
/** Pixels of a row below its pictures: caption and note of 44 each, and the gap to the next. */
const belowPicture = 44 + 44 + 20;

const layoutNow = () => layouts.find(({ query }) => matchMedia(query).matches) ?? phone;

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
 * A grid of 2, 3 or 4 columns that keeps only the rows near the window in the page, however many photos there are.
 * `items` are those already here, `count` how many are expected in all. While there are more to fetch, frames stand where
 * they will be, and `onNeedMore` is called when these come near; without it, `items` is all there is.
 */
export function PhotoGrid<Item extends { id: string }>({
  label,
  count,
  items,
  renderItem,
  onNeedMore,
  onShow,
  show,
}: {
  label: string;
  count: number;
  items: Item[];
  renderItem: (item: Item, index: number) => ReactNode;
  /** A new function whenever another call is worth it: after each page. */
  onNeedMore: (() => void) | undefined;
  /** Told which items are in or near the window, by their places in the list; only while any are. */
  onShow?: ((first: number, last: number) => void) | undefined;
  /** The place of an item to bring into the window. */
  show?: number | undefined;
}) {
  const list = useRef<HTMLElement>(null);
  const { columns, gap } = useLayout();
  const [box, setBox] = useState({ top: 0, width: 0 });

  // What stands above the grid may change its height at any time, so its place on the page is measured, not assumed.
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const { top, width } = element.getBoundingClientRect();
      const next = { top: Math.round(top + scrollY), width: Math.round(width) };
      setBox((before) => (before.top === next.top && before.width === next.width ? before : next));
    };
    // What stands above is painted first, and the first rows are drawn in pieces.
    startTransition(measure);
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  // What was counted may be out of date: as long as there is more, there is room for at least one.
  const total = onNeedMore ? Math.max(count, items.length + 1) : items.length;
  // The picture is 4:5.
  const rowHeight = Math.round(((box.width - gap * (columns - 1)) / columns) * 1.25) + belowPicture;
  // First of all what is in sight; once that is in the page, a row more on either side.
  const [ahead, setAhead] = useState(false);
  const hasPhotos = items.length > 0 && box.width > 0;
  useEffect(() => {
    if (hasPhotos) startTransition(() => setAhead(true));
  }, [hasPhotos]);
  const { rows, height, measured, scrollTo } = useWindowRows({
    count: box.width === 0 ? 0 : Math.ceil(total / columns),
    estimate: rowHeight,
    top: box.top,
    margin: ahead ? rowHeight : 0,
  });
  const first = (rows[0]?.index ?? 0) * columns;
  const end = ((rows.at(-1)?.index ?? -1) + 1) * columns;
  const last = Math.min(end, items.length) - 1;
  const missing = rows.length > 0 && end > items.length - columns * 2;

  useEffect(() => {
    if (missing) onNeedMore?.();
  }, [missing, onNeedMore]);

  useEffect(() => {
    if (last >= first) onShow?.(first, last);
  }, [first, last, onShow]);

  useEffect(() => {
    if (show !== undefined) scrollTo(Math.floor(show / columns));
  }, [show, columns, scrollTo]);

  return (
    <section ref={list} aria-label={label} className="relative" style={{ height }}>
      {rows.map((row) => (
        <ul
          key={row.index}
          data-index={row.index}
          // Frames alone have no caption: what comes in their place is as high as estimated.
          ref={items[row.index * columns] ? measured : undefined}
          className="absolute inset-x-0 top-0 grid grid-cols-2 gap-x-3 pb-5 md:grid-cols-3 md:gap-x-5 lg:grid-cols-4"
          style={{ transform: `translateY(${row.start}px)` }}
        >
          {Array.from({ length: Math.min(columns, total - row.index * columns) }, (_, column) => {
            const index = row.index * columns + column;
            const item = items[index];
            return (
              <li key={item?.id ?? index} className="min-w-0">
                {item ? renderItem(item, index) : <div aria-hidden="true" className="aspect-4/5 bg-petal" />}
              </li>
            );
          })}
        </ul>
      ))}
    </section>
  );
}
