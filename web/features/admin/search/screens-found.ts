import { searchableText, searchWords } from '#shared/text/search-words.ts';
import { sessionStateWords } from '../sessions/progress/session-state-words.ts';

/** A screen, or a list of sessions in one state. */
interface ScreenPath {
  to: string;
  name: string;
}

const screens: ScreenPath[] = [
  { to: '/admin/dashboard', name: 'Dashboard' },
  { to: '/admin/customers', name: 'Customers' },
  { to: '/admin/customers?new=', name: 'New customer' },
  { to: '/admin/customers/deleted', name: 'Deleted customers' },
  { to: '/admin/sessions', name: 'Sessions' },
  { to: '/admin/session/create', name: 'New session' },
  { to: '/admin/offers', name: 'Offers' },
  { to: '/admin/quotes', name: 'Submitted Quotes' },
  { to: '/admin/messages', name: 'Messages' },
  { to: '/admin/messages/emails', name: 'Emails' },
  { to: '/admin/website', name: 'Website' },
  { to: '/admin/settings', name: 'Settings' },
  { to: '/admin/settings/emails', name: 'Words of emails' },
  { to: '/admin/settings/templates', name: 'Templates' },
  { to: '/admin/security', name: 'Security' },
  ...Object.entries(sessionStateWords).map(([state, words]) => ({
    to: `/admin/sessions?state=${state}`,
    name: `Sessions: ${words}`,
  })),
];

const prepared = screens.map((screen) => ({ screen, text: searchableText([screen.name]) }));

/** Returns the screens, and the lists of sessions in a state, whose name has every word of the search. */
export function screensFound(search: string): ScreenPath[] {
  const isFound = searchWords(search);
  return prepared.filter(({ text }) => isFound(text)).map(({ screen }) => screen);
}
