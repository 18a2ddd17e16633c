// Made once each: making a format takes longer than drawing the row in which its date stands.
const inUtc = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' });
const localDay = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' });
const localTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A calendar date (`YYYY-MM-DD`) in the reader's own style. It is made and shown in one time zone, so that none shifts it. */
export function calendarDate(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return inUtc.format(Date.UTC(year, month - 1, day));
}

/** The day of an instant, as the reader's calendar shows it. */
export const dayOf = (instant: string): string => localDay.format(new Date(instant));

/** Day and time of an instant, as the reader's clock shows them. */
export const timeOf = (instant: string): string => localTime.format(new Date(instant));
