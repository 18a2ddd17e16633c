import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CreateCustomer, type DirectoryEntry } from '#shared/contract/customers.ts';
import { ApiError } from '../../lib/api.ts';
import { dayOf } from '../../lib/dates.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Form, SubmitButton, TextField } from '../../ui/form.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { Table } from '../../ui/table.tsx';
import { createCustomer, directoryQuery } from './queries.ts';
import { Screen } from './screen.tsx';

/** Rows on one screenful; the search looks at all of them. */
const pageSize = 100;

/** Customers whose name or e-mail contains the text, whatever the case. */
export function search(entries: DirectoryEntry[], text: string): DirectoryEntry[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return entries;
  return entries.filter(
    (entry) => entry.name.toLowerCase().includes(wanted) || entry.email.toLowerCase().includes(wanted),
  );
}

/** 'Customer Directory'. Search and page live in the address, so coming back shows what was left. */
export function Component() {
  const queries = useQueryClient();
  const directory = useQuery(directoryQuery);
  const [query, setQuery] = useSearchParams();
  // The field has its own state: the router passes new addresses on when it has time, and letters would get lost.
  const [text, setText] = useState(query.get('search') ?? '');
  const creating = query.has('new');
  const [created, setCreated] = useState<string>();
  const toggle = useRef<HTMLButtonElement>(null);
  const deferred = useDeferredValue(text);
  const found = useMemo(() => search(directory.data ?? [], deferred), [directory.data, deferred]);
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(query.get('page'))) || 1));
  const shown = found.slice((page - 1) * pageSize, page * pageSize);

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
      { replace: true },
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
        <section className="mt-6 max-w-xl rounded-md border border-line p-5">
          <h2 className="mb-4 font-display text-lg">Create New Customer</h2>
          <Form
            schema={CreateCustomer}
            defaultValues={{ name: '', email: '', phone: '' }}
            describeInvalid={({ name, email }) =>
              name.trim() && email.trim() ? undefined : 'Name and email are required.'
            }
            describe={(error) =>
              error instanceof ApiError && error.code === 'EMAIL_TAKEN'
                ? error.message
                : `Failed to create customer. ${error instanceof Error ? error.message : ''}`.trim()
            }
            onSubmit={async (values) => {
              const customer = await createCustomer(values);
              queries.setQueryData(directoryQuery.queryKey, (entries) => entries && [customer, ...entries]);
              setCreated(customer.name);
              go({ new: null });
              toggle.current?.focus();
            }}
          >
            <TextField name="name" label="Full Name" autoComplete="off" />
            <TextField name="email" label="Email" type="email" autoComplete="off" />
            <TextField name="phone" label="Phone (optional)" type="tel" autoComplete="off" />
            <div>
              <SubmitButton busyText="Saving...">Save Customer</SubmitButton>
            </div>
          </Form>
        </section>
      )}
      {created && !creating && (
        <div className="mt-6">
          <Notice tone="success">{created} was added.</Notice>
        </div>
      )}
      <div className="sticky top-0 z-10 mt-6 bg-white py-2 max-lg:top-14">
        <label>
          <span className="sr-only">Search by name or email</span>
          <input
            type="search"
            value={text}
            onChange={(event) => find(event.target.value)}
            placeholder="Search by name or email..."
            className="h-12 w-full max-w-xl rounded-md border border-edge bg-white px-3.5 placeholder:text-mute"
          />
        </label>
      </div>
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
            {found.length === directory.data.length
              ? `${found.length} ${found.length === 1 ? 'customer' : 'customers'}`
              : `${found.length} of ${directory.data.length} customers`}
          </p>
          {found.length === 0 ? (
            <Empty
              action={
                <Button look="secondary" onClick={() => find('')}>
                  Clear search
                </Button>
              }
            >
              Nobody’s name or email contains “{text}”.
            </Empty>
          ) : (
            <Table
              caption="Customers"
              rows={shown}
              rowKey={(entry) => entry.id}
              columns={[
                {
                  heading: 'Customer ID',
                  cell: (entry) => <span className="tabular-nums">{entry.customer_id || entry.id}</span>,
                },
                { heading: 'Name', cell: (entry) => <span className="font-semibold">{entry.name}</span> },
                { heading: 'Email', cell: (entry) => entry.email },
                { heading: 'Phone', cell: (entry) => entry.phone },
                { heading: 'Created', cell: (entry) => dayOf(entry.created_at) },
                {
                  heading: 'Actions',
                  cell: (entry) => (
                    <span className="flex flex-wrap gap-2">
                      <ButtonLink
                        look="secondary"
                        to={`/admin/customer/${entry.id}/edit`}
                        aria-label={`Manage ${entry.name}`}
                      >
                        Manage
                      </ButtonLink>
                      <ButtonLink
                        look="quiet"
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
    </Screen>
  );
}
