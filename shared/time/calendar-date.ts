const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Formats a calendar date (`YYYY-MM-DD`) as 'Oct 18, 2026'. Does not use Intl, because the first screen of a gallery
 * has a date.
 */
export function calendarDate(date: string): string {
  const [year, month = 1, dayOfMonth] = date.split('-').map(Number);
  return `${months[month - 1]} ${dayOfMonth}, ${year}`;
}
