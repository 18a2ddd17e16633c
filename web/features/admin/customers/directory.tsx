import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { CreateCustomer, type DirectoryEntry } from '#shared/contract/customers.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import { typedLine } from '#shared/text/typed-text.ts';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { useIsMounted } from '../../../lib/browser/is-mounted.ts';
import { dayOf } from '../../../lib/dates.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmailAddress } from '../../../ui/email-address.tsx';
import { SubmitButton, TextField } from '../../../ui/fields/form.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { Empty, Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { type Column, DateCell, sortRows, Table } from '../../../ui/table.tsx';
import { DamagedRows } from '../damaged-rows.tsx';
import { Screen } from '../screen.tsx';
import { SearchField, useSearch } from '../search/search.tsx';
import { createCustomer, customerQuery, directoryQuery, restoreCustomer } from './api.ts';
import { calledBy } from './called-by.ts';
import { useCustomerChanged } from './customer-changed.ts';
import { searchable } from './directory-search.ts';

/** Rows per page; the search covers all customers. */
const pageSize = 25;

/** Location state set by other screens. */
export interface DirectoryState {
  /** Initial values of the new customer's form. */
  prefill?: { name: string; email: string; phone: string };
  /** The customer that was just deleted. */
  deleted?: { id: string; name: string };
}

/** 'Customer Directory'. Search and page are in the URL, so that navigating back restores them. */
export function Component() {
  const location = useLocation();
  const state = location.state as DirectoryState | null;
  const directory = useQuery(directoryQuery);
  const damaged = useQuery({ ...directoryQuery, select: (known) => known.damaged });
  const list = useSearch();
  const [created, setCreated] = useState<{ id: string; name: string }>();
  const toggle = useRef<HTMLButtonElement>(null);
  const creating = list.query.has('new');
  const deferred = useDeferredValue(list.text);
  const place = useDeferredValue(list.place);
  const search = useMemo(() => searchable(directory.data ?? []), [directory.data]);
  const found = useMemo(() => search(deferred), [search, deferred]);
  const sortedBy = list.query.get('sort');
  const isDescending = list.query.get('order') === 'descending';
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const asked = list.isKept ? Math.trunc(Number(list.query.get('page'))) : 1;
  const page = Math.min(pages, Math.max(1, asked || 1));
  const sort = useMemo(() => ({ by: sortedBy ?? '', isDescending }), [sortedBy, isDescending]);
  const ordered = useMemo(() => sortRows(found, columns, sort), [found, sort]);
  const shown = useMemo(() => ordered.slice((page - 1) * pageSize, page * pageSize), [ordered, page]);

  return (
    <Screen
      title="Customer Directory"
      actions={
        <Button
          ref={toggle}
          look={creating ? 'secondary' : 'primary'}
          aria-expanded={creating}
          onClick={() => {
            setCreated(undefined);
            list.keep({ new: creating ? null : '' });
          }}
        >
          {creating ? 'Cancel' : '+ New Customer'}
        </Button>
      }
    >
      {creating && (
        <NewCustomer
          prefill={state?.prefill}
          onCreated={(customer) => {
            setCreated(customer);
            list.keep({ new: null });
            toggle.current?.focus();
          }}
        />
      )}
      {created && !creating && (
        <div className="mt-6">
          <Notice tone="success">
            <span className="flex flex-wrap items-center gap-x-5">
              <bdi>{created.name}</bdi> was added.
              <TextLink to={`/admin/customer/${created.id}/edit`}>Manage</TextLink>
              <TextLink to={`/admin/session/create?customer_id=${created.id}`}>Create session</TextLink>
            </span>
          </Notice>
        </div>
      )}
      {state?.deleted && <JustDeleted key={state.deleted.id} customer={state.deleted} />}
      <div className="sticky top-0 z-10 mt-6 bg-white py-2 max-lg:top-14 low:static">
        <SearchField search={list} label="Search by name or email" />
      </div>
      <QueryStatus query={directory} lines={6} loading="Loading customers..." failed="Failed to load customers" />
      <DamagedRows pages={[{ damaged: damaged.data }]} list="customers" />
      {directory.data?.length === 0 && damaged.data?.length === 0 && !creating && (
        <Empty
          action={
            <Button look="secondary" onClick={() => list.keep({ new: '' })}>
              + New Customer
            </Button>
          }
        >
          No customers yet.
        </Empty>
      )}
      {directory.data && directory.data.length > 0 && (
        <>
          <p role="status" className="py-2 text-xs text-mute tabular-nums">
            {formatFoundCount(found.length, directory.data.length)}
          </p>
          {found.length === 0 ? (
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
            <Place value={place}>
              <Table
                caption="Customers"
                rows={shown}
                rowKey={(entry) => entry.id}
                columns={columns}
                sort={sort}
                onSort={({ by, isDescending }) =>
                  list.keep({ sort: by, order: isDescending ? 'descending' : null, page: null })
                }
              />
            </Place>
          )}
          {pages > 1 && (
            <nav aria-label="Pages" className="flex items-center gap-4 py-6 text-sm">
              <Button look="secondary" disabled={page <= 1} onClick={() => list.keep({ page: String(page - 1) })}>
                Previous
              </Button>
              <span className="tabular-nums">
                Page {page} of {pages}
              </span>
              <Button look="secondary" disabled={page >= pages} onClick={() => list.keep({ page: String(page + 1) })}>
                Next
              </Button>
            </nav>
          )}
        </>
      )}
      <p className="mt-8 text-sm">
        <TextLink to="/admin/customers/deleted">Deleted customers</TextLink>
      </p>
    </Screen>
  );
}

