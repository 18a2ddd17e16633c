import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { quoteTypes } from '#shared/contract/quotes.ts';
import type { DeadLetterQueue, Thumb, Waiting } from '#shared/contract/waiting.ts';
import { limits } from '#shared/limits.ts';
import { sayExtra } from '#shared/selections/selection-price.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { emailKinds } from '../emails/labels.ts';
import { untilWhen, waitingFor } from './waiting-times.ts';

/** A row of 'What waits'. */
export interface WaitingRow {
  count: number;
  what: string;
  isTrouble?: boolean;
  /** The first of the things that wait: whose they are, or what they are about. */
  items: ReactNode[];
  /** How many are not among the items. */
  more?: number;
  photos?: Thumb[];
  since: string;
  /** The text of the link to `to`; missing where the items say what to do. */
  act?: string;
  to?: string;
}

/** A session in a row's words; above the link that covers the row on a phone. */
const sessionLink = (
  { session_id, session_name }: { session_id: string; session_name: string },
  more = '',
  to = `/admin/session/${session_id}`,
) => (
  <Link to={to} className="relative z-1 hover:underline">
    <bdi>{session_name || 'Unnamed Session'}</bdi>
    {more}
  </Link>
);

const selectionPlace = ({ session_id, selection_id }: { session_id: string; selection_id: string }) =>
  `/admin/session/${session_id}/selection/${selection_id}`;

/** Leads to the one session that a kind is about; to all sessions when there are several. */
function placeOf({ count, items }: { count: number; items: { session_id: string }[] }): string {
  const ids = new Set(items.map(({ session_id }) => session_id));
  const [only] = ids;
  return ids.size === 1 && count <= limits.waitingNamed ? `/admin/session/${only}` : '/admin/sessions';
}

/** Names of failed work by its queue, for one and for several; what it means; and the function whose log has the cause. */
const failedWork: Record<DeadLetterQueue, { one: string; many: string; means: string; log: string }> = {
  photo: {
    one: 'Upload or print size not processed',
    many: 'Uploads and print sizes not processed',
    means: 'Uploaded photos are stored safely, but no gallery shows them; or a client waits for a print size.',
    log: 'process-photo',
  },
  download: {
    one: 'Download not prepared',
    many: 'Downloads not prepared',
    means: 'A client waits for the ZIP.',
    log: 'prepare-download',
  },
  media: {
    one: 'Hidden photo may still be open',
    many: 'Hidden photos may still be open',
    means: 'No list shows it any more, but a client who kept the address can still open it.',
    log: 'move-derivatives',
  },
  outbox: {
    one: 'Email or publication that failed',
    many: 'Emails or publications that failed',
    means: 'What an email is about is stored. If the website was not published, this list says so, too.',
    log: 'send-email or publish-site',
  },
  bounces: {
    one: 'Email came back unrecorded',
    many: 'Emails came back unrecorded',
    means: 'Whoever should have got it did not, and no list says so.',
    log: 'record-bounce',
  },
};

function deadLetterRow({ queue, count, since }: Waiting['dead_letters'][number]): WaitingRow {
  const { one, many, means, log } = failedWork[queue];
  return {
    count,
    what: count === 1 ? one : many,
    isTrouble: true,
    items: [
      <>
        {means} Whoever runs the site removes the cause, which is in the log of {log}, then runs{' '}
        <code className="mt-1 mb-0.5 block w-fit rounded-sm bg-petal px-2 py-0.5 text-xs">
          npm run studio:redrive -- {queue}
        </code>
      </>,
    ],
    more: 0,
    since: since ? waitingFor(since) : '',
  };
}

const named = (name: string) => <bdi>{name || 'Unknown'}</bdi>;

/** The things of each kind, where any wait. */
type Things = { [Kind in keyof Waiting]-?: NonNullable<Waiting[Kind]> };
type Kind = keyof Things;

