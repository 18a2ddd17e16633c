import { studio } from './studio.ts';

/** Returns the date of an instant in the studio's time zone. The Swedish locale formats dates as ISO 8601. */
export const today = (now: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: studio.timeZone, dateStyle: 'short' }).format(now);

/** Returns the instant in which a calendar day ends in the studio's time zone. */
export function endOfDay(date: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`) + 24 * 60 * 60_000;
  return new Date(midnight - aheadOfUtc(midnight, studio.timeZone));
}

/** Milliseconds by which a time zone is ahead of UTC at the local time `written` (given as if it were UTC). */
export function aheadOfUtc(written: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const shown = (instant: number) => Date.parse(`${format.format(instant).replace(' ', 'T')}Z`);
  const whole = Math.floor(written / 1_000) * 1_000;
  // The first result differs by one daylight-saving change at most, so computing it again at that instant is exact.
  const guess = shown(whole) - whole;
  return shown(whole - guess) - (whole - guess);
}
