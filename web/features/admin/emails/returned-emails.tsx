import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Customer } from '#shared/contract/customers.ts';
import { dayOf } from '../../../lib/dates.ts';
import { Notice } from '../../../ui/status/notice.tsx';
import { emailsQuery } from './api.ts';
import { emailTroubles } from './labels.ts';

/** Notice that an email to this customer was returned, if it is on the first page of undelivered emails. */
export function ReturnedMail({ customer }: { customer: Customer }) {
  const emails = useInfiniteQuery(emailsQuery);
  const addresses = [customer.email, customer.login_email, customer.contact_email].filter(Boolean);
  const returned = emails.data?.pages[0]?.items.find(
    ({ state, to }) => state === 'returned' && to !== null && addresses.includes(to),
  );
  if (!returned?.trouble) return null;
  return (
    <Notice tone="error">
      An email of {dayOf(returned.created_at)} to {returned.to} came back. {emailTroubles[returned.trouble]} Please ask
      for another address.{' '}
      <Link to="/admin/messages/emails?show=failed" className="inline-link font-semibold">
        Emails
      </Link>
    </Notice>
  );
}
