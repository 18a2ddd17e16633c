import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { CreateCustomer, type DirectoryEntry } from '#shared/contract/customers.ts';
import { ApiError } from '../../lib/api.ts';
import { dayOf } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Form, SubmitButton, TextField } from '../../ui/form.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { Table } from '../../ui/table.tsx';
import { searchable } from './directory-search.ts';
import { createCustomer, customerQuery, deletedCustomersQuery, directoryQuery, restoreCustomer } from './queries.ts';
import { Screen } from './screen.tsx';

/** Rows on one screenful; the search looks at all of them. */
const pageSize = 50;

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
  const [query, setQuery] = useSearchParams();
  const [created, setCreated] = useState<{ id: string; name: string }>();
  // The field has its own state: the router passes new addresses on when it has time, and letters would get lost.
  const [text, setText] = useState(query.get('search') ?? '');
  const toggle = useRef<HTMLButtonElement>(null);
  const creating = query.has('new');
  const deferred = useDeferredValue(text);
  const search = useMemo(() => searchable(directory.data ?? []), [directory.data]);
  const found = useMemo(() => search(deferred), [search, deferred]);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(query.get('page'))) || 1));
  const shown = useMemo(() => found.slice((page - 1) * pageSize, page * pageSize), [found, page]);
  // Later than the letter that was typed: the rows need not be drawn for that one to appear.
  const from = useDeferredValue(`${location.pathname}${location.search}`);

  const go = (change: Record<string, string | null>) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: change.page === undefined },
    );

  const find = (wanted: string) => {
    setText(wanted);
    go({ search: wanted || null, page: null });
  };

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
            go({ new: creating ? null : '' });
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
            go({ new: null });
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
      <Search value={text} onChange={find} />
      {directory.isPending && <Loading lines={6}>Loading customers...</Loading>}
      {directory.isError && (
        <Notice tone="error" onRetry={() => directory.refetch()}>
          Failed to load customers
        </Notice>
      )}
      {directory.data?.length === 0 && !creating && (
        <Empty action={<Button onClick={() => go({ new: '' })}>+ New Customer</Button>}>No customers yet.</Empty>
      )}
      {directory.data && directory.data.length > 0 && (
        <>
          <p role="status" className="py-2 text-xs text-mute tabular-nums">
            {count(found.length, directory.data.length)}
          </p>
          {found.length === 0 ? (
            <Empty
              action={
                <Button look="secondary" onClick={() => find('')}>
                  Clear search
                </Button>
              }
            >
              Nobody’s name or email contains “{deferred.trim()}”.
            </Empty>
          ) : (
            <Customers entries={shown} from={from} />
          )}
          {pages > 1 && (
            <nav aria-label="Pages" className="flex items-center gap-4 py-6 text-sm">
              <Button look="secondary" disabled={page <= 1} onClick={() => go({ page: String(page - 1) })}>
                Previous
              </Button>
              <span className="tabular-nums">
                Page {page} of {pages}
              </span>
              <Button look="secondary" disabled={page >= pages} onClick={() => go({ page: String(page + 1) })}>
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

function count(found: number, all: number): string {
  const total = `${all.toLocaleString()} ${all === 1 ? 'customer' : 'customers'}`;
  return found === all ? total : `${found.toLocaleString()} of ${total}`;
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

/** Reached from anywhere on the screen with '/'. */
function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const typing = target instanceof HTMLElement && target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className="sticky top-0 z-10 mt-6 bg-white py-2 max-lg:top-14">
      <label>
        <span className="sr-only">Search by name or email</span>
        <input
          ref={field}
          type="search"
          value={value}
          aria-keyshortcuts="/"
          onChange={(event) => onChange(event.target.value)}
          placeholder="Search by name or email..."
          className="h-12 w-full max-w-xl rounded-md border border-edge bg-white px-3.5 placeholder:text-mute"
        />
      </label>
    </div>
  );
}

const Customers = memo(({ entries, from }: { entries: DirectoryEntry[]; from: string }) => {
  return (
    <Table
      caption="Customers"
      rows={entries}
      rowKey={(entry) => entry.id}
      columns={[
        {
          heading: 'Customer ID',
          cell: (entry) => <span className="whitespace-nowrap tabular-nums">{entry.customer_id || entry.id}</span>,
        },
        {
          heading: 'Name',
          phone: 'title',
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
          phone: 'actions',
          cell: (entry) => (
            <span className="flex gap-2 max-md:w-full max-md:*:flex-1">
              <ButtonLink
                look="secondary"
                to={`/admin/customer/${entry.id}/edit`}
                state={{ from }}
                aria-label={`Manage ${entry.name}`}
              >
                Manage
              </ButtonLink>
              <ButtonLink
                look="quiet"
                className="whitespace-nowrap"
                to={`/admin/customer/${entry.id}`}
                aria-label={`Upload photos for ${entry.name}`}
              >
                Upload Photos
              </ButtonLink>
            </span>
          ),
        },
      ]}
    />
  );
});

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
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function undo() {
    setBusy(true);
    try {
      await restoreCustomer(customer.id);
      await queries.invalidateQueries({ queryKey: directoryQuery.queryKey });
      void queries.invalidateQueries({ queryKey: deletedCustomersQuery.queryKey });
      navigate(`/admin/customer/${customer.id}/edit`);
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
          {customer.name} was deleted, and can be restored for 30 days.
          <Button look="secondary" busy={busy} onClick={undo}>
            {busy ? 'Restoring...' : 'Undo'}
          </Button>
        </span>
      </Notice>
    </div>
  );
}
