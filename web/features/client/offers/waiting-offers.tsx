import { useInfiniteQuery } from '@tanstack/react-query';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { Line } from '../home-line.tsx';
import { offersQuery } from './api.ts';
import { isWaiting, OfferStatus, offerLine } from './offer-status.tsx';

/** The home's lines of the offers that wait for the client, and of the last one that does not. */
export function WaitingOffers() {
  const offers = useInfiniteQuery(offersQuery);
  const all = offers.data?.pages[0]?.items ?? [];
  const answered = all.find((offer) => !isWaiting(offer));
  return (
    <>
      <QueryStatus query={offers} failed="Your offers could not be loaded." />
      <div className="mt-4 max-w-6xl empty:hidden *:-mt-px *:border-t *:border-line">
        {all.filter(isWaiting).map((offer) => (
          <Line
            key={offer.id}
            to={`/dashboard/offers/${offer.id}`}
            title={offer.title}
            act={{ state: 'priced', act: 'Look and sign' }}
          >
            <OfferStatus offer={offer} />
            <span>An offer waits for you. {offerLine(offer)}</span>
          </Line>
        ))}
        {answered && (
          <Line to="/dashboard/offers" title="Your offers">
            <OfferStatus offer={answered} />
            <bdi>{answered.title}</bdi>
          </Line>
        )}
      </div>
    </>
  );
}
