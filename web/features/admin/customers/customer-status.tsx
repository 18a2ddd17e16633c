import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Customer } from '#shared/contract/customers.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { fold } from '#shared/text/fold.ts';
import { dayOf } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { useIsMounted } from '../../../ui/is-mounted.ts';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { useIsStaff } from '../is-staff.ts';
import { keptAddresses } from '../kept-addresses.ts';
import { deleteCustomer, directoryQuery, reopenCustomer, restoreCustomer } from './api.ts';
import { calledBy } from './called-by.ts';
import { useCustomerChanged } from './customer-changed.ts';
import type { DirectoryState } from './directory.tsx';

/** Notice that the account is closed or deleted, with a button that reopens or restores it. */
export function StatusNotice({ customer }: { customer: Customer }) {
  const refetchCustomer = useCustomerChanged();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [undone, setUndone] = useState<string>();
  const deleted = customer.status === 'deleted';
  const isRefused = useIsStaff() && deleted;
  const joinedTo = customer.joined_to;

  async function undo() {
    setBusy(true);
    setFailure(undefined);
    try {
      void refetchCustomer(customer.id, await (deleted ? restoreCustomer : reopenCustomer)(customer.id));
      setUndone(
        joinedTo
          ? 'The join was undone: both customers have again what they had.'
          : deleted
            ? 'The customer was restored.'
            : 'The account is open again.',
      );
      if (joinedTo) void refetchCustomer(joinedTo);
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(false);
  }

  if (failure) {
    return (
      <Notice tone="error" onRetry={undo}>
        That did not work. {failure}
      </Notice>
    );
  }
  if (customer.status === 'active') return undone && <Notice tone="success">{undone}</Notice>;
  return (
    <Notice tone="info">
      <span className="flex flex-wrap items-center justify-between gap-3">
        {joinedTo ? (
          <span>
            This customer was joined with{' '}
            <Link to={`/admin/customer/${joinedTo}/edit`} className="font-semibold underline underline-offset-4">
              another one
            </Link>
            {customer.deleted_at && ` on ${dayOf(customer.deleted_at)}`}. An undo gives back the logins, quotes and
            addresses that moved; what was added there since stays there.
          </span>
        ) : deleted ? (
          `This customer was deleted${customer.deleted_at ? ` on ${dayOf(customer.deleted_at)}` : ''}, with their sessions, photos and quotes.`
        ) : (
          'The client has closed this account and can’t sign in. Photos and quotes are still here.'
        )}
        <Button look="secondary" busy={busy} disabled={isRefused} onClick={undo}>
          {joinedTo
            ? busy
              ? 'Undoing...'
              : 'Undo the join'
            : deleted
              ? busy
                ? 'Restoring...'
                : 'Restore'
              : busy
                ? 'Reopening...'
                : 'Reopen account'}
        </Button>
      </span>
      {isRefused && <AdminsOnly act="restore customers or undo a join" />}
    </Notice>
  );
}

/** Button that deletes the customer with sessions, photos and quotes, after their name was typed as confirmation. */
export function DeleteCustomer({ customer }: { customer: Customer }) {
  const [asking, setAsking] = useState(false);
  const isStaff = useIsStaff();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const showDirectory = () => {
    const state: DirectoryState = { deleted: { id: customer.id, name: calledBy(customer) } };
    if (isMounted.current) navigate('/admin/customers', { state });
  };
  return (
    <section aria-label="Delete" className="mt-16 border-t border-line pt-6">
      <Button look="danger" disabled={isStaff} onClick={() => setAsking(true)}>
        Delete customer
      </Button>
      <AdminsOnly act="delete customers" className="mt-2" />
      {asking && <DeleteDialog customer={customer} onDeleted={showDirectory} onClose={() => setAsking(false)} />}
    </section>
  );
}

interface DeleteDialogProps {
  customer: Customer;
  onDeleted: () => void;
  onClose: () => void;
}

function DeleteDialog({ customer, onDeleted, onClose }: DeleteDialogProps) {
  const queries = useQueryClient();
  const refetchCustomer = useCustomerChanged();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const field = useId();
  const name = calledBy(customer);
  const confirmation = customer.name || customer.customer_id;
  const matches = fold(typed).trim() === fold(confirmation).trim();

  async function remove() {
    setBusy(true);
    setFailure(undefined);
    try {
      await deleteCustomer(customer.id);
      queries.setQueryData(
        directoryQuery.queryKey,
        (directory) =>
          directory && { ...directory, entries: directory.entries.filter((entry) => entry.id !== customer.id) },
      );
      void refetchCustomer(customer.id);
      onDeleted();
    } catch (error) {
      setFailure(`The customer was not deleted. ${messageOf(error)}`);
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={
        <>
          Delete <bdi>{name}</bdi>?
        </>
      }
      onClose={onClose}
    >
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (matches && !busy) void remove();
        }}
      >
        <p className="text-mute">
          Their profile, sessions, photos and quotes go, and their login opens nothing from now on. {keptAddresses} You
          can restore all of it for {limits.trashDays} days.
        </p>
        <div className="flex flex-col gap-1.5">
          <label htmlFor={field} className="text-sm font-semibold">
            Type “{confirmation}” to confirm
          </label>
          <input
            id={field}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            className="h-12 w-full rounded-md border border-edge bg-white px-3.5"
          />
        </div>
        {failure && <Notice tone="error">{failure}</Notice>}
        <div className="dialog-foot">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" type="submit" busy={busy} disabled={!matches}>
            {busy ? 'Deleting...' : 'Delete customer'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
