import type { OfferSummary } from '#shared/contract/offers/offers.ts';
import { canExpire } from '#shared/offers/offer-state.ts';
import { daysAfter } from '#shared/time/calendar-date.ts';

/** Something that an offer has on a day: its session, or the last day on which it can be signed. */
interface DayOfOffer {
  offer: OfferSummary;
  kind: 'session' | 'end';
}

/** Returns the 14 days from the Monday of this day's week, `YYYY-MM-DD`. */
export function daysShown(today: string): string[] {
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: 14 }, (_, index) => daysAfter(today, index - sinceMonday));
}

/** Returns what offers have on a day: sessions of agreed ones, and the ends of those that can still expire. */
export const eventsOn = (day: string, offers: OfferSummary[]): DayOfOffer[] =>
  offers.flatMap((offer): DayOfOffer[] => [
    ...(offer.state === 'agreed' && offer.session_date === day ? [{ offer, kind: 'session' as const }] : []),
    ...(canExpire(offer.state) && offer.valid_until === day ? [{ offer, kind: 'end' as const }] : []),
  ]);
