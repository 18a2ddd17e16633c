import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Customer, CustomerContents } from '#shared/contract/customers.ts';
import { dayOf } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { useIsStaff } from '../is-staff.ts';
import { customerContentsQuery, directoryQuery } from './api.ts';
import { calledBy } from './called-by.ts';
import { JoinCustomers } from './join-customers.tsx';
import { similarCustomers } from './similar-customers.ts';

const providers = { google: 'Google', code: 'Code by email' };
const reasons = { address: 'the same address', phone: 'the same phone number', name: 'the same name' };
/** Largest number of similar customers to show; further ones are likely coincidences. */
const maxSimilar = 3;

/** The customer's logins, the address that emails go to, and other records that may be of the same person. */
export function SignIn({ customer }: { customer: Customer }) {
  const isStaff = useIsStaff();
  const contents = useQuery(customerContentsQuery(customer.id));
  /** Id of the customer that is preselected in the dialog; '' for none. The dialog is closed while this is undefined. */
  const [joining, setJoining] = useState<string>();
  const [joined, setJoined] = useState<Customer>();
  return (
    <section aria-labelledby="sign-in" className="mt-12 max-w-xl">
      <h2 id="sign-in" className="font-display text-lg">
        Sign-in and emails
      </h2>
      <QueryStatus query={contents} lines={2} loading="Loading logins..." failed="The logins could not be loaded." />
      {contents.data && <Logins customer={customer} contents={contents.data} />}
      <EmailsGoTo customer={customer} />
      <SimilarCustomers customer={customer} onJoin={setJoining} />
      <div className="mt-5 flex flex-col items-start gap-4">
        {joined && (
          <Notice tone="success">
            <bdi>{calledBy(joined)}</bdi> {joined.name && `(${joined.customer_id}) `}was joined with this customer.{' '}
            <Link to={`/admin/customer/${joined.id}/edit`} className="font-semibold underline underline-offset-4">
              Undo it there
            </Link>
          </Notice>
        )}
        {customer.status === 'active' && (
          <div>
            <Button look="secondary" disabled={isStaff} onClick={() => setJoining('')}>
              Join with another customer…
            </Button>
            <AdminsOnly act="join customers" className="mt-2" />
          </div>
        )}
      </div>
      {joining !== undefined && (
        <JoinCustomers
          customer={customer}
          suggested={joining}
          onJoined={(other) => {
            setJoined(other);
            setJoining(undefined);
          }}
          onClose={() => setJoining(undefined)}
        />
      )}
    </section>
  );
}

/** The address that emails go to, and an address that the client entered but has not confirmed. */
function EmailsGoTo({ customer }: { customer: Customer }) {
  return (
    <p dir="auto" className="mt-3 text-sm text-mute [overflow-wrap:anywhere]">
      {customer.emails_to ? (
        <>
          Emails go to <span className="text-ink">{customer.emails_to}</span>
          {customer.contact_confirmed && ', which the client gave and confirmed with a code'}.
        </>
      ) : (
        'There is no address for emails.'
      )}
      {customer.contact_email && !customer.contact_confirmed && (
        <> The client gave {customer.contact_email}, and has not confirmed it yet.</>
      )}
    </p>
  );
}

/** Other records that may be of the same person; renders nothing if there are none. */
function SimilarCustomers({ customer, onJoin }: { customer: Customer; onJoin: (other: string) => void }) {
  const isStaff = useIsStaff();
  const directory = useQuery(directoryQuery);
  const similar = useMemo(
    () => similarCustomers(customer, directory.data ?? []).slice(0, maxSimilar),
    [customer, directory.data],
  );
  if (similar.length === 0) return null;
  return (
    <div className="mt-5 rounded-md border border-line bg-petal/50 p-4">
      <h3 className="font-display text-base">Perhaps the same person</h3>
      <ul className="mt-1">
        {similar.map(({ entry, reason }) => (
          <li key={entry.id} className="flex flex-wrap items-center gap-x-4 border-line py-1 not-last:border-b">
            <span dir="auto" className="min-w-0 flex-1 basis-48 text-sm [overflow-wrap:anywhere]">
              <Link
                to={`/admin/customer/${entry.id}/edit`}
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
              >
                {calledBy(entry)}
              </Link>
              <span className="block pb-2 text-mute">
                {entry.email && `${entry.email}: `}
                {reasons[reason]}
              </span>
            </span>
            <Button
              look="secondary"
              disabled={isStaff}
              aria-label={`Join with ${calledBy(entry)}`}
              onClick={() => onJoin(entry.id)}
            >
              Join…
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Logins({
  customer,
  contents: { logins, unconfirmed_google_at: unconfirmedAt },
}: {
  customer: Customer;
  contents: CustomerContents;
}) {
  const confirmingLogin = logins.find(
    ({ email, provider, linked_at }) =>
      unconfirmedAt && linked_at && provider === 'code' && email === customer.email && linked_at >= unconfirmedAt,
  );
  return (
    <>
      {logins.length === 0 && (
        <p dir="auto" className="mt-2 text-sm text-mute [overflow-wrap:anywhere]">
          Nobody signs in here yet. Whoever proves with Google or a code that {customer.email} is theirs opens this
          customer.
        </p>
      )}
      <ul className="mt-2">
        {logins.map(({ email, provider, linked_at, visited_at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
          <li key={index} className="border-b border-line py-2 text-sm">
            <span dir="auto" className="block font-semibold [overflow-wrap:anywhere]">
              {email ?? customer.login_email ?? 'Unknown address'}
            </span>
            <span className="text-mute">
              {provider ? providers[provider] : 'Verified by Google or a code'}
              {linked_at && ` · since ${dayOf(linked_at)}`}
              {visited_at && ` · last here ${dayOf(visited_at)}`}
            </span>
          </li>
        ))}
      </ul>
      {unconfirmedAt && (
        <div className="mt-3">
          <Notice tone="info">
            {confirmingLogin?.linked_at
              ? `Google does not vouch for ${customer.email}. The client confirmed it with a code on ${dayOf(confirmingLogin.linked_at)}.`
              : `On ${dayOf(unconfirmedAt)} somebody signed in with Google as ${customer.email}, for which Google does not vouch. They were asked for a code from that mailbox; nothing opens without it.`}
          </Notice>
        </div>
      )}
    </>
  );
}
