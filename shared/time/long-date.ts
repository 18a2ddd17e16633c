const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats a calendar date (`YYYY-MM-DD`) with the whole month, as texts that people sign have it: 'October 18, 2026'. */
export const longDate = (date: string): string => format.format(new Date(`${date}T00:00:00Z`));

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** Formats a calendar date (`YYYY-MM-DD`) with its day of the week: 'Sunday, October 18, 2026'. */
export const longDay = (date: string): string => dayFormat.format(new Date(`${date}T00:00:00Z`));
