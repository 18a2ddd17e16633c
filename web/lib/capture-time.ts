import { studio } from '#shared/studio.ts';

let format: Intl.DateTimeFormat | undefined;

/**
 * Formats when a photo was taken: 'Oct 18, 2026, 3:04 PM'. In the studio's time zone, as ZIP archives have it, so that
 * everyone reads the hour at which the session was, wherever they are.
 */
export function takenAt(instant: string): string {
  format ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: studio.timeZone });
  return format.format(new Date(instant));
}
