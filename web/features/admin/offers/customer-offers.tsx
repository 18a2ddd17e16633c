import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { OfferSummary } from '#shared/contract/offers/offers.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { DamagedRows } from '../damaged-rows.tsx';
import { LoadMore } from '../paged-list.tsx';
import { customerOffersQuery } from './api.ts';
import { NewOffer } from './new-offer.tsx';
import { OfferBadge } from './offer-badge.tsx';
import { sayRange, titleOf } from './offer-words.ts';

/** A customer's offers, the newest first, with the button that begins another one. */
export function CustomerOffers({ customer }: { customer: string }) {
  const offers = useInfiniteQuery(customerOffersQuery(customer));
  const items = itemsOf(offers.data);
  return (
    <section aria-label="Offers" className="mt-12">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-display text-lg">Offers</h2>
        <NewOffer source={{ customer_id: customer }} />
      </div>
      <QueryStatus query={offers} loading="Loading offers..." failed="The offers could not be loaded." />
      <DamagedRows pages={offers.data?.pages} list="offers" />
      {offers.data && items.length === 0 && !offers.hasNextPage && (
        <p className="mt-3 text-sm text-mute">No offers yet.</p>
      )}
      <ul className="mt-3">
        {items.map((offer) => (
          <OfferItem key={offer.id} offer={offer} />
        ))}
      </ul>
      <LoadMore list={offers} />
    </section>
  );
}

const OfferItem = ({ offer }: { offer: OfferSummary }) => (
  <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
    <span className="min-w-0 flex-1 basis-40">
      <Link to={`/admin/offers/${offer.id}`} className="inline-link font-semibold [overflow-wrap:anywhere]">
        <bdi>{titleOf(offer)}</bdi>
      </Link>
      <span className="block text-xs text-mute">
        {offer.session_date ? `Session on ${calendarDate(offer.session_date)}` : 'Without the day of a session'}
      </span>
    </span>
    <OfferBadge offer={offer} />
    <span className="text-sm tabular-nums">{sayRange(offer, offer.currency)}</span>
  </li>
);
