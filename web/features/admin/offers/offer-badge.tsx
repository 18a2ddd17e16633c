import type { OfferState, OfferSummary } from '#shared/contract/offers/offers.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import { sayStateAndDay } from './offer-words.ts';

const tones: Record<OfferState, 'yellow' | 'green' | 'neutral'> = {
  draft: 'yellow',
  ...{ signed: 'green', agreed: 'green' },
  ...{ sent: 'neutral', seen: 'neutral' },
  ...{ declined: 'neutral', withdrawn: 'neutral', replaced: 'neutral', expired: 'neutral', canceled: 'neutral' },
};

/** Where an offer stands, as a chip. */
export const OfferBadge = ({ offer }: { offer: OfferSummary }) => (
  <Badge tone={tones[offer.state]}>{sayStateAndDay(offer)}</Badge>
);
