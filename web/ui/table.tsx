import { memo, type ReactNode } from 'react';
import { ChevronRight } from './icons.tsx';

export interface Column<Row> {
  heading: string;
  cell: (row: Row) => ReactNode;
  /** Returns the text that rows are sorted by. Columns without it can't be sorted. */
  sortBy?: (row: Row) => string;
  /** Set for numbers. */
  align?: 'right';
  /** Set for free text: these columns share the remaining width, and show at most two lines. */
  isText?: true;
  /** Set for a column that is left out of tables in windows narrower than 720 px; lists show it. */
  isMinor?: true;
  /** Set for a column that is left out of tables in windows narrower than 1,280 px, too; lists show it. */
  isExtra?: true;
  /**
   * The column's role when rows become lists in narrow windows: first line, last line, or a picture of 3.75rem beside the
   * first line; all without heading.
   */
  inList?: 'title' | 'actions' | 'picture';
}

const minor = 'xs:max-[45rem]:hidden';
/** The first visible cell aligns with the content above the table. */
const afterMinor = 'xs:max-[45rem]:pl-0';

const visibility = (columns: Column<unknown>[], index: number) => {
  if (columns[index]?.isExtra) return 'xs:max-xl:hidden';
  if (columns[index]?.isMinor) return minor;
  return index > 0 && columns.slice(0, index).every(({ isMinor }) => isMinor) ? afterMinor : '';
};

const inLists = {
  title: 'max-xs:order-first max-xs:text-base max-xs:before:hidden',
  actions: 'max-xs:pt-2 max-xs:before:hidden',
  picture: 'max-xs:absolute max-xs:top-4 max-xs:right-0 max-xs:before:hidden',
};
/** Room for the picture beside a list's first line. */
const besidePicture = 'max-xs:min-h-10 max-xs:pr-20';

/** Without its own width, a cell takes its share of the row, however long a word in it is. */
const text = 'xs:w-2/5 xs:max-w-0 [overflow-wrap:anywhere]';

/** The order of rows: a column's heading, and the direction. */
export interface Sort {
  by: string;
  isDescending: boolean;
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Returns the rows in this order. Equal and unsortable rows keep their order. */
export function sortRows<Row>(rows: Row[], columns: Column<Row>[], { by, isDescending }: Sort): Row[] {
  const sortBy = columns.find(({ heading }) => heading === by)?.sortBy;
  if (!sortBy) return rows;
  const direction = isDescending ? -1 : 1;
  return rows.toSorted((first, second) => direction * collator.compare(sortBy(first), sortBy(second)));
}

/**
 * A table with 48 px rows, for windows from 512 px: 1024 px at 200% zoom. In narrower windows each row becomes a list
 * with headings, above the values where large text leaves no room beside them, so that nothing scrolls sideways.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
}: {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** The order of the rows; with `onSort`, headings of columns with `sortBy` are buttons. */
  sort?: Sort;
  onSort?: (sort: Sort) => void;
}) {
  return (
    <table className="w-full border-collapse text-sm max-xl:text-xs max-xs:block max-xs:text-sm">
      <caption className="sr-only">{caption}</caption>
      {/* In narrow windows the headings, which may be buttons, show while one has the focus. */}
      <thead className="max-xs:not-focus-within:sr-only">
        <tr className="border-b border-edge text-left">
          {columns.map((column, index) => (
            <th
              key={column.heading}
              scope="col"
              aria-sort={sort?.by === column.heading ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
              className={`h-11 px-2 text-xs xl:px-3 font-semibold text-mute whitespace-nowrap first:pl-0 last:pr-0 ${visibility(columns as Column<unknown>[], index)} ${column.align === 'right' ? 'text-right' : ''}`}
            >
              {column.sortBy && onSort ? (
                <SortButton heading={column.heading} sort={sort} onSort={onSort} />
              ) : (
                column.heading
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-xs:block">
        {rows.map((row) => (
          <TableRow key={rowKey(row)} columns={columns as Column<unknown>[]} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function SortButton({
  heading,
  sort,
  onSort,
}: {
  heading: string;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}) {
  const isCurrent = sort?.by === heading;
  return (
    <button
      type="button"
      onClick={() => onSort({ by: heading, isDescending: isCurrent && !sort.isDescending })}
      className="inline-flex min-h-11 cursor-pointer items-center gap-1 hover:text-ink"
    >
      {heading}
      {isCurrent && <ChevronRight className={`size-3.5 ${sort.isDescending ? 'rotate-90' : '-rotate-90'}`} />}
    </button>
  );
}

/** Memoized: unchanged rows are not rendered again if `columns` is the same array. */
const TableRow = memo(function TableRow({ columns, row }: { columns: Column<unknown>[]; row: unknown }) {
  const hasPicture = columns.some(({ inList }) => inList === 'picture');
  return (
    <tr className="border-b border-line hover:bg-paper max-xs:relative max-xs:flex max-xs:flex-col max-xs:py-4">
      {columns.map((column, index) => (
        <td
          key={column.heading}
          data-heading={column.heading}
          className={`h-12 px-2 py-0 leading-5 max-xs:py-0.5 xl:px-3 first:pl-0 last:pr-0 max-xs:empty:hidden max-xs:flex max-xs:h-auto max-xs:min-h-7 max-xs:items-center max-xs:gap-x-3 max-xs:px-0 max-[19rem]:flex-wrap max-xs:before:w-24 max-xs:before:shrink-0 max-xs:before:text-xs max-xs:before:text-mute max-xs:before:content-[attr(data-heading)] ${visibility(columns, index)} ${column.isText ? text : 'xs:whitespace-nowrap'} ${column.inList ? inLists[column.inList] : ''} ${hasPicture && column.inList === 'title' ? besidePicture : ''} ${column.align === 'right' ? 'text-right tabular-nums max-xs:text-left' : ''}`}
        >
          {column.isText ? <TextLines>{column.cell(row)}</TextLines> : column.cell(row)}
        </td>
      ))}
    </tr>
  );
});

/** At most two lines of text; renders nothing for an empty cell, which lists leave out. */
const TextLines = ({ children }: { children: ReactNode }) =>
  children === '' ? null : (
    <span dir="auto" className="min-w-0 xs:line-clamp-2">
      {children}
    </span>
  );

/** A date, in two lines where the table is narrow. */
export const DateCell = ({ children }: { children: string }) => (
  <span className="xs:max-xl:block xs:max-xl:w-14 xs:max-xl:whitespace-normal">{children}</span>
);
