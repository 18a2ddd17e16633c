import { studio } from '#shared/studio.ts';
import { type SessionClocks, zoneOf } from '#shared/time/capture-clock.ts';
import { zoneNameAt } from '#shared/time/time-zones.ts';

/**
 * Formats when a photo was taken: 'Oct 18, 2026, 3:04 PM'. The time is in its session's time zone, as in ZIP archives,
 * so that everyone reads the local hour of the session, wherever they are; with that zone's name where it is not the
 * studio's: 'Oct 18, 2026, 3:04 PM (Rome, GMT+2)'.
 */
export function takenAt(instant: string, clocks: SessionClocks = {}): string {
  const timeZone = zoneOf(clocks);
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const localTime = format.format(new Date(instant));
  return timeZone === studio.timeZone ? localTime : `${localTime} (${zoneNameAt(timeZone, Date.parse(instant))})`;
}
