import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ClientOfferSummary } from '#shared/contract/offers/client-offers.ts';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { Button } from '../../../ui/button.tsx';
import { ChevronRight } from '../../../ui/icons.tsx';
import { Empty } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { StudioContact } from '../../../ui/studio-contact.tsx';
import { Screen } from '../screen.tsx';
import { offersQuery } from './api.ts';
import { OfferStatus, offerLine } from './offer-status.tsx';

/** The screen of the client's offers, the newest first. */
export function Component() {
  const query = useInfiniteQuery(offersQuery);
  const offers = itemsOf(query.data);
  return (
    <Screen title="Offers">
      <QueryStatus query={query} loading="Loading offers..." failed="Your offers could not be loaded." />
      {query.data && offers.length === 0 && !query.hasNextPage && (
        <Empty action={<StudioContact />}>The studio has sent you no offers yet.</Empty>
      )}
      {offers.length > 0 && (
        <ul aria-label="Offers" className="mt-6 max-w-3xl border-t border-line">
          {offers.map((offer) => (
            <OfferRow key={offer.id} offer={offer} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="mt-6">
          <Button look="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? 'Loading...' : 'Show more'}
          </Button>
        </div>
      )}
    </Screen>
  );
}

const OfferRow = ({ offer }: { offer: ClientOfferSummary }) => (
  <li className="border-b border-line">
    <Link
      to={`/dashboard/offers/${offer.id}`}
      className="group flex min-h-16 items-center justify-between gap-4 py-2.5"
    >
      <span className="min-w-0">
        <bdi className="block text-sm font-semibold group-hover:underline [overflow-wrap:anywhere]">{offer.title}</bdi>
        <span className="block text-xs text-mute tabular-nums">{offerLine(offer)}</span>
      </span>
      <span className="flex shrink-0 items-center gap-3">
        <OfferStatus offer={offer} />
        <ChevronRight className="size-4" />
      </span>
    </Link>
  </li>
);
