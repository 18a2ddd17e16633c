/** A calendar date (`YYYY-MM-DD`) in the reader's own style. It is taken apart, not parsed, so that no time zone shifts it. */
export function calendarDate(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day).toLocaleDateString(undefined, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });
}

/** The day of an instant, as the reader's calendar shows it. */
export function dayOf(instant: string): string {
  return new Date(instant).toLocaleDateString(undefined, { year: 'numeric', month: 'short', day: 'numeric' });
}

/** Day and time of an instant, as the reader's clock shows them. */
export function timeOf(instant: string): string {
  return new Date(instant).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
