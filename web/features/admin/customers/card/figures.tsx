import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ClientLogin, Customer, CustomerContents, QuoteSum } from '#shared/contract/customers.ts';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import { dayOf } from '../../../../lib/dates.ts';
import { Price } from '../../../../ui/price.tsx';
import { QueryStatus } from '../../../../ui/status/query-status.tsx';
import { customerContentsQuery } from '../api.ts';
import { Fact, None } from './fact.tsx';

/** When the client was last here, and the sums of their quotes: accepted, and open. */
export function Figures({ customer }: { customer: Customer }) {
  const contents = useQuery(customerContentsQuery(customer.id));
  return (
    <div>
      <QueryStatus query={contents} lines={3} loading="Loading quotes..." failed="Visits and quotes were not loaded." />
      {contents.data && (
        <dl className="flex flex-wrap gap-x-8 gap-y-3 lg:flex-col">
          <Fact label="Accepted">
            <Sum sum={contents.data.sums.accepted} none="Nothing yet." customer={customer} />
          </Fact>
          <Fact label="Open quotes">
            <Sum sum={contents.data.sums.open} none="None." customer={customer} />
            <DamagedQuotes contents={contents.data} />
          </Fact>
          <Fact label="Last visit">
            <LastVisit logins={contents.data.logins} />
          </Fact>
        </dl>
      )}
    </div>
  );
}

function Sum({ sum, none, customer }: { sum: QuoteSum; none: string; customer: Customer }) {
  const { quotes_count, cents, unpriced_count } = sum;
  if (quotes_count === 0) return <None>{none}</None>;
  const isPriced = unpriced_count < quotes_count;
  const search = new URLSearchParams({ search: customer.email || customer.name });
  return (
    <p className="tabular-nums">
      {isPriced && (
        <span className="font-semibold">
          <Price cents={cents} /> in{' '}
        </span>
      )}
      <Link to={`/admin/quotes?${search}`} className="underline underline-offset-4">
        {formatCounted(quotes_count, 'quote')}
      </Link>
      {unpriced_count > 0 && (
        <span className="text-mute">
          {isPriced ? `, ${formatCount(unpriced_count)} without a price` : ' without a price'}
        </span>
      )}
    </p>
  );
}

const DamagedQuotes = ({ contents: { damaged_quotes_count: count } }: { contents: CustomerContents }) =>
  count > 0 && <p className="text-alert">{formatCounted(count, 'quote')} can’t be read, and missing in these sums.</p>;

/**
 * The day of the last visit. A client who signed in before visits were recorded was here at least when their login was
 * linked.
 */
function LastVisit({ logins }: { logins: ClientLogin[] }) {
  const visit = logins
    .map(({ visited_at, linked_at }) => visited_at ?? linked_at ?? '')
    .toSorted()
    .at(-1);
  if (visit === undefined) return <None>Has never signed in.</None>;
  return visit === '' ? <None>Not recorded yet.</None> : <p>{dayOf(visit)}</p>;
}
