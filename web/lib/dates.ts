/**
 * Returns a format in American English, like the user interface, whatever the browser's locale. It is constructed once,
 * because that is slower than rendering a table row, and at first use, because the first one takes a slow phone about
 * 50 ms.
 */
function formatOf(options: Intl.DateTimeFormatOptions): (instant: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (instant) => {
    format ??= new Intl.DateTimeFormat('en-US', options);
    return format.format(instant);
  };
}
const localDay = /* @__PURE__ */ formatOf({ dateStyle: 'medium' });
const localTime = /* @__PURE__ */ formatOf({ dateStyle: 'medium', timeStyle: 'short' });

/** Formats the day of an instant in the reader's time zone: 'Oct 18, 2026'. */
export const dayOf = (instant: string): string => localDay(new Date(instant));

/** Formats day and time of an instant in the reader's time zone: 'Oct 18, 2026, 3:04 PM'. */
export const timeOf = (instant: string): string => localTime(new Date(instant));

const monthAndDay = /* @__PURE__ */ formatOf({ month: 'long', day: 'numeric' });
const withYear = /* @__PURE__ */ formatOf({ month: 'long', day: 'numeric', year: 'numeric' });
const weekday = /* @__PURE__ */ formatOf({ weekday: 'long' });
const clock = /* @__PURE__ */ formatOf({ timeStyle: 'short' });

/** Formats a day in the reader's time zone as a title and a line below it: 'November 22' and 'Today' or 'Sunday'. */
export function titleOfDay(instant: string, now = new Date()): { title: string; below: string } {
  const day = new Date(instant);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const isOn = (otherDay: Date) => localDay(otherDay) === localDay(day);
  return {
    title: (day.getFullYear() === now.getFullYear() ? monthAndDay : withYear)(day),
    below: isOn(now) ? 'Today' : isOn(yesterday) ? 'Yesterday' : weekday(day),
  };
}

/** Formats the time of an instant in the reader's time zone: '3:04 PM'. */
export const clockOf = (instant: string): string => clock(new Date(instant));
