import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#shared/limits.ts';
import { dayOf } from '../../lib/dates.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { Table } from '../../ui/table.tsx';
import { customerQuery, deletedCustomersQuery, directoryQuery, restoreCustomer, sessionsQuery } from './queries.ts';
import { Screen } from './screen.tsx';

const day = 24 * 60 * 60_000;

/** 'Deleted Customers': who can still be restored, with everything of theirs. */
export function Component() {
  const queries = useQueryClient();
  const deleted = useQuery(deletedCustomersQuery);
  const [busy, setBusy] = useState<string>();
  const [restored, setRestored] = useState<{ id: string; name: string }>();
  const [failure, setFailure] = useState<string>();

  async function restore(customer: { id: string; name: string }) {
    setBusy(customer.id);
    setFailure(undefined);
    setRestored(undefined);
    try {
      queries.setQueryData(customerQuery(customer.id).queryKey, await restoreCustomer(customer.id));
      setRestored(customer);
      void queries.invalidateQueries({ queryKey: directoryQuery.queryKey });
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      await queries.invalidateQueries({ queryKey: deletedCustomersQuery.queryKey });
    } catch (error) {
      setFailure(`${customer.name} could not be restored. ${error instanceof Error ? error.message : ''}`.trim());
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
        {restored && <Notice tone="success">{restored.name} was restored.</Notice>}
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
            { heading: 'Name', phone: 'title', cell: (entry) => <span className="font-semibold">{entry.name}</span> },
            { heading: 'Email', cell: (entry) => entry.email },
            { heading: 'Deleted', cell: (entry) => dayOf(entry.deleted_at) },
            {
              heading: 'Days left',
              cell: (entry) => <span className="tabular-nums">{daysLeft(entry.deleted_at)}</span>,
            },
            {
              heading: 'Actions',
              phone: 'actions',
              cell: (entry) => (
                <Button
                  look="secondary"
                  busy={busy === entry.id}
                  aria-label={`Restore ${entry.name}`}
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

const daysLeft = (deleted_at: string) =>
  Math.max(0, Math.ceil((Date.parse(deleted_at) + limits.binDays * day - Date.now()) / day));
