import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { CreateCustomer, type DirectoryEntry } from '#shared/contract/customers.ts';
import { limits } from '#shared/limits.ts';
import { ApiError } from '../../lib/api.ts';
import { dayOf } from '../../lib/dates.ts';
import { useIsMounted } from '../../lib/is-mounted.ts';
import { inThousands } from '../../photos/in-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Form, SubmitButton, TextField } from '../../ui/form.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { calledBy } from './called-by.ts';
import { useCustomerChanged } from './customer-changed.ts';
import { searchable } from './directory-search.ts';
import { createCustomer, customerQuery, directoryQuery, restoreCustomer } from './queries.ts';
import { Screen } from './screen.tsx';
import { SearchField, useSearch } from './search.tsx';

/** Rows on one screenful; the search looks at all of them. */
const pageSize = 25;

/** What other screens tell this one. */
export interface DirectoryState {
  /** For the form of a new customer. */
  prefill?: { name: string; email: string; phone: string };
  /** Just put into the bin. */
  deleted?: { id: string; name: string };
}

/** 'Customer Directory'. Search and page live in the address, so coming back shows what was left. */
export function Component() {
  const location = useLocation();
  const state = location.state as DirectoryState | null;
  const directory = useQuery(directoryQuery);
  const list = useSearch();
  const [created, setCreated] = useState<{ id: string; name: string }>();
  const toggle = useRef<HTMLButtonElement>(null);
  const creating = list.query.has('new');
  const deferred = useDeferredValue(list.text);
  const place = useDeferredValue(list.place);
  const search = useMemo(() => searchable(directory.data ?? []), [directory.data]);
  const found = useMemo(() => search(deferred), [search, deferred]);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const asked = list.isKept ? Math.trunc(Number(list.query.get('page'))) : 1;
  const page = Math.min(pages, Math.max(1, asked || 1));
  const shown = useMemo(() => found.slice((page - 1) * pageSize, page * pageSize), [found, page]);

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
            {created.name} was added. <TextLink to={`/admin/customer/${created.id}/edit`}>Manage</TextLink>
          </Notice>
        </div>
      )}
      {state?.deleted && <JustDeleted key={state.deleted.id} customer={state.deleted} />}
      <div className="sticky top-0 z-10 mt-6 bg-white py-2 max-lg:top-14">
        <SearchField search={list} label="Search by name or email" />
      </div>
      {directory.isPending && <Loading lines={6}>Loading customers...</Loading>}
      {directory.isError && (
        <div className="mt-4">
          <Notice tone="error" onRetry={() => directory.refetch()}>
            Failed to load customers
          </Notice>
        </div>
      )}
      {directory.data?.length === 0 && !creating && (
        <Empty action={<Button onClick={() => list.keep({ new: '' })}>+ New Customer</Button>}>No customers yet.</Empty>
      )}
      {directory.data && directory.data.length > 0 && (
        <>
          <p role="status" className="py-2 text-xs text-mute tabular-nums">
            {foundInWords(found.length, directory.data.length)}
          </p>
          {found.length === 0 ? (
            <Empty
              action={
                <Button look="secondary" onClick={() => list.clear()}>
                  Clear search
                </Button>
              }
            >
              Nobody’s name or email contains “{deferred.trim()}”.
            </Empty>
          ) : (
            <Place value={place}>
              <Table caption="Customers" rows={shown} rowKey={(entry) => entry.id} columns={columns} />
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

function foundInWords(found: number, all: number): string {
  const total = `${inThousands(all)} ${all === 1 ? 'customer' : 'customers'}`;
  return found === all ? total : `${inThousands(found)} of ${total}`;
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center font-semibold underline decoration-line decoration-2 underline-offset-4 hover:decoration-leaf"
    >
      {children}
    </Link>
  );
}

const columns: Column<DirectoryEntry>[] = [
  {
    heading: 'Customer ID',
    cell: (entry) => <span className="whitespace-nowrap tabular-nums">{entry.customer_id || entry.id}</span>,
  },
  {
    heading: 'Name',
    inList: 'title',
    cell: (entry) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 font-semibold">
        {entry.name || <span className="font-normal text-mute">No name yet</span>}
        {entry.status === 'closed' && <Badge tone="neutral">closed</Badge>}
      </span>
    ),
  },
  { heading: 'Email', cell: (entry) => entry.email },
  { heading: 'Phone', cell: (entry) => entry.phone },
  {
    heading: 'Created',
    cell: (entry) => <span className="whitespace-nowrap">{dayOf(entry.created_at)}</span>,
  },
  {
    heading: 'Actions',
    inList: 'actions',
    cell: (entry) => (
      <span className="flex gap-2 max-md:w-full max-md:*:flex-1">
        <Manage customer={entry} />
        <ButtonLink
          look="quiet"
          className="whitespace-nowrap"
          to={`/admin/customer/${entry.id}`}
          aria-label={`Upload photos for ${calledBy(entry)}`}
        >
          Upload Photos
        </ButtonLink>
      </span>
    ),
  },
];

/** Where the list stands: what follows it is drawn with every letter, so it is no more than it must be. */
const Place = createContext('');

/** Who comes back from the profile finds the list as it was left. */
function Manage({ customer }: { customer: DirectoryEntry }) {
  return (
    <ButtonLink
      look="secondary"
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
  /** Who has the address that was typed. */
  const [owner, setOwner] = useState<string>();
  return (
    <section className="mt-6 max-w-xl rounded-md border border-line p-5">
      <h2 className="mb-4 font-display text-lg">Create New Customer</h2>
      <Form
        schema={CreateCustomer}
        defaultValues={prefill}
        describeInvalid={({ name, email }) =>
          name.trim() === '' || email.trim() === '' ? 'Name and email are required.' : undefined
        }
        describe={(error) =>
          error instanceof ApiError && error.code === 'EMAIL_TAKEN'
            ? error.message
            : `Failed to create customer. ${error instanceof Error ? error.message : ''}`.trim()
        }
        onSubmit={async (values) => {
          setOwner(undefined);
          try {
            const customer = await createCustomer(values);
            queries.setQueryData(customerQuery(customer.id).queryKey, customer);
            queries.setQueryData(directoryQuery.queryKey, (entries) => entries && [customer, ...entries]);
            onCreated(customer);
          } catch (error) {
            const { id } = ((error instanceof ApiError && error.details.customer) || {}) as { id?: string };
            setOwner(id);
            throw error;
          }
        }}
      >
        <TextField name="name" label="Full Name" autoComplete="off" />
        <TextField name="email" label="Email" type="email" autoComplete="off" />
        <TextField name="phone" label="Phone (optional)" type="tel" autoComplete="off" />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busyText="Saving...">Save Customer</SubmitButton>
          {owner && <TextLink to={`/admin/customer/${owner}/edit`}>Open that customer</TextLink>}
        </div>
      </Form>
    </section>
  );
}

/** Right after the deletion it can be undone in place. */
function JustDeleted({ customer }: { customer: { id: string; name: string } }) {
  const tellChanged = useCustomerChanged();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function undo() {
    setBusy(true);
    try {
      await tellChanged(customer.id, await restoreCustomer(customer.id));
      // The way back must not lead to where the customer is still called deleted.
      if (isMounted.current) navigate(`/admin/customer/${customer.id}/edit`, { replace: true });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  }
  if (failure) {
    return (
      <div className="mt-6">
        <Notice tone="error" onRetry={undo}>
          {customer.name} could not be restored. {failure}
        </Notice>
      </div>
    );
  }
  return (
    <div className="mt-6">
      <Notice tone="info">
        <span className="flex flex-wrap items-center justify-between gap-3">
          {customer.name} was deleted, and can be restored for {limits.binDays} days.
          <Button look="secondary" busy={busy} onClick={undo}>
            {busy ? 'Restoring...' : 'Undo'}
          </Button>
        </span>
      </Notice>
    </div>
  );
}