/** The rows of each kind of which something waits, in the order of the list. */
const rowsByKind: { [K in Kind]: (things: Things[K]) => WaitingRow | WaitingRow[] } = {
  quotes: ({ count, since, items }) => ({
    count,
    what: count === 1 ? 'Pending quote' : 'Pending quotes',
    items: items.map(({ customer_name, type }) => (
      <>
        {named(customer_name)}, {quoteTypes[type].toLowerCase()}
      </>
    )),
    since: waitingFor(since),
    act: 'Answer',
    to: '/admin/quotes',
  }),
  selections: ({ count, since, items }) => ({
    count,
    what: count === 1 ? 'Submitted selection' : 'Submitted selections',
    items: items.map((selection) => {
      const extra = selection.extra_count > 0 ? ` · ${sayExtra(selection)}` : '';
      const chosen = `, ${formatCount(selection.chosen_count)} chosen${extra}`;
      return sessionLink(selection, chosen, selectionPlace(selection));
    }),
    since: waitingFor(since),
    act: 'Look',
    to: count === 1 && items[0] ? selectionPlace(items[0]) : '/admin/quotes',
  }),
  changes: ({ count, since, items }) => ({
    count,
    what: count === 1 ? 'Request to change a choice' : 'Requests to change a choice',
    items: items.map((item) => (
      <>
        {named(item.customer_name)}, {sessionLink(item, '', selectionPlace(item))}
      </>
    )),
    since: waitingFor(since),
    act: 'Look',
    to: count === 1 && items[0] ? selectionPlace(items[0]) : '/admin/quotes',
  }),
  messages: ({ count, since, items }) => ({
    count,
    what: count === 1 ? 'Unread message' : 'Unread messages',
    items: items.map(({ name }) => named(name)),
    since: waitingFor(since),
    act: 'Read',
    to: '/admin/messages',
  }),
  marks: ({ count, since, items }) => ({
    count,
    what: count === 1 ? 'New favorite or note' : 'New favorites and notes',
    items: items.map((item) => sessionLink(item, ` ${formatCount(item.count)}`)),
    more: count - items.reduce((sum, item) => sum + item.count, 0),
    photos: items.flatMap(({ photos }) => photos).slice(0, limits.waitingNamed),
    since: waitingFor(since),
    act: 'Look',
    to: items[0] ? `/admin/session/${items[0].session_id}` : '/admin/sessions',
  }),
  failed: ({ count, since, items }) => ({
    count,
    what: count === 1 ? 'Failed photo' : 'Failed photos',
    isTrouble: true,
    items: items.map((item) => (
      <>
        <bdi>{item.file_name}</bdi> in {sessionLink(item)}: {item.reason}
      </>
    )),
    since: waitingFor(since),
    act: 'See',
    to: placeOf({ count, items }),
  }),
  limits: ({ count, since, items }) => ({
    count,
    what: 'Somebody sends very many requests',
    isTrouble: true,
    items: items.map((item) =>
      item.kind === 'pins' ? (
        <>
          PINs are guessed for “<bdi>{item.label}</bdi>” of {sessionLink(item)}: revoke that link, and share another one
        </>
      ) : (
        'So many register by code that nobody else could until the next day; clients still sign in'
      ),
    ),
    since: waitingFor(since),
    act: 'See',
    to: placeOf({
      count,
      items: items.flatMap((item) => (item.kind === 'pins' ? [item] : [])),
    }),
  }),
  emails: ({ count, since, items }) => ({
    count,
    what: count === 1 ? 'Email not delivered' : 'Emails not delivered',
    isTrouble: true,
    items: items.map(({ kind, to, name }) => (
      <>
        {emailKinds[kind]} to {to === null ? 'the studio' : named(name)}
      </>
    )),
    since: waitingFor(since),
    act: 'See',
    to: '/admin/messages/emails',
  }),
  website: ({ number, since }) => ({
    count: 1,
    what: 'Website not published',
    isTrouble: true,
    items: [
      `${number > 0 ? `Version ${number}` : 'What was deployed'} is not what visitors see, at least on some pages`,
    ],
    since: since ? waitingFor(since) : '',
    act: 'See',
    to: '/admin/website',
  }),
  dead_letters: (queues) => queues.map(deadLetterRow),
  links: ({ count, since, items }) => ({
    count,
    what: count === 1 ? 'Link ends soon' : 'Links end soon',
    items: items.map((link) => (
      <>
        <bdi>{link.label}</bdi> of {sessionLink(link)}
      </>
    )),
    since: untilWhen(since),
    act: 'Extend',
    to: placeOf({ count, items }),
  }),
  unannounced: ({ count, since, items }) => ({
    count,
    what: count === 1 ? 'Session not announced' : 'Sessions not announced',
    items: items.map((session) => sessionLink(session, `, ${formatPhotoCount(session.photos_count)}`)),
    since: waitingFor(since),
    act: 'Announce',
    to: placeOf({ count, items }),
  }),
  export: ({ made_at }) => ({
    count: 1,
    what: 'Export due',
    items: ['A copy of everything outside of AWS'],
    since: made_at ? `Last: ${waitingFor(made_at)}` : 'None made yet',
    act: 'See how',
    to: '/admin/settings',
  }),
};

function rowsOfKind<K extends Kind>(
  kind: K,
  waiting: { [Each in Kind]?: Things[Each] | null | undefined },
): WaitingRow[] {
  const things = waiting[kind];
  return things ? [rowsByKind[kind](things)].flat() : [];
}

/** Returns a row for each kind of which something waits, and for each queue with failed work. */
export const waitingRows = (waiting: Waiting): WaitingRow[] =>
  (Object.keys(rowsByKind) as Kind[]).flatMap((kind) => rowsOfKind(kind, waiting));
