import { memo, type ReactNode } from 'react';

export interface Column<Row> {
  heading: string;
  cell: (row: Row) => ReactNode;
  /** For figures. */
  align?: 'right';
  /** Where a row is a list, in a narrow window: its first line, or its last; both without their heading. */
  inList?: 'title' | 'actions';
}

/** In a table a long title leaves the others their room, and no button breaks. */
const special = {
  title: 'xl:max-w-64 max-xl:order-first max-xl:text-base max-xl:before:hidden',
  actions: 'xl:whitespace-nowrap max-xl:pt-2 max-xl:before:hidden',
};

/** A table of 48 px rows; in a narrow window each row becomes a small list with its headings, since nothing may scroll sideways. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
}) {
  return (
    <table className="w-full border-collapse text-sm max-xl:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-xl:sr-only">
        <tr className="border-b border-edge text-left">
          {columns.map((column) => (
            <th
              key={column.heading}
              scope="col"
              className={`h-11 px-3 text-xs font-semibold text-mute first:pl-0 last:pr-0 ${column.align === 'right' ? 'text-right' : ''}`}
            >
              {column.heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-xl:block">
        {rows.map((row) => (
          <TableRow key={rowKey(row)} columns={columns as Column<unknown>[]} row={row} />
        ))}
      </tbody>
    </table>
  );
}

/** A row that stays is not drawn again, where the columns are the same ones as before. */
const TableRow = memo(function TableRow({ columns, row }: { columns: Column<unknown>[]; row: unknown }) {
  return (
    <tr className="border-b border-line hover:bg-paper max-xl:flex max-xl:flex-col max-xl:py-4">
      {columns.map((column) => (
        <td
          key={column.heading}
          data-heading={column.heading}
          className={`h-12 px-3 py-1.5 first:pl-0 last:pr-0 [overflow-wrap:anywhere] max-xl:empty:hidden max-xl:flex max-xl:h-auto max-xl:min-h-7 max-xl:items-center max-xl:gap-3 max-xl:px-0 max-xl:before:w-24 max-xl:before:shrink-0 max-xl:before:text-xs max-xl:before:text-mute max-xl:before:content-[attr(data-heading)] ${column.inList ? special[column.inList] : ''} ${column.align === 'right' ? 'text-right tabular-nums max-xl:text-left' : ''}`}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
});
