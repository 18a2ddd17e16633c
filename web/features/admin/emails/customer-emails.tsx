import { useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { DamagedRows } from '../damaged-rows.tsx';
import { LoadMore } from '../paged-list.tsx';
import { customerEmailsQuery } from './api.ts';
import { EmailRow } from './email-row.tsx';

/** The emails to a customer and about them, newest first. */
export function CustomerEmails({ customer }: { customer: string }) {
  const emails = useInfiniteQuery(customerEmailsQuery(customer));
  const items = itemsOf(emails.data);
  return (
    <section aria-label="Emails" className="mt-10 print:hidden">
      <h2 className="font-display text-lg">Emails</h2>
      <QueryStatus query={emails} loading="Loading emails..." failed="The emails could not be loaded." />
      <DamagedRows pages={emails.data?.pages} list="sent emails" />
      {emails.data && items.length === 0 && <p className="mt-2 text-sm text-mute">None in the last 90 days.</p>}
      <ul>
        {items.map((email) => (
          <EmailRow key={email.id} email={email} />
        ))}
      </ul>
      <LoadMore list={emails} />
    </section>
  );
}
