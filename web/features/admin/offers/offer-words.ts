import type { OfferState, OfferSummary } from '#shared/contract/offers/offers.ts';
import { type Currency, formatCents } from '#shared/money/currency.ts';
import { sayOfferState } from '#shared/offers/offer-state.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { today } from '#shared/time/studio-time.ts';

/** Returns a total as long as the client may choose: '$757.75 to $1,623.75'; the one amount if nothing is left to choose. */
export const sayRange = (
  { least_cents, most_cents }: { least_cents: number; most_cents: number },
  currency: Currency,
) =>
  least_cents === most_cents
    ? formatCents(most_cents, currency)
    : `${formatCents(least_cents, currency)} to ${formatCents(most_cents, currency)}`;

/** Returns the name under which lists show an offer; a draft may have none yet. */
export const titleOf = ({ title }: { title: string }): string => title || 'Offer without a title';

/** The times at which an offer came into the states that lists name with their day. */
const times: Partial<Record<OfferState, (offer: OfferSummary) => string | null>> = {
  sent: ({ sent_at }) => sent_at,
  seen: ({ seen_at }) => seen_at,
};

/** Returns an offer's state with the day, where it matters: 'Seen today', 'Sent Nov 20', 'Signed 2 of 3', 'Agreed'. */
export function sayStateAndDay(offer: OfferSummary, now = new Date()): string {
  const at = times[offer.state]?.(offer);
  if (!at) return sayOfferState(offer);
  const day = today(new Date(at));
  const isThisYear = day.slice(0, 4) === today(now).slice(0, 4);
  const words = isThisYear ? calendarDate(day).split(',')[0] : calendarDate(day);
  return `${sayOfferState(offer)} ${day === today(now) ? 'today' : words}`;
}
