import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DirectoryEntry } from '#shared/contract/customers.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { isolated } from '#shared/text/isolated.ts';
import { dayOf } from '../../../lib/dates.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Empty, Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { daysLeft } from '../days-left.ts';
import { useIsStaff } from '../is-staff.ts';
import { Screen } from '../screen.tsx';
import { deletedCustomersQuery, restoreCustomer } from './api.ts';
import { calledBy } from './called-by.ts';
import { useCustomerChanged } from './customer-changed.ts';

type DeletedCustomer = DirectoryEntry & { deleted_at: string; joined_to: string | null };

/** The screen 'Deleted Customers': customers that can still be restored. */
export function Component() {
  const deleted = useQuery(deletedCustomersQuery);
  const { restore, busy, restoredName, failure } = useRestore();

  return (
    <Screen title="Deleted Customers" back={{ to: '/admin/customers', label: 'Customers' }}>
      <p className="mt-2 max-w-prose text-sm text-mute">
        A deleted customer waits here for {limits.trashDays} days with their sessions, photos and quotes. Then all of it
        is gone for good.
      </p>
      <AdminsOnly act="restore customers or undo a join" className="mt-2" />
      <div className="mt-6 flex flex-col gap-3">
        {failure && <Notice tone="error">{failure}</Notice>}
        {restoredName && (
          <Notice tone="success">
            <bdi>{restoredName}</bdi> was restored.
          </Notice>
        )}
      </div>
      <QueryStatus query={deleted} loading="Loading customers..." failed="Failed to load customers" />
      {deleted.data?.length === 0 && (
        <Empty
          action={
            <ButtonLink look="secondary" to="/admin/customers">
              All customers
            </ButtonLink>
          }
        >
          Nobody was deleted in the last {limits.trashDays} days.
        </Empty>
      )}
      {deleted.data && deleted.data.length > 0 && (
        <Table
          caption="Deleted customers"
          rows={deleted.data}
          rowKey={(entry) => entry.id}
          columns={[
            ...columns,
            {
              heading: 'Actions',
              inList: 'actions',
              cell: (entry) => (
                <RestoreButton customer={entry} busy={busy === entry.id} onRestore={() => restore(entry)} />
              ),
            },
          ]}
        />
      )}
    </Screen>
  );
}

const columns: Column<DeletedCustomer>[] = [
  {
    heading: 'Customer ID',
    isMinor: true,
    cell: (entry) => <span className="tabular-nums">{entry.customer_id}</span>,
  },
  {
    heading: 'Name',
    isText: true,
    inList: 'title',
    cell: (entry) => <span className="font-semibold">{entry.name || 'Unknown'}</span>,
  },
  {
    heading: 'Email',
    isText: true,
    cell: (entry) => entry.email,
  },
  {
    heading: 'Deleted',
    isMinor: true,
    cell: (entry) => `${dayOf(entry.deleted_at)}${entry.joined_to ? ' (joined)' : ''}`,
  },
  {
    heading: 'Days left',
    align: 'right',
    cell: (entry) => daysLeft(entry.deleted_at),
  },
];

/** Returns the function that restores a customer, the id of the customer being restored, and how the last attempt ended. */
function useRestore() {
  const refetchCustomer = useCustomerChanged();
  const [busy, setBusy] = useState<string>();
  const [restoredName, setRestoredName] = useState<string>();
  const [failure, setFailure] = useState<string>();

  async function restore(customer: DirectoryEntry) {
    setBusy(customer.id);
    setFailure(undefined);
    setRestoredName(undefined);
    try {
      const stored = await restoreCustomer(customer.id);
      setRestoredName(calledBy(customer));
      await refetchCustomer(customer.id, stored);
    } catch (error) {
      setFailure(`${isolated(calledBy(customer))} could not be restored. ${messageOf(error)}`);
    }
    setBusy(undefined);
  }

  return { restore, busy, restoredName, failure };
}

function RestoreButton({
  customer,
  busy,
  onRestore,
}: {
  customer: DeletedCustomer;
  busy: boolean;
  onRestore: () => void;
}) {
  const isStaff = useIsStaff();
  return (
    <Button
      look="secondary"
      disabled={isStaff}
      busy={busy}
      aria-label={`${customer.joined_to ? 'Undo the join of' : 'Restore'} ${calledBy(customer)}`}
      onClick={onRestore}
    >
      {customer.joined_to ? (busy ? 'Undoing...' : 'Undo join') : busy ? 'Restoring...' : 'Restore'}
    </Button>
  );
}
