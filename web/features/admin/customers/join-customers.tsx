import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Customer, DirectoryEntry } from '#shared/contract/customers.ts';
import { messageOf } from '#shared/errors.ts';
import { isolated } from '#shared/text/isolated.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { customerContentsQuery, customerQuery, directoryQuery, joinCustomers } from './api.ts';
import { calledBy } from './called-by.ts';
import { useCustomerChanged } from './customer-changed.ts';
import { useCustomerFilter } from './customer-filter.tsx';
import { JoinPreview } from './join-preview.tsx';

const noCustomers: DirectoryEntry[] = [];

/** The dialog that joins another record of the same person to this customer, after it showed what moves and what stays. */
export function JoinCustomers({
  customer,
  suggested,
  onJoined,
  onClose,
}: {
  customer: Customer;
  /** Id of the customer that is preselected; '' for none. */
  suggested: string;
  onJoined: (other: Customer) => void;
  onClose: () => void;
}) {
  const directory = useQuery(directoryQuery);
  const [chosen, setChosen] = useState(suggested);
  const join = useJoin(customer, chosen, onJoined);
  const { other, moving, staying } = join;

  return (
    <Dialog
      title={
        <>
          Join with <bdi>{calledBy(customer)}</bdi>
        </>
      }
      onClose={onClose}
    >
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          join.send();
        }}
      >
        <p className="text-mute">
          For two records of one person. Choose the record that goes; <bdi>{calledBy(customer)}</bdi> (
          {customer.customer_id}) stays.
        </p>
        <OtherCustomer
          customer={customer}
          directory={directory.data ?? noCustomers}
          chosen={chosen}
          onChoose={(id) => {
            setChosen(id);
            join.reset();
          }}
        />
        <QueryStatus query={directory} lines={1} loading="Loading customers..." failed="Failed to load customers" />
        {chosen !== '' && (
          <>
            <QueryStatus query={other} failed="The other customer could not be loaded." />
            <QueryStatus
              query={moving}
              lines={2}
              loading="Counting..."
              failed="What would move could not be counted."
            />
            {other.data && moving.data && staying.data && (
              <JoinPreview customer={customer} other={other.data} moving={moving.data} staying={staying.data} />
            )}
          </>
        )}
        {join.failure && <Notice tone="error">{join.failure}</Notice>}
        <div className="dialog-foot">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={join.busy} disabled={!join.canJoin}>
            {join.busy ? 'Joining...' : 'Join'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The field for the record that is joined to this customer, below a search field if there are many customers. */
function OtherCustomer({
  customer,
  directory,
  chosen,
  onChoose,
}: {
  customer: Customer;
  directory: DirectoryEntry[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const field = useId();
  const filter = useCustomerFilter(directory, chosen);
  return (
    <>
      {filter.field}
      <div className="flex flex-col gap-1.5">
        <label htmlFor={field} className="text-sm font-semibold">
          Other customer
        </label>
        <select
          id={field}
          value={chosen}
          onChange={(event) => onChoose(event.target.value)}
          className="h-12 w-full rounded-md border border-edge bg-white px-3.5 text-base text-ellipsis"
        >
          <option value="">Choose a customer</option>
          {filter.options
            .filter(({ id }) => id !== customer.id)
            .map((entry) => (
              <option key={entry.id} value={entry.id}>
                {[isolated(calledBy(entry)), entry.email, entry.name && entry.customer_id].filter(Boolean).join(' · ')}
              </option>
            ))}
        </select>
      </div>
    </>
  );
}

/**
 * Returns the two records of a join with their contents, and the function that joins them.
 * @param chosen id of the record that is joined to `customer`; '' for none
 */
function useJoin(customer: Customer, chosen: string, onJoined: (other: Customer) => void) {
  const queries = useQueryClient();
  const refetchCustomer = useCustomerChanged();
  const other = useQuery({ ...customerQuery(chosen), enabled: chosen !== '' });
  const moving = useQuery({ ...customerContentsQuery(chosen), enabled: chosen !== '' });
  const staying = useQuery(customerContentsQuery(customer.id));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const canJoin = other.data?.status === 'active' && moving.data?.sessions_count === 0 && staying.data !== undefined;

  async function join() {
    if (!other.data) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const joined = await joinCustomers(customer.id, {
        other: chosen,
        version: customer.version,
        other_version: other.data.version,
      });
      void Promise.all([refetchCustomer(chosen), refetchCustomer(customer.id, joined)]);
      onJoined(other.data);
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'CHANGED_MEANWHILE';
      if (isStale)
        await Promise.all(
          [customer.id, chosen].map((id) => queries.refetchQueries({ queryKey: customerQuery(id).queryKey })),
        );
      setFailure(
        isStale
          ? 'One of the two was changed in the meantime. Look again at what is joined.'
          : `The customers were not joined. ${messageOf(error)}`,
      );
      setBusy(false);
    }
  }

  return {
    other,
    moving,
    staying,
    busy,
    failure,
    canJoin,
    send: () => {
      if (canJoin && !busy) void join();
    },
    /** Clears the message of the last failed attempt. */
    reset: () => setFailure(undefined),
  };
}
