import { endOfDay } from '../time/studio-time.ts';

/**
 * The end of a gallery: `ends_on` is its last day, `YYYY-MM-DD`, in the studio's time zone. Missing or null: it never
 * ends.
 */
export interface GalleryEnd {
  ends_on?: string | null | undefined;
}

/** Days before a gallery's last day on which its client is reminded, the first reminder first. */
export const reminderDays = [30, 7, 1] as const;

/**
 * Whether a gallery has ended: its last day is over. Asked at every read and stored nowhere, so that no gallery stays
 * open because a task did not run.
 * @param now milliseconds since 1970
 */
export const hasEnded = ({ ends_on }: GalleryEnd, now = Date.now()): boolean =>
  typeof ends_on === 'string' && endOf(ends_on) <= now;

/**
 * Returns the number of days until a gallery's last day: 0 on that day, negative after it; null when it never ends.
 * @param today the day in the studio's time zone
 */
export const daysUntilEnd = ({ ends_on }: GalleryEnd, today: string): number | null =>
  typeof ends_on === 'string' ? (Date.parse(ends_on) - Date.parse(today)) / dayMs : null;

function endOf(day: string): number {
  const known = ends.get(day);
  if (known !== undefined) return known;
  const end = endOfDay(day).getTime();
  ends.set(day, end);
  return end;
}

/** The ends of days by day, because a list asks for each of its photos. */
const ends = new Map<string, number>();
const dayMs = 24 * 60 * 60_000;
