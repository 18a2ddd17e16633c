import { daysUntilEnd } from '#shared/sessions/gallery-end.ts';
import { today } from '#shared/time/studio-time.ts';
import { dayOf } from '../../../lib/dates.ts';

const dayNumber = (instant: Date) =>
  Math.floor((instant.getTime() - instant.getTimezoneOffset() * 60_000) / 86_400_000);
const daysBetween = (from: Date, to: Date) => dayNumber(to) - dayNumber(from);

let clock: Intl.DateTimeFormat | undefined;
function clockOf(instant: Date): string {
  clock ??= new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
  return clock.format(instant);
}

/**
 * Returns how long something has waited: 'Today, 4:12 PM', 'Yesterday', '5 days', or the date after 30 days, in the reader's time
 * zone.
 */
export function waitingFor(since: string, now = new Date()): string {
  const days = daysBetween(new Date(since), now);
  if (days <= 0) return `Today, ${clockOf(new Date(since))}`;
  if (days === 1) return 'Yesterday';
  return days <= 30 ? `${days} days` : dayOf(since);
}

/** Returns when something ends: 'Today, 4:12 PM', 'Tomorrow' or 'In 3 days'. */
export function untilWhen(end: string, now = new Date()): string {
  const days = daysBetween(now, new Date(end));
  if (days <= 0) return `Today, ${clockOf(new Date(end))}`;
  return days === 1 ? 'Tomorrow' : `In ${days} days`;
}

/** Returns when a last day in the studio's time zone is: 'Ends today', 'Ends tomorrow' or 'Ends in 5 days'. */
export function endsIn(ends_on: string, now = new Date()): string {
  const days = daysUntilEnd({ ends_on }, today(now)) ?? 0;
  if (days <= 0) return 'Ends today';
  return days === 1 ? 'Ends tomorrow' : `Ends in ${days} days`;
}
