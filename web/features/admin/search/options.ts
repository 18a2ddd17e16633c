import { formatCounted } from '#shared/text/format-count.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import type { ShownPhoto } from '../../../photos/image/image-sources.ts';
import { photoPath } from '../selections/photo-path.ts';
import { sessionStateWords } from '../sessions/progress/session-state-words.ts';
import type { Results } from './results.ts';

/** One line of the results, which opens a screen. */
export interface Option {
  /** Tells it from all other lines. */
  id: string;
  to: string;
  name: string;
  /** Further facts that tell the result from others, shown with dots between them. */
  facts: string[];
  photo?: ShownPhoto;
}

export interface OptionGroup {
  title: string;
  options: Option[];
}

/** Returns the lines of the results by kind, without kinds that have none. */
export function optionsOf({ text, customers, sessions, states, files, screens }: Results): OptionGroup[] {
  const inAll = `?search=${encodeURIComponent(text)}`;
  const groups: OptionGroup[] = [
    {
      title: 'Customers',
      options: [
        ...customers.shown.map(({ id, name, email, phone, customer_id, status }) => ({
          id,
          to: `/admin/customer/${id}/edit`,
          name: name || 'Unknown',
          facts: [email, phone, customer_id, status === 'closed' ? 'Closed' : ''].filter(Boolean),
        })),
        ...allOf(customers.count - customers.shown.length, customers.count, 'customer', `/admin/customers${inAll}`),
      ],
    },
    {
      title: 'Sessions',
      options: [
        ...sessions.shown.map(({ id, session_name, session_date, customer }) => {
          const state = states.get(id);
          return {
            id,
            to: `/admin/session/${id}`,
            name: session_name || 'Unnamed Session',
            facts: [
              customer?.name || 'Unknown',
              calendarDate(session_date),
              state ? sessionStateWords[state] : '',
            ].filter(Boolean),
          };
        }),
        ...allOf(sessions.count - sessions.shown.length, sessions.count, 'session', `/admin/sessions${inAll}`),
      ],
    },
    {
      title: 'Photos',
      options: (files?.photos ?? []).map((photo) => ({
        id: photo.id,
        to: photoPath(photo.session_id, photo.id),
        name: photo.file_name,
        facts: placeOf(photo),
        photo,
      })),
    },
    {
      title: 'Files',
      options: (files?.attachments ?? []).map((file) => ({
        id: file.id,
        to: `/admin/session/${file.session_id}#files`,
        name: file.file_name,
        facts: placeOf(file),
      })),
    },
    { title: 'Screens', options: screens.map(({ to, name }) => ({ id: to, to, name, facts: [] })) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

const placeOf = ({ session_name, customer_name }: { session_name: string; customer_name: string }) => [
  session_name || 'Unnamed Session',
  customer_name || 'Unknown',
];

/** Returns the line that leads to the list of all, where not all are shown. */
const allOf = (hidden: number, count: number, kind: string, to: string): Option[] =>
  hidden > 0 ? [{ id: to, to, name: `All ${formatCounted(count, kind)}`, facts: [] }] : [];