function formatFoundCount(found: number, all: number): string {
  const total = formatCounted(all, 'customer');
  return found === all ? total : `${formatCount(found)} of ${total}`;
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-link font-semibold">
      {children}
    </Link>
  );
}

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
      <span className="flex gap-2 max-xl:gap-1 max-xs:w-full max-xs:gap-2 max-xs:*:flex-1">
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

/** The directory's URL. A context of its own: it changes with every search, and only the 'Manage' links need it. */
const Place = createContext('');

/** Link to the profile; its state holds the directory's URL for the way back. */
function Manage({ customer }: { customer: DirectoryEntry }) {
  return (
    <ButtonLink
      look="secondary"
      className="xs:max-xl:px-3! xs:max-xl:text-xs!"
      to={`/admin/customer/${customer.id}/edit`}
      state={{ from: useContext(Place) }}
      aria-label={`Manage ${calledBy(customer)}`}
    >
      Manage
    </ButtonLink>
  );
}

function NewCustomer({
  prefill = { name: '', email: '', phone: '' },
  onCreated,
}: {
  prefill: DirectoryState['prefill'];
  onCreated: (customer: { id: string; name: string }) => void;
}) {
  const queries = useQueryClient();
  /** Id of the customer that already has the entered email. */
  const [owner, setOwner] = useState<string>();
  return (
    <section className="mt-6 max-w-xl rounded-md border border-line p-5">
      <h2 className="mb-4 font-display text-lg">Create New Customer</h2>
      <KeptForm
        draft={`new customer ${prefill.email}`}
        schema={CreateCustomer}
        defaultValues={prefill}
        describeInvalid={({ name, email }) =>
          typedLine(name) === '' || typedLine(email) === '' ? 'Name and email are required.' : undefined
        }
        describe={(error) =>
          error instanceof ApiError && error.code === 'EMAIL_TAKEN' ? (
            error.message
          ) : (
            <>
              <span>Failed to create customer.</span> {messageOf(error)}
            </>
          )
        }
        onSubmit={async (values) => {
          setOwner(undefined);
          try {
            const customer = await createCustomer(values);
            queries.setQueryData(customerQuery(customer.id).queryKey, customer);
            queries.setQueryData(
              directoryQuery.queryKey,
              (known) => known && { ...known, entries: [customer, ...known.entries] },
            );
            onCreated(customer);
          } catch (error) {
            const { id } = ((error instanceof ApiError && error.details.customer) || {}) as { id?: string };
            setOwner(id);
            throw error;
          }
        }}
      >
        <TextField name="name" label="Full Name" autoComplete="off" autoFocus />
        <TextField name="email" label="Email" type="email" autoComplete="off" />
        <TextField name="phone" label="Phone (optional)" type="tel" autoComplete="off" />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busyText="Saving...">Save Customer</SubmitButton>
          {owner && <TextLink to={`/admin/customer/${owner}/edit`}>Open that customer</TextLink>}
        </div>
      </KeptForm>
    </section>
  );
}

/** Notice with 'Undo' after a customer was deleted. */
function JustDeleted({ customer }: { customer: { id: string; name: string } }) {
  const refetchCustomer = useCustomerChanged();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function undo() {
    setBusy(true);
    try {
      await refetchCustomer(customer.id, await restoreCustomer(customer.id));
      // Replace the history entry whose state says that the customer was deleted.
      if (isMounted.current) navigate(`/admin/customer/${customer.id}/edit`, { replace: true });
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  }
  if (failure) {
    return (
      <div className="mt-6">
        <Notice tone="error" onRetry={undo}>
          <bdi>{customer.name}</bdi> could not be restored. {failure}
        </Notice>
      </div>
    );
  }
  return (
    <div className="mt-6">
      <Notice tone="info">
        <span className="flex flex-wrap items-center justify-between gap-3">
          <bdi>{customer.name}</bdi> was deleted, and can be restored for {limits.trashDays} days.
          <Button look="secondary" busy={busy} onClick={undo}>
            {busy ? 'Restoring...' : 'Undo'}
          </Button>
        </span>
      </Notice>
    </div>
  );
}
