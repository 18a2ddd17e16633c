import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

const columnsAt = [
  { query: '(min-width: 64rem)', columns: 4 },
  { query: '(min-width: 48rem)', columns: 3 },
];

function columnsNow(): number {
  return columnsAt.find(({ query }) => matchMedia(query).matches)?.columns ?? 2;
}

function useColumns(): number {
  const [columns, setColumns] = useState(columnsNow);
  useEffect(() => {
    const update = () => setColumns(columnsNow());
    const queries = columnsAt.map(({ query }) => matchMedia(query));
    for (const query of queries) query.addEventListener('change', update);
    return () => {
      for (const query of queries) query.removeEventListener('change', update);
    };
  }, []);
  return columns;
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
}: {
  label: string;
  count: number;
  items: Item[];
  renderItem: (item: Item, index: number) => ReactNode;
  /** A new function whenever another call is worth it: after each page. */
  onNeedMore: (() => void) | undefined;
}) {
  const list = useRef<HTMLElement>(null);
  const columns = useColumns();
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
    // The picture is 4:5; below it stand the caption, the note and the gap.
    estimateSize: () => (box.width / columns) * 1.25 + 130,
    overscan: 2,
    scrollMargin: box.top,
  });
  const visible = rows.getVirtualItems();
  const lastVisible = ((visible.at(-1)?.index ?? 0) + 1) * columns;
  const missing = lastVisible > items.length - columns * 2;

  useEffect(() => {
    if (missing) onNeedMore?.();
  }, [missing, onNeedMore]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: heights measured at another width are of no use
  useEffect(() => rows.measure(), [columns, box.width]);

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
