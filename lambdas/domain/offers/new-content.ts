import type { OfferContent } from '#shared/contract/offers/content.ts';
import { limits } from '#shared/limits.ts';
import { dayAhead } from '#shared/time/studio-time.ts';

/** Returns what a new draft says: nothing but the payment of everything on signing, and the last day. */
export const emptyContent = (): OfferContent => ({
  ...{ title: '', words: '', session: { date: null, from: null, to: null, place: '' } },
  ...{ packages: [], add_ons: [], most_add_ons: null, discount: null, taxes: [] },
  plan: [{ part: { kind: 'rest' }, due: { kind: 'signing' } }],
  ...{ terms: null, terms_from: null, signers: [], studio_signs: 'by-sending' as const },
  valid_until: newEnd(),
});

/** Returns the last day of an offer that is made today. */
export const newEnd = (): string => dayAhead(limits.offerDays, new Date());
