import { createContext, useContext, useDeferredValue, useMemo } from 'react';
import type { DirectoryEntry } from '#shared/contract/customers.ts';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import { dayOf } from '../../../lib/dates.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmailAddress } from '../../../ui/email-address.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { Empty } from '../../../ui/status/notice.tsx';
import { type Column, DateCell, sortRows, Table } from '../../../ui/table.tsx';
import type { useSearch } from '../search/search.tsx';
import { calledBy } from './called-by.ts';
import { searchable } from './directory-search.ts';

/** Number of rows per page; the search covers all customers. */
const pageSize = 25;

const columns: Column<DirectoryEntry>[] = [
  {
    heading: 'Customer ID',
    isMinor: true,
    sortBy: (entry) => entry.customer_id || entry.id,
    cell: (entry) => <span className="tabular-nums">{entry.customer_id || entry.id}</span>,
  },
  {
    heading: 'Name',
    isText: true,
    sortBy: (entry) => entry.name || 'Unknown',
    inList: 'title',
    cell: (entry) => (
      <span className="font-semibold">
        {entry.name || 'Unknown'}
        {entry.status === 'closed' && (
          <>
            {' '}
            <Badge tone="neutral">closed</Badge>
          </>
        )}
      </span>
    ),
  },
  {
    heading: 'Email',
    isText: true,
    sortBy: (entry) => entry.email,
    cell: (entry) => entry.email && <EmailAddress address={entry.email} />,
  },
  {
    heading: 'Phone',
    isMinor: true,
    sortBy: (entry) => entry.phone,
    cell: (entry) => entry.phone && <span className="block truncate xs:max-w-26 xl:max-w-36">{entry.phone}</span>,
  },
  {
    heading: 'Created',
    isMinor: true,
    sortBy: (entry) => entry.created_at,
    cell: (entry) => <DateCell>{dayOf(entry.created_at)}</DateCell>,
  },
  {
    heading: 'Actions',
    inList: 'actions',
    cell: (entry) => (
      <span className="flex gap-2 max-xl:gap-1 max-xs:w-full max-xs:flex-wrap max-xs:gap-2 max-xs:*:flex-1">
        <Manage customer={entry} />
        <ButtonLink
          look="quiet"
          className="xs:max-xl:w-14 xs:max-xl:px-1! xs:max-xl:text-xs! xs:max-xl:leading-4! xs:max-xl:whitespace-normal"
          to={`/admin/customer/${entry.id}`}
          aria-label={`Upload photos for ${calledBy(entry)}`}
        >
          Upload Photos
        </ButtonLink>
      </span>
    ),
  },
];

/** The directory's URL. It has a context, because it changes with every search and only the 'Manage' links need it. */
const DirectoryUrl = createContext('');

/** Link to the profile; its location state holds the directory's URL for the way back. */
function Manage({ customer }: { customer: DirectoryEntry }) {
  return (
    <ButtonLink
      look="secondary"
      className="xs:max-xl:px-3! xs:max-xl:text-xs!"
      to={`/admin/customer/${customer.id}/edit`}
      state={{ from: useContext(DirectoryUrl) }}
      aria-label={`Manage ${calledBy(customer)}`}
    >
      Manage
    </ButtonLink>
  );
}

/** The customers that match the search, sorted and in pages; the sort order and the page are in the URL. */
export function DirectoryList({
  customers,
  list,
}: {
  customers: DirectoryEntry[];
  list: ReturnType<typeof useSearch>;
}) {
  const deferred = useDeferredValue(list.text);
  const directoryUrl = useDeferredValue(list.url);
  const search = useMemo(() => searchable(customers), [customers]);
  const matches = useMemo(() => search(deferred), [search, deferred]);
  const sortedBy = list.query.get('sort');
  const isDescending = list.query.get('order') === 'descending';
  const pages = Math.max(1, Math.ceil(matches.length / pageSize));
  const requestedPage = list.isKept ? Math.trunc(Number(list.query.get('page'))) : 1;
  const page = Math.min(pages, Math.max(1, requestedPage || 1));
  const sort = useMemo(() => ({ by: sortedBy ?? '', isDescending }), [sortedBy, isDescending]);
  const sortedCustomers = useMemo(() => sortRows(matches, columns, sort), [matches, sort]);
  const pageRows = useMemo(
    () => sortedCustomers.slice((page - 1) * pageSize, page * pageSize),
    [sortedCustomers, page],
  );
  return (
    <>
      <p role="status" className="py-2 text-xs text-mute tabular-nums">
        {formatFoundCount(matches.length, customers.length)}
      </p>
      {matches.length === 0 ? (
        <Empty
          action={
            <Button look="secondary" onClick={() => list.clear()}>
              Clear search
            </Button>
          }
        >
          No name, email, phone or customer ID contains “{deferred.trim()}”.
        </Empty>
      ) : (
        <DirectoryUrl value={directoryUrl}>
          <Table
            caption="Customers"
            rows={pageRows}
            rowKey={(entry) => entry.id}
            columns={columns}
            sort={sort}
            onSort={({ by, isDescending }) =>
              list.keep({ sort: by, order: isDescending ? 'descending' : null, page: null })
            }
          />
        </DirectoryUrl>
      )}
      <Pages page={page} pages={pages} onPage={(nextPage) => list.keep({ page: String(nextPage) })} />
    </>
  );
}

function formatFoundCount(matchCount: number, customerCount: number): string {
  const total = formatCounted(customerCount, 'customer');
  return matchCount === customerCount ? total : `${formatCount(matchCount)} of ${total}`;
}

/** Buttons to the previous and the next page; renders nothing for a single page. */
function Pages({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  return (
    pages > 1 && (
      <nav aria-label="Pages" className="flex flex-wrap items-center gap-4 py-6 text-sm">
        <Button look="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <span className="tabular-nums">
          Page {page} of {pages}
        </span>
        <Button look="secondary" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </nav>
    )
  );
}
