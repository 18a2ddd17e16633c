import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Customer, CustomerContents } from '#shared/contract/customers.ts';
import { limits } from '#shared/limits.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { Notice } from '../../../ui/status/notice.tsx';
import { calledBy } from './called-by.ts';

/** Two customers to join, with their contents. */
interface Pair {
  /** The record that remains. */
  customer: Customer;
  /** The record that is joined to `customer`. */
  other: Customer;
  moving: CustomerContents;
  staying: CustomerContents;
}

/** Says what a join moves and what stays, or why the two can't be joined. */
export function JoinPreview(pair: Pair) {
  const { other, moving } = pair;
  if (other.status !== 'active') {
    return (
      <Notice tone="error">
        The account of <bdi>{calledBy(other)}</bdi> is closed. Reopen it first.
      </Notice>
    );
  }
  return moving.sessions_count > 0 ? <SessionsInTheWay {...pair} /> : <Outcome {...pair} />;
}

const sessionsOf = ({ sessions_count, photos_count }: CustomerContents) =>
  `${formatCounted(sessions_count, 'session')} with ${formatPhotoCount(photos_count)}`;

/**
 * Returns where emails go after the join: to a confirmed contact address, else to a login's address, else to the address that the
 * studio entered.
 */
function emailsAfter(customer: Customer, other: Customer): string {
  if (customer.contact_confirmed) return customer.emails_to;
  if (!customer.contact_email && other.contact_confirmed) return other.emails_to;
  return customer.login_email ?? other.login_email ?? customer.email;
}

/** Notice that a record with sessions can't be joined to another one, and what to do instead. */
function SessionsInTheWay({ other, moving, staying }: Pair) {
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

const inOneLine = (text: string) => text.replace(/\s*\n\s*/g, ', ');

/** The lists of what moves, what stays, and what happens after the join. */
function Outcome({ customer, other, moving, staying }: Pair) {
  const logins = [...new Set(moving.logins.map(({ email }) => email ?? other.login_email ?? 'an unknown address'))];
  const filledFields = (['name', 'phone', 'address', 'contact_email'] as const).flatMap((field) =>
    !customer[field] && other[field] ? [inOneLine(other[field])] : [],
  );
  const unchangedValues = [customer.name, customer.email, customer.phone, inOneLine(customer.address)].filter(Boolean);
  return (
    <dl className="flex flex-col gap-3 rounded-md border border-line bg-petal/50 p-4 text-sm [overflow-wrap:anywhere]">
      <OutcomeList title="Moves">
        <li>
          {logins.length === 0 ? 'No login' : `${formatCounted(moving.logins.length, 'login')}: ${logins.join(', ')}`}
        </li>
        <li>{moving.quotes_count === 0 ? 'No quote requests' : formatCounted(moving.quotes_count, 'quote request')}</li>
        {filledFields.length > 0 && <li>{filledFields.join(', ')} (empty here)</li>}
        {other.notes && <li>Your notes about the other record{customer.notes && ', below those here'}</li>}
      </OutcomeList>
      <OutcomeList title="Stays as it is">
        <li>{sessionsOf(staying)}, with favorites, notes and downloads</li>
        <li>{unchangedValues.join(', ')}</li>
        <li>Deleted sessions of the other record, until you undo the join</li>
      </OutcomeList>
      <OutcomeList title="Then">
        <li>
          Each of these logins opens this customer. Emails go to {emailsAfter(customer, other)}. Both addresses get an
          email about the join.
        </li>
        <li>
          <bdi>{calledBy(other)}</bdi> waits among the deleted customers for {limits.trashDays} days, where you can undo
          the join. What is added here meanwhile stays here.
        </li>
      </OutcomeList>
    </dl>
  );
}

function OutcomeList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{title}</dt>
      <dd>
        <ul className="mt-1 list-disc pl-5 text-mute">{children}</ul>
      </dd>
    </div>
  );
}
