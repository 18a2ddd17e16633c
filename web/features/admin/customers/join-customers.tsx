import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Customer, CustomerContents, DirectoryEntry } from '#shared/contract/customers.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { isolated } from '#shared/text/isolated.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { customerContentsQuery, customerQuery, directoryQuery, joinCustomers } from './api.ts';
import { calledBy } from './called-by.ts';
import { useCustomerChanged } from './customer-changed.ts';
import { useCustomerFilter } from './customer-filter.tsx';

const none: DirectoryEntry[] = [];

/** Chooses another record of the same person, shows what moves and what stays, and joins it to this customer. */
export function JoinCustomers({
  customer,
  suggested,
  onJoined,
  onClose,
}: {
  customer: Customer;
  /** Id of the customer that is chosen at first; '' for none. */
  suggested: string;
  onJoined: (other: Customer) => void;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const refetchCustomer = useCustomerChanged();
  const field = useId();
  const directory = useQuery(directoryQuery);
  const [chosen, setChosen] = useState(suggested);
  const filter = useCustomerFilter(directory.data ?? none, chosen);
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
      const now = await joinCustomers(customer.id, {
        other: chosen,
        version: customer.version,
        other_version: other.data.version,
      });
      void Promise.all([refetchCustomer(chosen), refetchCustomer(customer.id, now)]);
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
          if (canJoin && !busy) void join();
        }}
      >
        <p className="text-mute">
          For two records of one person. Choose the record that goes; <bdi>{calledBy(customer)}</bdi> (
          {customer.customer_id}) stays.
        </p>
        {filter.field}
        <div className="flex flex-col gap-1.5">
          <label htmlFor={field} className="text-sm font-semibold">
            Other customer
          </label>
          <select
            id={field}
            value={chosen}
            onChange={(event) => {
              setChosen(event.target.value);
              setFailure(undefined);
            }}
            className="h-12 w-full rounded-md border border-edge bg-white px-3.5 text-base text-ellipsis"
          >
            <option value="">Choose a customer</option>
            {filter.options
              .filter(({ id }) => id !== customer.id)
              .map((entry) => (
                <option key={entry.id} value={entry.id}>
                  {[isolated(calledBy(entry)), entry.email, entry.name && entry.customer_id]
                    .filter(Boolean)
                    .join(' · ')}
                </option>
              ))}
          </select>
        </div>
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
              <Preview customer={customer} other={other.data} moving={moving.data} staying={staying.data} />
            )}
          </>
        )}
        {failure && <Notice tone="error">{failure}</Notice>}
        <div className="dialog-foot">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy} disabled={!canJoin}>
            {busy ? 'Joining...' : 'Join'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const sessionsOf = ({ sessions_count, photos_count }: CustomerContents) =>
  `${formatCounted(sessions_count, 'session')} with ${formatPhotoCount(photos_count)}`;

/** Where emails go after the join: a confirmed contact address, else a login's, else the studio's own entry. */
function emailsAfter(kept: Customer, other: Customer): string {
  if (kept.contact_confirmed) return kept.emails_to;
  if (!kept.contact_email && other.contact_confirmed) return other.emails_to;
  return kept.login_email ?? other.login_email ?? kept.email;
}

function Preview({
  customer,
  other,
  moving,
  staying,
}: {
  customer: Customer;
  other: Customer;
  moving: CustomerContents;
  staying: CustomerContents;
}) {
  if (other.status !== 'active') {
    return (
      <Notice tone="error">
        The account of <bdi>{calledBy(other)}</bdi> is closed. Reopen it first.
      </Notice>
    );
  }
  if (moving.sessions_count > 0) {
    const link = (path: string, text: ReactNode) => (
      <Link to={path} className="font-semibold underline underline-offset-4">
        {text}
      </Link>
    );
    if (staying.sessions_count > 0) {
      return (
        <Notice tone="info">
          <p>
            Both have sessions, and photos can’t move to another customer: {sessionsOf(staying)} here,{' '}
            {sessionsOf(moving)} there. To make them one:
          </p>
          <ol className="mt-2 list-decimal pl-5">
            <li>Upload the photos of the {link(`/admin/customer/${other.id}`, 'other customer')} to a session here.</li>
            <li>Delete the sessions there.</li>
            <li>Join then. Favorites and notes on these photos stay behind.</li>
          </ol>
          <p className="mt-2">Until then each login opens the sessions of its own record.</p>
        </Notice>
      );
    }
    return (
      <Notice tone="error">
        <bdi>{calledBy(other)}</bdi> has {sessionsOf(moving)}, and photos can’t move to another customer. Join the other
        way round:{' '}
        {link(
          `/admin/customer/${other.id}/edit`,
          <>
            open <bdi>{calledBy(other)}</bdi>
          </>,
        )}
      </Notice>
    );
  }
  const logins = [...new Set(moving.logins.map(({ email }) => email ?? other.login_email ?? 'an unknown address'))];
  const filled = (['name', 'phone', 'address', 'contact_email'] as const).flatMap((name) =>
    !customer[name] && other[name] ? [other[name]] : [],
  );
  const kept = [customer.name, customer.email, customer.phone, customer.address].filter(Boolean);
  return (
    <dl className="flex flex-col gap-3 rounded-md border border-line bg-petal/50 p-4 text-sm [overflow-wrap:anywhere]">
      <Part title="Moves">
        <li>
          {logins.length === 0 ? 'No login' : `${formatCounted(moving.logins.length, 'login')}: ${logins.join(', ')}`}
        </li>
        <li>{moving.quotes_count === 0 ? 'No quote requests' : formatCounted(moving.quotes_count, 'quote request')}</li>
        {filled.length > 0 && <li>{filled.join(', ')} (empty here)</li>}
      </Part>
      <Part title="Stays as it is">
        <li>{sessionsOf(staying)}, with favorites, notes and downloads</li>
        <li>{kept.join(', ')}</li>
        <li>Deleted sessions of the other record, until you undo the join</li>
      </Part>
      <Part title="Then">
        <li>
          Each of these logins opens this customer. Emails go to {emailsAfter(customer, other)}. Both addresses get an
          email about the join.
        </li>
        <li>
          <bdi>{calledBy(other)}</bdi> waits among the deleted customers for {limits.trashDays} days, where you can undo
          the join. What is added here meanwhile stays here.
        </li>
      </Part>
    </dl>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{title}</dt>
      <dd>
        <ul className="mt-1 list-disc pl-5 text-mute">{children}</ul>
      </dd>
    </div>
  );
}
