import { studio } from '../studio.ts';
import { daysAfter } from './calendar-date.ts';

/** Returns the date of an instant in the studio's time zone, `YYYY-MM-DD`. */
export const today = (now: Date): string => clockIn(now.getTime(), studio.timeZone).slice(0, 10);

/** Returns the date this many days after an instant's date in the studio's time zone. */
export const dayAhead = (days: number, now: Date): string => daysAfter(today(now), days);

/** Returns the instant at which a calendar day ends in the studio's time zone. */
export function endOfDay(date: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`) + dayMs;
  return new Date(midnight - aheadOfUtc(midnight, studio.timeZone));
}

/**
 * Returns by how many milliseconds a time zone is ahead of UTC at the local time `written` (given as if it were UTC). A
 * time that a clock shows twice is the first of the two. A time that a clock never shows is read as if the clock had
 * not been put forward, so that later times of a camera stay later.
 */
export function aheadOfUtc(written: number, timeZone: string): number {
  const [aheadBefore, aheadAfter] = [-dayMs, dayMs].map((shift) => aheadAt(written + shift, timeZone)) as [
    number,
    number,
  ];
  if (aheadAt(written - aheadBefore, timeZone) === aheadBefore) return aheadBefore;
  return aheadAt(written - aheadAfter, timeZone) === aheadAfter ? aheadAfter : aheadBefore;
}

/** Returns by how many milliseconds a time zone is ahead of UTC at an instant. */
export function aheadAt(instant: number, timeZone: string): number {
  const whole = Math.floor(instant / 1_000) * 1_000;
  return Date.parse(`${clockIn(whole, timeZone)}Z`) - whole;
}

/** Returns the local time of an instant, `YYYY-MM-DDTHH:MM:SS`. The Swedish locale formats dates as ISO 8601. */
export function clockIn(instant: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  return format.format(instant).replace(' ', 'T');
}

/** Formats by time zone: creating one takes longer than formatting a thousand times. */
const formats = new Map<string, Intl.DateTimeFormat>();
const dayMs = 24 * 60 * 60_000;
