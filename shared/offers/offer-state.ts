import type { OfferGroup, OfferState, OfferSummary } from '#shared/contract/offers/offers.ts';

/** What tells where an offer stands. */
interface Standing {
  state: OfferState;
  valid_until: string | null;
}

/** The states in which an offer expires once its last day is over. A first signature ends that. */
const expiringStates: ReadonlySet<OfferState> = new Set<OfferState>(['sent', 'seen']);

export const canExpire = (state: OfferState): boolean => expiringStates.has(state);

/** The states of an offer that the client can still sign or decline. */
export const isWithClient = (state: OfferState): boolean => canExpire(state) || state === 'signed';

/**
 * Returns where an offer stands on a day of the studio's time zone: an offer whose last day is over has expired, also before the
 * daily sweep has written that.
 */
export const stateOn = ({ state, valid_until }: Standing, today: string): OfferState =>
  canExpire(state) && valid_until !== null && valid_until < today ? 'expired' : state;

/** Returns the list of the studio in which an offer is. */
export function groupOf(state: OfferState): OfferGroup {
  if (state === 'draft' || state === 'agreed') return state;
  return isWithClient(state) ? 'client' : 'ended';
}

const labels: Record<OfferState, string> = {
  ...{ draft: 'Draft', sent: 'Sent', seen: 'Seen', signed: 'Signed', agreed: 'Agreed' },
  ...{ declined: 'Declined', withdrawn: 'Withdrawn', replaced: 'Replaced', expired: 'Expired', canceled: 'Canceled' },
};

/** Returns an offer's state as screens show it: 'Seen', 'Signed 1 of 3'. */
export const sayOfferState = (offer: Pick<OfferSummary, 'state' | 'signed_count' | 'signers_count'>): string =>
  offer.state === 'signed' ? `Signed ${offer.signed_count} of ${offer.signers_count}` : labels[offer.state];
