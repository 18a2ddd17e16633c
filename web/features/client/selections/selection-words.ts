import type { Selection } from '#shared/contract/selections.ts';
import { type Currency, formatPrice } from '#shared/money/currency.ts';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';

/** Returns the terms of a selection in sentences. */
export function sayTerms({ included, extra_cents, minimum, ends_on }: Selection, currency: Currency): string {
  return [
    extra_cents === null
      ? `Up to ${formatCounted(included, 'photo')}.`
      : `${formatCounted(included, 'photo')} included, ${extra_cents === 0 ? 'more at no charge' : `each further one ${formatPrice(extra_cents, currency)}`}.`,
    minimum > 0 && `At least ${formatCount(minimum)}.`,
    ends_on !== null && `Until ${calendarDate(ends_on)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns the studio's message about a selection, or its name: 'For your album, until Nov 30, 2026'. */
export const sayName = ({ name, client_words, ends_on }: Selection): string => {
  const title = client_words.replace(/[.\s]+$/, '') || name;
  return ends_on === null ? title : `${title}, until ${calendarDate(ends_on)}`;
};
