import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Customer } from '#shared/contract/customers.ts';
import { dayOf } from '../../lib/dates.ts';
import { Notice } from '../../ui/notice.tsx';
import { letterTroubles } from './letter-words.ts';
import { lettersQuery } from './queries.ts';

/** Says that an email to this customer came back, while it is among the latest that did. */
export function ReturnedMail({ customer }: { customer: Customer }) {
  const letters = useInfiniteQuery(lettersQuery);
  const addresses = [customer.email, customer.login_email, customer.contact_email].filter(Boolean);
  const returned = letters.data?.pages[0]?.items.find(
    ({ state, to }) => state === 'returned' && to !== null && addresses.includes(to),
  );
  if (!returned?.trouble) return null;
  return (
    <Notice tone="error">
      An email of {dayOf(returned.created_at)} to {returned.to} came back. {letterTroubles[returned.trouble]} Please ask
      for another address.{' '}
      <Link to="/admin/messages/letters" className="font-semibold underline underline-offset-4">
        Letters
      </Link>
    </Notice>
  );
}
