import type { CreateLink } from '#shared/contract/links.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';

const list = new Intl.ListFormat('en-US');

/**
 * Returns the permissions of a link's guests in one sentence: 'Guests can look, pick favorites, and download
 * originals.'
 */
export function sayAllowed({ may_pick, may_note, download }: Pick<CreateLink, 'may_pick' | 'may_note' | 'download'>) {
  const acts = ['look'];
  if (may_pick) acts.push('pick favorites');
  if (may_note) acts.push('leave notes');
  if (download !== 'none') acts.push(download === 'web' ? 'download the web size' : 'download originals');
  return `Guests can ${list.format(acts)}.`;
}

/** Returns the link's last day and whether it requires a PIN; without the day while none is typed. */
export const sayTerms = ({ ends_on, pin }: { ends_on: string; pin: string }) =>
  [ends_on !== '' && `Until ${calendarDate(ends_on)}`, pin === '' ? 'no PIN' : 'with a PIN']
    .filter(Boolean)
    .join(' · ');
