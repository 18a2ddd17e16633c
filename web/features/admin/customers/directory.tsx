import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { CreateCustomer } from '#shared/contract/customers.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { typedLine } from '#shared/text/typed-text.ts';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { ApiError } from '../../../lib/query/api.ts';
import { Button } from '../../../ui/button.tsx';
import { SubmitButton, TextField } from '../../../ui/fields/form.tsx';
import { useIsMounted } from '../../../ui/is-mounted.ts';
import { Empty, Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { DamagedRows } from '../damaged-rows.tsx';
import { Screen } from '../screen.tsx';
import { SearchField, useSearch } from '../search/search.tsx';
import { createCustomer, customerQuery, directoryQuery, restoreCustomer } from './api.ts';
import { useCustomerChanged } from './customer-changed.ts';
import { DirectoryList } from './directory-list.tsx';

/** Location state set by other screens. */
export interface DirectoryState {
  /** Initial values of the new customer's form. */
  prefill?: { name: string; email: string; phone: string };
  /** The customer that was just deleted. */
  deleted?: { id: string; name: string };
}

/** The screen 'Customer Directory'. Search and page are in the URL, so that navigating back restores them. */
export function Component() {
  const location = useLocation();
  const state = location.state as DirectoryState | null;
  const directory = useQuery(directoryQuery);
  const damaged = useQuery({ ...directoryQuery, select: (directoryData) => directoryData.damaged });
  const list = useSearch();
  const [created, setCreated] = useState<{ id: string; name: string }>();
  const toggle = useRef<HTMLButtonElement>(null);
  const creating = list.query.has('new');

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
      {directory.data && directory.data.length > 0 && <DirectoryList customers={directory.data} list={list} />}
      <p className="mt-8 text-sm">
        <TextLink to="/admin/customers/deleted">Deleted customers</TextLink>
      </p>
    </Screen>
  );
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-link font-semibold">
      {children}
    </Link>
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
              (directoryData) => directoryData && { ...directoryData, entries: [customer, ...directoryData.entries] },
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
