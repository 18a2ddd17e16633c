import { type StudioSelection, type SubmittedRound, saySubmitted } from '#shared/contract/selections.ts';
import { type Currency, formatPrice } from '#shared/money/currency.ts';
import { sayExtra } from '#shared/selections/selection-price.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { dayOf } from '../../../lib/dates.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';

/** Returns a selection's state: '27 of 30 chosen, open until Dec 1, 2026', or 'Submitted Nov 22, 2026: 33 photos, $45'. */
export function stateOf(selection: StudioSelection, currency: Currency): string {
  const { state, ends_on, submitted_at } = selection;
  if (state === 'submitted' && submitted_at) {
    return `Submitted ${dayOf(submitted_at)}: ${sumOf(selection, currency)}`;
  }
  const chosenCount = saySubmitted(selection, currency);
  if (state === 'ended' && ends_on) return `${chosenCount}, ended ${calendarDate(ends_on)}`;
  if (state === 'closed') return `${chosenCount}, closed`;
  return ends_on ? `${chosenCount}, open until ${calendarDate(ends_on)}` : `${chosenCount}, open`;
}

/** Returns the number of photos and the price: '33 photos, $45'; if nothing is to be paid, '27 photos, all included'. */
export function sumOf({ chosen_count, extra_count, total_cents }: PricedRound, currency: Currency): string {
  const photos = formatPhotoCount(chosen_count);
  return extra_count === 0 ? `${photos}, all included` : `${photos}, ${formatPrice(total_cents, currency)}`;
}

type PricedRound = Pick<SubmittedRound, 'chosen_count' | 'extra_count' | 'total_cents'>;

/** Returns how a sum is computed: '33 photos · 3 extra × $15 = $45', or '27 photos, all included'. */
export function priceOf(round: PricedRound, currency: Currency): string {
  if (round.extra_count === 0) return sumOf(round, currency);
  return `${formatPhotoCount(round.chosen_count)} · ${sayExtra(round, currency)}`;
}

/** Returns the studio's terms: '30 included, each further one $15, at least 10'. */
export function termsOf({ included, extra_cents, minimum }: StudioSelection, currency: Currency): string {
  const furtherPhotos =
    extra_cents === null ? 'no more than these' : `each further one ${formatPrice(extra_cents, currency)}`;
  return [`${included} included`, furtherPhotos, ...(minimum > 0 ? [`at least ${minimum}`] : [])].join(', ');
}
