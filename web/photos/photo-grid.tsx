import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

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
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  // What was counted may be out of date: as long as there is more, there is room for at least one.
  const total = onNeedMore ? Math.max(count, items.length + 1) : items.length;
  const rows = useWindowVirtualizer({
    count: Math.ceil(total / columns),
    // The picture is 4:5.
    estimateSize: () => Math.round(((box.width - gap * (columns - 1)) / columns) * 1.25) + belowPicture,
    overscan: 1,
    scrollMargin: box.top,
  });
  // Of a grid that is far from the window, the virtualizer would keep its nearest rows.
  const top = rows.scrollOffset ?? 0;
  const margin = rows.options.estimateSize(0);
  const visible = rows
    .getVirtualItems()
    .filter((row) => row.end > top - margin && row.start < top + (rows.scrollRect?.height ?? 0) + margin);
  const first = (visible[0]?.index ?? 0) * columns;
  const last = Math.min(((visible.at(-1)?.index ?? -1) + 1) * columns, items.length) - 1;
  const missing = visible.length > 0 && ((visible.at(-1)?.index ?? 0) + 1) * columns > items.length - columns * 2;

  useEffect(() => {
    if (missing) onNeedMore?.();
  }, [missing, onNeedMore]);

  useEffect(() => {
    if (last >= first) onShow?.(first, last);
  }, [first, last, onShow]);

  useEffect(() => {
    if (show !== undefined) rows.scrollToIndex(Math.floor(show / columns), { align: 'center' });
  }, [show, columns, rows]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: heights measured at another width are of no use
  useEffect(() => {
    rows.measure();
    // That forgets what the rows in the page were found to be at this width already, and nothing would tell it again; a
    // row is compared with the estimate only once all are estimated anew.
    rows.getTotalSize();
    for (const row of list.current?.querySelectorAll<HTMLUListElement>('[data-index]') ?? []) rows.measureElement(row);
  }, [columns, box.width]);

  return (
    <section ref={list} aria-label={label} className="relative" style={{ height: rows.getTotalSize() }}>
      {visible.map((row) => (
        <ul
          key={row.key}
          data-index={row.index}
          ref={rows.measureElement}
          className="absolute inset-x-0 top-0 grid grid-cols-2 gap-x-3 pb-5 md:grid-cols-3 md:gap-x-5 lg:grid-cols-4"
          style={{ transform: `translateY(${row.start - rows.options.scrollMargin}px)` }}
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
