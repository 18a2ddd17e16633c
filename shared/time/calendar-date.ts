const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Formats a calendar date (`YYYY-MM-DD`) as 'Oct 18, 2026'. Does not use Intl, because the first screen of a gallery
 * has a date.
 */
export function calendarDate(date: string): string {
  const [year, month = 1, dayOfMonth] = date.split('-').map(Number);
  return `${months[month - 1]} ${dayOfMonth}, ${year}`;
}

/** Returns the calendar date this many days after another one, before it when negative; both `YYYY-MM-DD`. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

const dayMs = 24 * 60 * 60_000;
