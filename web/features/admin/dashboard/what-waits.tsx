import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { quoteTypes } from '#shared/contract/quotes.ts';
import type { DeadLetterQueue, Thumb, Waiting } from '#shared/contract/waiting.ts';
import { limits } from '#shared/limits.ts';
import { sayExtra } from '#shared/selections/selection-price.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { Picture } from '../../../photos/picture/picture.tsx';
import { ArrowRight } from '../../../ui/icons.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { emailKinds } from '../emails/labels.ts';
import { waitingQuery } from './api.ts';
import { untilWhen, waitingFor } from './waiting-times.ts';

/** 'What waits': a row for each kind of which something waits, with one act that leads to it. */
export function WhatWaits() {
  const waiting = useQuery(waitingQuery);
  const rows = waiting.data ? rowsOf(waiting.data) : [];
  return (
    <section aria-labelledby="what-waits">
      <h2 id="what-waits" className="text-title">
        What waits
      </h2>
      <QueryStatus
        query={waiting}
        lines={4}
        loading="Looking for what waits..."
        failed="What waits could not be loaded."
      />
      {waiting.data && rows.length === 0 && (
        <p className="mt-3 border-y border-line py-5 text-sm text-mute">Nothing waits.</p>
      )}
      {rows.length > 0 && (
        <ul className="mt-3 border-t border-line">
          {rows.map((row) => (
            <Row key={row.what} {...row} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowProps {
  count: number;
  what: string;
  isTrouble?: boolean;
  /** Whose, or about what: the first of them. */
  items: ReactNode[];
  /** How many are not among the items. */
  more?: number;
  photos?: Thumb[];
  since: string;
  /** What leads to it; nothing where the items say what to do. */
  act?: string;
  to?: string;
}

function Row({
  count,
  what,
  isTrouble = false,
  items,
  more = count - items.length,
  photos = [],
  since,
  act,
  to,
}: RowProps) {
  const color = isTrouble ? 'text-alert' : '';
  return (
    <li className="relative flex min-h-15 items-center gap-x-2 border-b border-line py-2 md:gap-x-4 text-sm">
      <span className={`w-9 shrink-0 font-display text-title tabular-nums md:w-10 ${color || 'text-leaf-deep'}`}>
        {count >= limits.attention ? `${limits.attention}+` : count}
      </span>
      <div className="min-w-0 flex-1">
        <p className={`font-semibold ${color}`}>{what}</p>
        <p className="text-mute [overflow-wrap:anywhere]">
          {items.map((item, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items have no state
            <Fragment key={place}>
              {place > 0 && ' · '}
              {item}
            </Fragment>
          ))}
          {items.length > 0 && more > 0 && ` · ${formatCount(more)} more`}
        </p>
        <p className="text-xs text-mute md:hidden">{since}</p>
      </div>
      {photos.length > 0 && (
        <span className="flex gap-1 max-lg:hidden">
          {photos.map((photo) => (
            <Picture key={photo.id} photo={photo} alt="" sizes="40px" className="size-10" />
          ))}
        </span>
      )}
      <span className="w-28 shrink-0 text-right text-xs text-mute max-md:hidden">{since}</span>
      {/* On a phone, the whole row leads to its place. */}
      {to && (
        <Link
          to={to}
          className="grid size-11 shrink-0 place-items-center max-md:-mr-3 max-md:after:absolute max-md:after:inset-0 md:hidden"
        >
          <span className="sr-only">{act}</span>
          <ArrowRight className="size-5" />
        </Link>
      )}
      <span className="w-20 shrink-0 text-right max-md:hidden">
        {to && (
          <Link to={to} className="text-link font-semibold">
            {act}
            <span className="sr-only">: {what}</span>
          </Link>
        )}
      </span>
    </li>
  );
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

/** What failed work is, in a number of one and of several; what it means; and the function whose log has the cause. */
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

function deadLetterRow({ queue, count, since }: Waiting['dead_letters'][number]): RowProps {
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

function rowsOf(waiting: Waiting): RowProps[] {
  const { quotes, selections, changes = null, messages, marks, failed, emails, links, unannounced, website } = waiting;
  const reached = waiting.limits;
  const rows: (RowProps | null)[] = [
    quotes && {
      count: quotes.count,
      what: quotes.count === 1 ? 'Pending quote' : 'Pending quotes',
      items: quotes.items.map(({ customer_name, type }) => (
        <>
          {named(customer_name)}, {quoteTypes[type].toLowerCase()}
        </>
      )),
      since: waitingFor(quotes.since),
      act: 'Answer',
      to: '/admin/quotes',
    },
    selections && {
      count: selections.count,
      what: selections.count === 1 ? 'Submitted selection' : 'Submitted selections',
      items: selections.items.map((selection) => {
        const extra = selection.extra_count > 0 ? ` · ${sayExtra(selection)}` : '';
        const chosen = `, ${formatCount(selection.chosen_count)} chosen${extra}`;
        return sessionLink(selection, chosen, selectionPlace(selection));
      }),
      since: waitingFor(selections.since),
      act: 'Look',
      to: selections.count === 1 && selections.items[0] ? selectionPlace(selections.items[0]) : '/admin/quotes',
    },
    changes && {
      count: changes.count,
      what: changes.count === 1 ? 'Request to change a choice' : 'Requests to change a choice',
      items: changes.items.map((item) => (
        <>
          {named(item.customer_name)}, {sessionLink(item, '', selectionPlace(item))}
        </>
      )),
      since: waitingFor(changes.since),
      act: 'Look',
      to: changes.count === 1 && changes.items[0] ? selectionPlace(changes.items[0]) : '/admin/quotes',
    },
    messages && {
      count: messages.count,
      what: messages.count === 1 ? 'Unread message' : 'Unread messages',
      items: messages.items.map(({ name }) => named(name)),
      since: waitingFor(messages.since),
      act: 'Read',
      to: '/admin/messages',
    },
    marks && {
      count: marks.count,
      what: marks.count === 1 ? 'New favorite or note' : 'New favorites and notes',
      items: marks.items.map((item) => sessionLink(item, ` ${formatCount(item.count)}`)),
      more: marks.count - marks.items.reduce((sum, item) => sum + item.count, 0),
      photos: marks.items.flatMap(({ photos }) => photos).slice(0, limits.waitingNamed),
      since: waitingFor(marks.since),
      act: 'Look',
      to: marks.items[0] ? `/admin/session/${marks.items[0].session_id}` : '/admin/sessions',
    },
    failed && {
      count: failed.count,
      what: failed.count === 1 ? 'Failed photo' : 'Failed photos',
      isTrouble: true,
      items: failed.items.map((item) => (
        <>
          <bdi>{item.file_name}</bdi> in {sessionLink(item)}: {item.reason}
        </>
      )),
      since: waitingFor(failed.since),
      act: 'See',
      to: placeOf(failed),
    },
    reached
      ? {
          count: reached.count,
          what: 'Somebody sends very many requests',
          isTrouble: true,
          items: reached.items.map((item) =>
            item.kind === 'pins' ? (
              <>
                PINs are guessed for “<bdi>{item.label}</bdi>” of {sessionLink(item)}: revoke that link, and share
                another one
              </>
            ) : (
              'So many register by code that nobody else could until the next day; clients still sign in'
            ),
          ),
          since: waitingFor(reached.since),
          act: 'See',
          to: placeOf({
            count: reached.count,
            items: reached.items.flatMap((item) => (item.kind === 'pins' ? [item] : [])),
          }),
        }
      : null,
    emails && {
      count: emails.count,
      what: emails.count === 1 ? 'Email not delivered' : 'Emails not delivered',
      isTrouble: true,
      items: emails.items.map(({ kind, to, name }) => (
        <>
          {emailKinds[kind]} to {to === null ? 'the studio' : named(name)}
        </>
      )),
      since: waitingFor(emails.since),
      act: 'See',
      to: '/admin/messages/emails',
    },
    website && {
      count: 1,
      what: 'Website not published',
      isTrouble: true,
      items: [
        `${website.number > 0 ? `Version ${website.number}` : 'What was deployed'} is not what visitors see, at least on some pages`,
      ],
      since: website.since ? waitingFor(website.since) : '',
      act: 'See',
      to: '/admin/website',
    },
    ...waiting.dead_letters.map(deadLetterRow),
    links && {
      count: links.count,
      what: links.count === 1 ? 'Link ends soon' : 'Links end soon',
      items: links.items.map((link) => (
        <>
          <bdi>{link.label}</bdi> of {sessionLink(link)}
        </>
      )),
      since: untilWhen(links.since),
      act: 'Extend',
      to: placeOf(links),
    },
    unannounced && {
      count: unannounced.count,
      what: unannounced.count === 1 ? 'Session not announced' : 'Sessions not announced',
      items: unannounced.items.map((session) => sessionLink(session, `, ${formatPhotoCount(session.photos_count)}`)),
      since: waitingFor(unannounced.since),
      act: 'Announce',
      to: placeOf(unannounced),
    },
    waiting.export && {
      count: 1,
      what: 'Export due',
      items: ['A copy of everything outside of AWS'],
      since: waiting.export.made_at ? `Last: ${waitingFor(waiting.export.made_at)}` : 'None made yet',
      act: 'See how',
      to: '/admin/settings',
    },
  ];
  return rows.filter((row) => row !== null);
}
