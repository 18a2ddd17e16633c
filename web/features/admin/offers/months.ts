const format = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns a month (`YYYY-MM`) in words: 'November 2026'. */
export const sayMonth = (month: string): string => format.format(new Date(`${month}-01T00:00:00Z`));

/** Returns the month this many months after another one, before it when negative; both `YYYY-MM`. */
export function monthsAfter(month: string, months: number): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 7);
}
