import { memo, type ReactNode } from 'react';

export interface Column<Row> {
  heading: string;
  cell: (row: Row) => ReactNode;
  /** For figures. */
  align?: 'right';
  /** Where a row is a list, on phones: its first line, or its last; both without their heading. */
  phone?: 'title' | 'actions';
}

/** In a table a long title leaves the others their room, and no button breaks. */
const special = {
  title: 'md:max-w-xs max-md:order-first max-md:text-base max-md:before:hidden',
  actions: 'md:whitespace-nowrap max-md:pt-2 max-md:before:hidden',
};

/** A table of 48 px rows; on phones each row becomes a small list with its headings, since nothing may scroll sideways. */
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
    <table className="w-full border-collapse text-sm max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
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
      <tbody className="max-md:block">
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
    <tr className="border-b border-line hover:bg-paper max-md:flex max-md:flex-col max-md:py-4">
      {columns.map((column) => (
        <td
          key={column.heading}
          data-heading={column.heading}
          className={`h-12 px-3 py-1.5 first:pl-0 last:pr-0 [overflow-wrap:anywhere] max-md:empty:hidden max-md:flex max-md:h-auto max-md:min-h-7 max-md:items-center max-md:gap-3 max-md:px-0 max-md:before:w-24 max-md:before:shrink-0 max-md:before:text-xs max-md:before:text-mute max-md:before:content-[attr(data-heading)] ${column.phone ? special[column.phone] : ''} ${column.align === 'right' ? 'text-right tabular-nums max-md:text-left' : ''}`}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
});
