import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DirectoryEntry } from '#shared/contract/customers.ts';
import { limits } from '#shared/limits.ts';
import { dayOf } from '../../lib/dates.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { Table } from '../../ui/table.tsx';
import { calledBy } from './called-by.ts';
import { useCustomerChanged } from './customer-changed.ts';
import { daysLeft } from './days-left.ts';
import { deletedCustomersQuery, restoreCustomer } from './queries.ts';
import { Screen } from './screen.tsx';

/** 'Deleted Customers': who can still be restored, with everything of theirs. */
export function Component() {
  const tellChanged = useCustomerChanged();
  const deleted = useQuery(deletedCustomersQuery);
  const [busy, setBusy] = useState<string>();
  const [restored, setRestored] = useState<string>();
  const [failure, setFailure] = useState<string>();

  async function restore(customer: DirectoryEntry) {
    setBusy(customer.id);
    setFailure(undefined);
    setRestored(undefined);
    try {
      const stored = await restoreCustomer(customer.id);
      setRestored(calledBy(customer));
      await tellChanged(customer.id, stored);
    } catch (error) {
      setFailure(`${calledBy(customer)} could not be restored. ${error instanceof Error ? error.message : ''}`.trim());
    }
    setBusy(undefined);
  }

  return (
    <Screen
      title="Deleted Customers"
      actions={
        <ButtonLink look="secondary" to="/admin/customers">
          All customers
        </ButtonLink>
      }
    >
      <p className="mt-2 max-w-prose text-sm text-mute">
        A deleted customer waits here for {limits.binDays} days with their sessions, photos and quotes. Then all of it
        is gone for good.
      </p>
      <div className="mt-6 flex flex-col gap-3">
        {failure && <Notice tone="error">{failure}</Notice>}
        {restored && <Notice tone="success">{restored} was restored.</Notice>}
      </div>
      {deleted.isPending && <Loading>Loading customers...</Loading>}
      {deleted.isError && (
        <Notice tone="error" onRetry={() => deleted.refetch()}>
          Failed to load customers
        </Notice>
      )}
      {deleted.data?.length === 0 && <Empty>Nobody was deleted in the last {limits.binDays} days.</Empty>}
      {deleted.data && deleted.data.length > 0 && (
        <Table
          caption="Deleted customers"
          rows={deleted.data}
          rowKey={(entry) => entry.id}
          columns={[
            {
              heading: 'Customer ID',
              cell: (entry) => <span className="whitespace-nowrap tabular-nums">{entry.customer_id}</span>,
            },
            {
              heading: 'Name',
              inList: 'title',
              cell: (entry) => (
                <span className="font-semibold">
                  {entry.name || <span className="font-normal text-mute">No name yet</span>}
                </span>
              ),
            },
            { heading: 'Email', cell: (entry) => entry.email },
            { heading: 'Deleted', cell: (entry) => dayOf(entry.deleted_at) },
            {
              heading: 'Days left',
              cell: (entry) => <span className="tabular-nums">{daysLeft(entry.deleted_at)}</span>,
            },
            {
              heading: 'Actions',
              inList: 'actions',
              cell: (entry) => (
                <Button
                  look="secondary"
                  busy={busy === entry.id}
                  aria-label={`Restore ${calledBy(entry)}`}
                  onClick={() => restore(entry)}
                >
                  {busy === entry.id ? 'Restoring...' : 'Restore'}
                </Button>
              ),
            },
          ]}
        />
      )}
    </Screen>
  );
}
