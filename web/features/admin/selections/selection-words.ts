import { type StudioSelection, type SubmittedRound, saySubmitted } from '#shared/contract/selections.ts';
import { inDollars } from '#shared/money/in-dollars.ts';
import { sayExtra } from '#shared/selections/selection-price.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { dayOf } from '../../../lib/dates.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';

/** Returns a selection's state: '27 of 30 chosen, open until Dec 1, 2026', or 'Submitted Nov 22, 2026: 33 photos, $45'. */
export function stateOf(selection: StudioSelection): string {
  const { state, ends_on, submitted_at } = selection;
  if (state === 'submitted' && submitted_at) {
    return `Submitted ${dayOf(submitted_at)}: ${sumOf(selection)}`;
  }
  const chosenCount = saySubmitted(selection);
  if (state === 'ended' && ends_on) return `${chosenCount}, ended ${calendarDate(ends_on)}`;
  if (state === 'closed') return `${chosenCount}, closed`;
  return ends_on ? `${chosenCount}, open until ${calendarDate(ends_on)}` : `${chosenCount}, open`;
}

/** Returns the number of photos and the price: '33 photos, $45'; if nothing is to be paid, '27 photos, all included'. */
export function sumOf({
  chosen_count,
  extra_count,
  total_cents,
}: Pick<SubmittedRound, 'chosen_count' | 'extra_count' | 'total_cents'>): string {
  const photos = formatPhotoCount(chosen_count);
  return extra_count === 0 ? `${photos}, all included` : `${photos}, ${inDollars(total_cents)}`;
}

/** Returns how a sum is computed: '33 photos · 3 extra × $15 = $45', or '27 photos, all included'. */
export function priceOf(round: Pick<SubmittedRound, 'chosen_count' | 'extra_count' | 'total_cents'>): string {
  return round.extra_count === 0 ? sumOf(round) : `${formatPhotoCount(round.chosen_count)} · ${sayExtra(round)}`;
}

/** Returns the studio's terms: '30 included, each further one $15, at least 10'. */
export function termsOf({ included, extra_cents, minimum }: StudioSelection): string {
  const furtherPhotos = extra_cents === null ? 'no more than these' : `each further one ${inDollars(extra_cents)}`;
  return [`${included} included`, furtherPhotos, ...(minimum > 0 ? [`at least ${minimum}`] : [])].join(', ');
}
