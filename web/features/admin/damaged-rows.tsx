import { Notice } from '../../ui/status/notice.tsx';

/** The name of a row of each list, and the name of its table in the command. */
const lists = {
  photos: { noun: 'photo', table: 'photos' },
  sessions: { noun: 'session', table: 'sessions' },
  customers: { noun: 'customer', table: 'customers' },
  selections: { noun: 'selection', table: 'selections' },
  quotes: { noun: 'quote', table: 'quotes' },
  messages: { noun: 'message', table: 'messages' },
  emails: { noun: 'email', table: 'outbox' },
  presets: { noun: 'preset', table: 'settings' },
  'sent emails': { noun: 'sent email', table: 'emails' },
  pictures: { noun: 'picture', table: 'pictures' },
  offers: { noun: 'offer', table: 'offers' },
} as const;

/** Whether the loaded pages have no row, not even a damaged one. */
export const isEmptyList = (pages: { items: unknown[]; damaged?: string[] | undefined }[]): boolean =>
  pages.every(({ items, damaged = [] }) => items.length === 0 && damaged.length === 0);

/** Notice of rows that can't be parsed, with the command that repairs each. Renders nothing if there are none. */
export function DamagedRows({
  pages,
  list,
  partition,
}: {
  pages: { damaged?: string[] | undefined }[] | undefined;
  list: keyof typeof lists;
  /** The session's id, which the command needs before the ids of photos and selections. */
  partition?: string;
}) {
  const ids = [...new Set(pages?.flatMap(({ damaged = [] }) => damaged))];
  if (ids.length === 0) return null;
  const { noun, table } = lists[list];
  const subject = ids.length === 1 ? `1 ${noun} is` : `${ids.length} ${list} are`;
  return (
    <div className="my-4">
      <Notice tone="error">
        <p>
          <strong className="font-medium">{subject} damaged and can’t be shown.</strong> Nothing is deleted. To see what
          is wrong and repair it, run on your computer:
        </p>
        <ul className="mt-2 grid max-h-60 gap-2 overflow-y-auto">
          {ids.map((id) => (
            <li key={id}>
              <code className="block rounded-sm bg-white px-3 py-2 text-xs text-ink [overflow-wrap:anywhere]">
                {`npm run studio:repair -- ${table} ${partition ? `${partition} ` : ''}${id}`}
              </code>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
