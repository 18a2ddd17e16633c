import type { ClientOfferSummary } from '#shared/contract/offers/client-offers.ts';
import { formatCents } from '#shared/money/currency.ts';
import { canExpire, sayOfferState } from '#shared/offers/offer-state.ts';
import { longDate } from '#shared/time/long-date.ts';
import { Badge } from '../../../ui/status/badge.tsx';

/** Whether an offer waits for its client: nobody but the studio has signed it. */
export const isWaiting = ({ state }: ClientOfferSummary): boolean => canExpire(state);

/** An offer's state as a badge: 'To sign', 'Signed 1 of 2', 'Agreed'. */
export function OfferStatus({ offer }: { offer: ClientOfferSummary }) {
  if (isWaiting(offer)) return <Badge tone="yellow">To sign</Badge>;
  const isSigned = offer.state === 'signed' || offer.state === 'agreed';
  return <Badge tone={isSigned ? 'green' : 'neutral'}>{sayOfferState(offer)}</Badge>;
}

/** Returns an offer's total and until when it can be signed: '$817.19 to $1,685.93, valid until December 10, 2026'. */
export function offerLine(offer: ClientOfferSummary): string {
  const { least_cents, most_cents, currency, valid_until } = offer;
  const [least, most] = [formatCents(least_cents, currency), formatCents(most_cents, currency)];
  return [
    least === most ? most : `${least} to ${most}`,
    isWaiting(offer) && valid_until && `valid until ${longDate(valid_until)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
