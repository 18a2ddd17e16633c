import { Link } from 'react-router-dom';
import { quoteTypes } from '#shared/contract/quotes.ts';
import type { Waiting } from '#shared/contract/waiting.ts';
import { limits } from '#shared/limits.ts';
import { type Currency, formatPrice } from '#shared/money/currency.ts';
import { sayOfferState } from '#shared/offers/offer-state.ts';
import { sayExtra } from '#shared/selections/selection-price.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { emailKinds } from '../emails/labels.ts';
import { deadLetterRow } from './dead-letter-row.tsx';
import type { WaitingRow } from './waiting-row.ts';
import { endsIn, untilWhen, waitingFor } from './waiting-times.ts';

/** Link to a session in a row's text; it lies above the link that covers the row on a phone. */
const sessionLink = (
  { session_id, session_name }: { session_id: string; session_name: string },
  suffix = '',
  to = `/admin/session/${session_id}`,
) => (
  <Link to={to} className="relative z-1 hover:underline">
    <bdi>{session_name || 'Unnamed Session'}</bdi>
    {suffix}
  </Link>
);

const selectionUrl = ({ session_id, selection_id }: { session_id: string; selection_id: string }) =>
  `/admin/session/${session_id}/selection/${selection_id}`;

/** Returns the URL of the one session that all items belong to, or of all sessions if there are several. */
function sessionUrlOf({ count, items }: { count: number; items: { session_id: string }[] }): string {
  const ids = new Set(items.map(({ session_id }) => session_id));
  const [onlyId] = ids;
  return ids.size === 1 && count <= limits.waitingNamed ? `/admin/session/${onlyId}` : '/admin/sessions';
}

const nameOf = (name: string) => <bdi>{name || 'Unknown'}</bdi>;

/** Returns how far the photos of an accepted selection are, and its price: ', 2 of 12 finished · $45'. */
function sayProgress(
  { finished_count, chosen_count, price_cents }: Things['retouch']['items'][number],
  currency: Currency,
): string {
  const finished = `, ${formatCount(finished_count)} of ${formatPhotoCount(chosen_count)} finished`;
  if (price_cents === null) return finished;
  return `${finished} · ${price_cents === 0 ? 'no extra charge' : formatPrice(price_cents, currency)}`;
}

/** The waiting things of each kind, if any wait. */
type Things = { [Kind in keyof Waiting]-?: NonNullable<Waiting[Kind]> };
type Kind = keyof Things;

