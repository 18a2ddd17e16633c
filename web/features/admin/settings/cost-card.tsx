import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { CostSoFar, Range } from '#shared/contract/cost.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { inBytes } from '../../../lib/sizes.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { costQuery } from './api.ts';

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** Formats dollars: '$7.84'. Less than a cent is shown as such, not rounded to zero. */
const dollars = (amount: number) => (amount > 0 && amount < 0.005 ? '< $0.01' : `$${amount.toFixed(2)}`);

/** Formats a range: '$7.84–9.10', or one amount if both are equal to the cent. */
function dollarRange({ low, high }: Range): string {
  const [from, to] = [low.toFixed(2), high.toFixed(2)];
  return from === to ? dollars(low) : `$${from}–${to}`;
}

/** The card with this month's cost, computed from stored data. */
export function CostCard() {
  const cost = useQuery(costQuery);
  return (
    <section aria-labelledby="cost-so-far" className="self-start bg-petal p-4 md:p-6">
      {cost.data ? (
        <Bill cost={cost.data} />
      ) : (
        <>
          <h2 id="cost-so-far" className="font-sans text-xs font-semibold text-mute">
            Cost so far
          </h2>
          <QueryStatus
            query={cost}
            lines={1}
            loading="Computing the cost..."
            failed="The cost could not be computed."
          />
        </>
      )}
    </section>
  );
}

function Bill({ cost }: { cost: CostSoFar }) {
  const costs: [string, Range][] = [
    ['Photographs kept', cost.kept],
    ['Sent to clients', cost.sent],
    ['Everything else', cost.rest],
  ];
  return (
    <>
      <div className="grid gap-x-12 gap-y-4 md:grid-cols-2 xl:grid-cols-1">
        <div>
          <h2 id="cost-so-far" className="font-sans text-xs font-semibold text-mute">
            {monthName.format(new Date(`${cost.month}-01`))} so far
          </h2>
          <p className="mt-1 font-display text-title tabular-nums">{dollarRange(cost.so_far)}</p>
          <p className="mt-2 text-sm text-mute">About {dollarRange(cost.by_month_end)} by the end of the month.</p>
        </div>
        <dl className="divide-y divide-line border-y border-line text-sm md:self-center">
          {costs.map(([name, range]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4 py-2">
              <dt>{name}</dt>
              <dd className="tabular-nums">{dollarRange(range)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <details className="mt-3 text-sm">
        <summary className="text-link cursor-pointer font-semibold">By gallery, and how this is computed</summary>
        <Galleries cost={cost} />
        <p className="mt-4 max-w-prose text-mute">
          Counted: {formatPhotoCount(cost.photos_count)}, {inBytes(cost.bytes)} of originals and smaller sizes, by the
          age of their sessions, and the {formatCount(cost.uploads.requests)} requests by which{' '}
          {formatPhotoCount(cost.uploads.photos)} were uploaded this month. Assumed, because no visit is counted:{' '}
          {cost.assumed_views.low} to {cost.assumed_views.high} views a month of each gallery that its client can see,
          and that up to a tenth of the older originals is downloaded again. “Everything else” belongs to no gallery:
          what the site takes however many photographs there are, and this month’s uploads. Not in it: photos and
          sessions in the trash, prepared downloads, the domain, taxes. These are AWS’s list prices; the bill itself is
          in the AWS console.
        </p>
      </details>
    </>
  );
}

function Galleries({ cost: { galleries, others: otherGalleries, kept, sent } }: { cost: CostSoFar }) {
  if (galleries.length === 0) {
    return (
      <p className="mt-2 flex flex-wrap items-center gap-x-2 text-mute">
        No galleries yet.
        <Link to="/admin/session/create" className="text-link text-ink">
          Create New Session
        </Link>
      </p>
    );
  }
  const total = (kept.low + kept.high + sent.low + sent.high) / 2;
  const share = (amount: number) =>
    total === 0 ? '0%' : `${((100 * amount) / total).toFixed(amount / total < 0.1 ? 1 : 0)}%`;
  return (
    <table className="mt-2 w-full">
      <caption className="sr-only">Cost of each gallery, the most expensive first</caption>
      <thead className="text-left text-xs text-mute">
        <tr>
          <th scope="col" className="py-2 font-semibold">
            Gallery
          </th>
          <th scope="col" className="py-2 text-right font-semibold max-md:hidden xl:hidden">
            Kept
          </th>
          <th scope="col" className="py-2 pl-4 text-right font-semibold">
            So far
          </th>
          <th scope="col" className="py-2 pl-4 text-right font-semibold">
            Share
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-y border-line tabular-nums">
        {galleries.map((gallery) => (
          <tr key={gallery.id}>
            <td className="py-1">
              <Link to={`/admin/session/${gallery.id}`} className="text-link [overflow-wrap:anywhere]">
                <bdi>{gallery.session_name || 'Unknown'}</bdi>
              </Link>
            </td>
            <td className="text-right text-mute max-md:hidden xl:hidden">
              {formatPhotoCount(gallery.photos_count)}, {inBytes(gallery.bytes)}
            </td>
            <td className="pl-4 text-right whitespace-nowrap">{dollars(gallery.dollars)}</td>
            <td className="pl-4 text-right">{share(gallery.dollars)}</td>
          </tr>
        ))}
        {otherGalleries.count > 0 && (
          <tr>
            <td className="py-3">
              {formatCount(otherGalleries.count)} {otherGalleries.count === 1 ? 'other gallery' : 'other galleries'}
            </td>
            <td className="max-md:hidden xl:hidden" />
            <td className="pl-4 text-right whitespace-nowrap">{dollars(otherGalleries.dollars)}</td>
            <td className="pl-4 text-right">{share(otherGalleries.dollars)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
