import { type Currency, formatCents } from '../money/currency.ts';
import { formatRate } from '../money/rate.ts';
import { daysAfter } from '../time/calendar-date.ts';
import { longDate } from '../time/long-date.ts';
import type { InstalmentDue, InstalmentPart } from './payment-plan.ts';

/** Returns how much of the total a payment is, in words: '50%', '$200.00', 'the rest'. */
export function sayPart(part: InstalmentPart, currency: Currency): string {
  if (part.kind === 'rest') return 'the rest';
  return part.kind === 'rate' ? formatRate(part.rate) : formatCents(part.cents, currency);
}

/**
 * Returns when a payment is due, in words: 'on signing', 'on May 1, 2027', '14 days before the session'.
 * @param sessionDate the session's date, `YYYY-MM-DD`; null as long as it has none
 */
export function sayDue(due: InstalmentDue, sessionDate: string | null): string {
  if (due.kind === 'signing') return 'on signing';
  if (due.kind === 'date') return `on ${longDate(due.date)}`;
  const isBefore = due.kind === 'before_session';
  if (sessionDate) return `on ${longDate(daysAfter(sessionDate, isBefore ? -due.days : due.days))}`;
  return `${due.days} ${due.days === 1 ? 'day' : 'days'} ${isBefore ? 'before' : 'after'} the session`;
}