/** Functions that make the rows of each kind, in the order of the list. */
const rowsByKind: { [K in Kind]: (things: Things[K], currency: Currency) => WaitingRow | WaitingRow[] } = {
  quotes: ({ count, since, items }) => ({
    count,
    label: count === 1 ? 'Pending quote' : 'Pending quotes',
    items: items.map(({ customer_name, type }) => (
      <>
        {nameOf(customer_name)}, {quoteTypes[type].toLowerCase()}
      </>
    )),
    since: waitingFor(since),
    act: 'Answer',
    to: '/admin/quotes',
  }),
  selections: ({ count, since, items }, currency) => ({
    count,
    label: count === 1 ? 'Submitted selection' : 'Submitted selections',
    items: items.map((selection) => {
      const extra = selection.extra_count > 0 ? ` · ${sayExtra(selection, currency)}` : '';
      const chosen = `, ${formatCount(selection.chosen_count)} chosen${extra}`;
      return sessionLink(selection, chosen, selectionUrl(selection));
    }),
    since: waitingFor(since),
    act: 'Look',
    to: count === 1 && items[0] ? selectionUrl(items[0]) : '/admin/quotes',
  }),
  changes: ({ count, since, items }) => ({
    count,
    label: count === 1 ? 'Request to change a choice' : 'Requests to change a choice',
    items: items.map((item) => (
      <>
        {nameOf(item.customer_name)}, {sessionLink(item, '', selectionUrl(item))}
      </>
    )),
    since: waitingFor(since),
    act: 'Look',
    to: count === 1 && items[0] ? selectionUrl(items[0]) : '/admin/quotes',
  }),
  retouch: ({ count, since, items }, currency) => ({
    count,
    label: 'Accepted, to retouch',
    items: items.map((item) => (
      <>
        {nameOf(item.customer_name)}, {sessionLink(item, sayProgress(item, currency), selectionUrl(item))}
      </>
    )),
    photos: items.flatMap(({ photos }) => photos).slice(0, limits.waitingNamed),
    since: waitingFor(since),
    act: 'Look',
    to: count === 1 && items[0] ? selectionUrl(items[0]) : '/admin/sessions?state=to_retouch',
  }),
  finished: ({ count, since, items }) => ({
    count,
    label: 'Finished, not told',
    items: items.map((session) => sessionLink(session, `, ${formatPhotoCount(session.photos_count)}`)),
    since: waitingFor(since),
    act: 'Tell',
    to: count === 1 && items[0] ? `/admin/session/${items[0].session_id}` : '/admin/sessions?state=to_deliver',
  }),
  messages: ({ count, since, items }) => ({
    count,
    label: count === 1 ? 'Unread message' : 'Unread messages',
    items: items.map(({ name }) => nameOf(name)),
    since: waitingFor(since),
    act: 'Read',
    to: '/admin/messages',
  }),
  marks: ({ count, since, items }) => ({
    count,
    label: count === 1 ? 'New favorite or note' : 'New favorites and notes',
    items: items.map((item) => sessionLink(item, ` ${formatCount(item.count)}`)),
    unlistedCount: count - items.reduce((sum, item) => sum + item.count, 0),
    photos: items.flatMap(({ photos }) => photos).slice(0, limits.waitingNamed),
    since: waitingFor(since),
    act: 'Look',
    to: items[0] ? `/admin/session/${items[0].session_id}` : '/admin/sessions',
  }),
  failed: ({ count, since, items }) => ({
    count,
    label: count === 1 ? 'Failed photo' : 'Failed photos',
    isTrouble: true,
    items: items.map((item) => (
      <>
        <bdi>{item.file_name}</bdi> in {sessionLink(item)}: {item.reason}
      </>
    )),
    since: waitingFor(since),
    act: 'See',
    to: sessionUrlOf({ count, items }),
  }),
  limits: ({ count, since, items }) => ({
    count,
    label: 'Somebody sends very many requests',
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
    to: sessionUrlOf({
      count,
      items: items.flatMap((item) => (item.kind === 'pins' ? [item] : [])),
    }),
  }),
  emails: ({ count, since, items }) => ({
    count,
    label: count === 1 ? 'Email not delivered' : 'Emails not delivered',
    isTrouble: true,
    items: items.map(({ kind, to, name }) => (
      <>
        {emailKinds[kind]} to {to === null ? 'the studio' : nameOf(name)}
      </>
    )),
    since: waitingFor(since),
    act: 'See',
    to: '/admin/messages/emails?show=failed',
  }),
  website: ({ number, since }) => ({
    count: 1,
    label: 'Website not published',
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
    label: count === 1 ? 'Link ends soon' : 'Links end soon',
    items: items.map((link) => (
      <>
        <bdi>{link.label}</bdi> of {sessionLink(link)}
      </>
    )),
    since: untilWhen(since),
    act: 'Extend',
    to: sessionUrlOf({ count, items }),
  }),
  waiting_announcements: ({ count, since, items }) => ({
    count,
    label: count === 1 ? 'Announcement waits for the watermark' : 'Announcements wait for the watermark',
    items: items.map((session) => sessionLink(session)),
    since: waitingFor(since),
    act: 'See',
    to: sessionUrlOf({ count, items }),
  }),
  offers: ({ count, since, items }) => ({
    count,
    label: count === 1 ? 'Offer moved on' : 'Offers moved on',
    items: items.map(({ offer_id, title, customer_name, ...offer }) => (
      <>
        <Link to={`/admin/offers/${offer_id}`} className="relative z-1 hover:underline">
          <bdi>{title}</bdi>
        </Link>{' '}
        for {nameOf(customer_name)}, {sayOfferState(offer).toLowerCase()}
      </>
    )),
    since: waitingFor(since),
    act: 'Look',
    to: items.length === 1 ? `/admin/offers/${items[0]?.offer_id}` : '/admin/offers',
  }),
  endings: ({ count, items }) => ({
    count,
    label: count === 1 ? 'Gallery ends soon' : 'Galleries end soon',
    items: items.map((session) => sessionLink(session, `, last day ${calendarDate(session.ends_on)}`)),
    since: items[0] ? endsIn(items[0].ends_on) : '',
    act: 'Look',
    to: sessionUrlOf({ count, items }),
  }),
  unannounced: ({ count, since, items }) => ({
    count,
    label: count === 1 ? 'Session not announced' : 'Sessions not announced',
    items: items.map((session) => sessionLink(session, `, ${formatPhotoCount(session.photos_count)}`)),
    since: waitingFor(since),
    act: 'Announce',
    to: sessionUrlOf({ count, items }),
  }),
  export: ({ made_at }) => ({
    count: 1,
    label: 'Export due',
    items: ['A copy of everything outside of AWS'],
    since: made_at ? `Last: ${waitingFor(made_at)}` : 'None made yet',
    act: 'See how',
    to: '/admin/settings',
  }),
};

function rowsOfKind<K extends Kind>(
  kind: K,
  waiting: { [Each in Kind]?: Things[Each] | null | undefined },
  currency: Currency,
): WaitingRow[] {
  const things = waiting[kind];
  return things ? [rowsByKind[kind](things, currency)].flat() : [];
}

/** Returns a row for each kind of which something waits, and for each queue with failed work. */
export const waitingRows = (waiting: Waiting, currency: Currency): WaitingRow[] =>
  (Object.keys(rowsByKind) as Kind[]).flatMap((kind) => rowsOfKind(kind, waiting, currency));
