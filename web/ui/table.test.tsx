import { render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Column, Table } from './table.tsx';

interface Row {
  id: string;
  name: string;
  count: number;
}

test('a table has a caption, a heading for each column, and a row for each item, in order', () => {
  const rows: Row[] = [
    { id: 'b', name: 'Rosa', count: 3 },
    { id: 'a', name: 'Ben', count: 12 },
  ];
  render(
    <Table
      caption="Customers"
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        { heading: 'Name', cell: (row) => row.name },
        { heading: 'Photos', align: 'right', cell: (row) => row.count },
      ]}
    />,
  );
  const table = screen.getByRole('table', { name: 'Customers' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Name', 'Photos']);
  const [, ...body] = within(table).getAllByRole('row');
  expect(
    body.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['Rosa', '3'],
    ['Ben', '12'],
  ]);
  // Narrow windows hide the header row, so each cell repeats its heading.
  expect(within(table).getByText('12')).toHaveAttribute('data-heading', 'Photos');
});

test('an unchanged row is not rendered again', () => {
  const [rosa, ben]: Row[] = [
    { id: 'b', name: 'Rosa', count: 3 },
    { id: 'a', name: 'Ben', count: 12 },
  ];
  const cell = vi.fn((row: Row) => row.name);
  const columns: Column<Row>[] = [{ heading: 'Name', cell }];
  const table = (rows: Row[]) => <Table caption="Customers" rows={rows} rowKey={(row) => row.id} columns={columns} />;
  const { rerender } = render(table([rosa!]));
  rerender(table([ben!, rosa!]));
  expect(cell.mock.calls).toEqual([[rosa], [ben]]);
});
