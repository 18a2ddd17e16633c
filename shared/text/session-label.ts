import { limits } from '../limits.ts';
import { fold } from './fold.ts';

/**
 * Converts text to lower case letters, digits and hyphens, in any length; '' if nothing remains.
 * 'May 2025: Family Session' → 'may-2025-family-session'.
 */
export const slugOf = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** Converts text to a label of at most `limits.sessionLabel` characters; '' if nothing remains. */
export const slugify = (text: string): string => slugOf(text).slice(0, limits.sessionLabel).replace(/-+$/, '');

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Suggests a label for a new session: month and year, then the name, e.g. may2025-family-session.
 * @param sessionDate `YYYY-MM-DD`.
 */
export function suggestLabel(sessionName: string, sessionDate: string): string {
  const [year = '', month = ''] = sessionDate.split('-');
  const when = months[Number(month) - 1];
  return slugify([when ? `${when}${year}` : '', sessionName].join(' ')) || 'session';
}

/**
 * Returns the next label to try when one is taken: family, family-2, family-3 … Only numbers of up to three digits are
 * counters; four digits are a year.
 */
export function nextLabel(label: string): string {
  const [, stem = label, number] = /^(.*?)(?:-(\d{1,3}))?$/.exec(label) ?? [];
  const suffix = `-${number ? Number(number) + 1 : 2}`;
  return `${(stem || 'session').slice(0, limits.sessionLabel - suffix.length).replace(/-+$/, '')}${suffix}`;
}
