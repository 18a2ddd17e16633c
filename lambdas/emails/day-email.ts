import type { DayFact } from '../domain/emails/email-kinds.ts';
import { dayInWords } from './words.ts';
import type { Writers } from './writers.ts';

/** The daily email to the studio. */
export const dayEmails: Writers<'day-happened'> = {
  'day-happened': (email, { site }) => ({
    subject: `What happened until ${dayInWords(email.day)}`,
    title: 'What your clients and their guests did',
    facts: [
      ...email.sessions.map(({ session_name, happened }): [string, string] => [
        session_name || 'Unnamed Session',
        happened.map(labelOf).join(', '),
      ]),
      ['Further sessions', email.more > 0 ? String(email.more) : ''],
    ],
    closing: 'You get this email after a day in which something happened. The settings switch it off.',
    link: { text: 'Open the dashboard', url: `${site}/admin/dashboard` },
  }),
};

const labels: Record<DayFact['what'], [one: string, many: string]> = {
  opened: ['opened for the first time', 'opened for the first time'],
  favorites: ['1 favorite', '# favorites'],
  notes: ['1 note', '# notes'],
  downloads: ['1 photo downloaded', '# photos downloaded'],
  files: ['1 file downloaded', '# files downloaded'],
  archives: ['1 download of several photos', '# downloads of several photos'],
  links: ['1 link shared', '# links shared'],
  guests: ['1 new guest', '# new guests'],
  picks: ['1 pick of a guest', '# picks of guests'],
  'guest-notes': ['1 note of a guest', '# notes of guests'],
  'guest-downloads': ['1 photo downloaded by guests', '# photos downloaded by guests'],
  'guest-files': ['1 file downloaded by guests', '# files downloaded by guests'],
};
const labelOf = ({ what, count }: DayFact) =>
  labels[what][count === 1 ? 0 : 1].replace('#', count.toLocaleString('en-US'));
