import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { TimelineEntry, TimelineKind } from '#shared/contract/timeline.ts';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { Price } from '../../../ui/price.tsx';
import { titleOf } from '../offers/offer-words.ts';

/** Parts of the sentences, which follow the name of the person who acted. */

const photoCount = ({ count }: TimelineEntry) => formatCounted(count ?? 1, 'photo');
const fileCount = ({ count }: TimelineEntry) => formatCounted(count ?? 1, 'file');
/** The name of the thing in quotes; of an offer with a link to it. */
const quotedName = ({ what, offer_id }: TimelineEntry) => {
  if (offer_id) {
    return (
      <>
        {' '}
        “
        <Link to={`/admin/offers/${offer_id}`} className="inline-link">
          <bdi>{titleOf({ title: what ?? '' })}</bdi>
        </Link>
        ”
      </>
    );
  }
  return what ? (
    <>
      {' '}
      “<bdi>{what}</bdi>”
    </>
  ) : null;
};
const sessionName = ({ session_name }: TimelineEntry) => <bdi>{session_name}</bdi>;
const changedFields = ({ what }: TimelineEntry) => what ?? 'details';
const priceText = ({ price_cents }: TimelineEntry) =>
  price_cents === undefined ? null : (
    <>
      {' '}
      for <Price cents={price_cents} />
    </>
  );
const sizes: Record<string, string> = { web: 'web size', print: 'print size', original: 'the original size' };
const sizeText = ({ what = '' }: TimelineEntry) => (sizes[what] ? ` in ${sizes[what]}` : '');

function noteSentence(entry: TimelineEntry): ReactNode {
  const { count = 0, by, photos: notedPhotos } = entry;
  const [photo] = notedPhotos;
  if (count > 1) return `wrote ${formatCount(count)} notes.`;
  const verb = count === 0 ? 'changed a note' : 'wrote a note';
  if (!photo || notedPhotos.length > 1) return `${verb}.`;
  if (by === 'client' && photo.note) {
    return (
      <>
        {verb} on <bdi>{photo.file_name}</bdi>: “<bdi>{photo.note}</bdi>”
      </>
    );
  }
  return (
    <>
      {verb} on <bdi>{photo.file_name}</bdi>.
    </>
  );
}

const sentences: Record<TimelineKind, (entry: TimelineEntry) => ReactNode> = {
  opened: () => 'opened the gallery for the first time.',
  favorited: (entry) => (entry.by === 'guest' ? `picked ${photoCount(entry)}.` : `chose ${favoriteCount(entry)}.`),
  unfavorited: (entry) =>
    entry.by === 'guest'
      ? `took back ${formatCounted(entry.count ?? 1, 'pick')}.`
      : `took back ${favoriteCount(entry)}.`,
  noted: noteSentence,
  'note-removed': ({ count = 1 }) => (count === 1 ? 'removed a note.' : `removed ${formatCount(count)} notes.`),
  chosen: (entry) => (
    <>
      chose {photoCount(entry)} in the selection{quotedName(entry)}.
    </>
  ),
  unchosen: (entry) => (
    <>
      took {photoCount(entry)} out of the selection{quotedName(entry)}.
    </>
  ),
  downloaded: (entry) => `downloaded ${photoCount(entry)}${entry.count === 1 ? sizeText(entry) : ''}.`,
  'archive-requested': (entry) => `asked for a ZIP of ${photoCount(entry)}${sizeText(entry)}.`,
  'attachments-downloaded': (entry) => `downloaded ${fileCount(entry)}.`,
  'picks-sent': ({ count = 0 }) => `sent ${formatCounted(count, 'pick')}.`,
  registered: () => 'registered.',
  'profile-edited': (entry) => `changed their profile: ${changedFields(entry)}.`,
  'account-closed': () => 'closed their account.',
  'quote-submitted': ({ what }) => `asked for a quote${what ? `: ${what}` : ''}.`,
  'selection-submitted': (entry) => (
    <>
      submitted the selection{quotedName(entry)}: {formatCount(entry.count ?? 0)} chosen
      {entry.price_cents ? priceText(entry) : null}.
    </>
  ),
  'change-requested': (entry) => <>asked to change the choice{quotedName(entry)}.</>,
  'quote-accepted': (entry) => (
    <>
      accepted the quote{quotedName(entry)}
      {priceText(entry)}.
    </>
  ),
  'offer-seen': (entry) => <>looked at the offer{quotedName(entry)} for the first time.</>,
  'link-created': (entry) => <>made the link{quotedName(entry)}.</>,
  'link-edited': (entry) => <>changed the link{quotedName(entry)}.</>,
  'link-revoked': (entry) => <>revoked the link{quotedName(entry)}.</>,
  'customer-created': () => 'created the customer.',
  'customer-edited': (entry) => `changed the customer: ${changedFields(entry)}.`,
  'customer-deleted': () => 'deleted the customer.',
  'customer-restored': () => 'restored the customer.',
  'customer-reopened': () => 'reopened the account.',
  'customers-joined': (entry) => <>joined the customer{quotedName(entry)} with this one.</>,
  'customers-parted': (entry) => <>undid the join with{quotedName(entry)}.</>,
  'session-created': (entry) => <>created the session {sessionName(entry)}.</>,
  'session-edited': (entry) => `changed the session: ${changedFields(entry)}.`,
  'gallery-end-set': ({ what }) =>
    what ? `set the last day of the gallery to ${calendarDate(what)}.` : 'removed the end of the gallery.',
  'gallery-reopened': ({ what }) =>
    `opened the gallery again, ${what ? `until ${calendarDate(what)}` : 'without an end'}.`,
  'session-deleted': (entry) => <>deleted the session {sessionName(entry)}.</>,
  'session-restored': (entry) => <>restored the session {sessionName(entry)}.</>,
  announced: () => 'told the client that the gallery is ready.',
  'finished-announced': (entry) =>
    `told the client that ${photoCount(entry)} ${entry.count === 1 ? 'is' : 'are'} finished.`,
  'photos-uploaded': (entry) => `uploaded ${photoCount(entry)}. All were stored.`,
  'photos-shown': (entry) => `showed ${photoCount(entry)} to the client.`,
  'photos-hidden': (entry) => `hid ${photoCount(entry)} from the client.`,
  'photos-featured': (entry) => `put ${photoCount(entry)} into the public gallery.`,
  'photos-unfeatured': (entry) => `took ${photoCount(entry)} out of the public gallery.`,
  'downloads-allowed': (entry) => `allowed downloads of ${photoCount(entry)}.`,
  'downloads-withheld': (entry) => `stopped downloads of ${photoCount(entry)}.`,
  'photos-arranged': (entry) => `moved ${photoCount(entry)}.`,
  'photos-deleted': (entry) => `deleted ${photoCount(entry)}.`,
  'photos-restored': (entry) => `restored ${photoCount(entry)}.`,
  'attachments-added': (entry) => `attached ${fileCount(entry)} for download. All were stored.`,
  'attachments-deleted': (entry) => `removed ${fileCount(entry)}.`,
  'attachments-restored': (entry) => `restored ${fileCount(entry)}.`,
  'versions-uploaded': (entry) => `uploaded finished versions of ${photoCount(entry)}.`,
  'version-put-back': (entry) => `put back an earlier version of ${photoCount(entry)}.`,
  'photos-finished': (entry) => `marked ${photoCount(entry)} finished.`,
  'photos-unfinished': (entry) => `marked ${photoCount(entry)} as proofs again.`,
  'note-answered': ({ count = 0 }) =>
    count === 0 ? 'changed a reply.' : `replied to ${formatCounted(count, 'note')}.`,
  'quote-approved': (entry) => (
    <>
      approved the quote{quotedName(entry)}
      {priceText(entry)}.
    </>
  ),
  'quote-rejected': (entry) => (
    <>
      rejected the quote{quotedName(entry)}
      {priceText(entry)}.
    </>
  ),
  'quote-reopened': (entry) => <>reopened the quote{quotedName(entry)}.</>,
  'price-changed': (entry) => (
    <>
      answered the quote{quotedName(entry)} again, with another price
      {entry.price_cents !== undefined && (
        <>
          : <Price cents={entry.price_cents} />
        </>
      )}
      .
    </>
  ),
  'payment-link-changed': (entry) => <>changed the payment link of the quote{quotedName(entry)}.</>,
  'offer-asked': (entry) => <>asked about the offer{quotedName(entry)}.</>,
  'offer-chosen': (entry) => (
    <>
      chose in the offer{quotedName(entry)}
      {priceText(entry)}.
    </>
  ),
  'offer-signed': (entry) => <>signed the offer{quotedName(entry)}.</>,
  'offer-declined': (entry) => <>declined the offer{quotedName(entry)}.</>,
  'offer-agreed': (entry) => (
    <>
      The offer{quotedName(entry)} is agreed
      {priceText(entry)}.
    </>
  ),
  'offer-created': (entry) => <>began an offer{quotedName(entry)}.</>,
  'offer-deleted': (entry) => <>deleted the draft of an offer{quotedName(entry)}.</>,
  'offer-sent': (entry) => (
    <>
      sent the offer{quotedName(entry)}
      {priceText(entry)}.
    </>
  ),
  'offer-withdrawn': (entry) => <>withdrew the offer{quotedName(entry)}.</>,
  'offer-replaced': (entry) => <>replaced the offer{quotedName(entry)} by a newer one.</>,
  'offer-expired': (entry) => <>recorded that the offer{quotedName(entry)} expired.</>,
  'offer-canceled': (entry) => <>canceled the offer{quotedName(entry)}.</>,
  'selection-opened': (entry) => <>opened the selection{quotedName(entry)}.</>,
  'selection-edited': (entry) => <>changed the selection{quotedName(entry)}.</>,
  'selection-closed': (entry) => <>closed the selection{quotedName(entry)}.</>,
  'selection-reopened': (entry) => <>reopened the selection{quotedName(entry)}.</>,
  'change-declined': (entry) => <>kept the choice{quotedName(entry)} as it was submitted.</>,
  'selection-deleted': (entry) => <>deleted the selection{quotedName(entry)}.</>,
  'selection-restored': (entry) => <>restored the selection{quotedName(entry)}.</>,
};

function favoriteCount({ count = 1 }: TimelineEntry): string {
  return formatCounted(count, 'favorite');
}

const unnamed: Record<TimelineEntry['by'], string> = {
  client: 'The client',
  guest: 'A guest',
  studio: 'The studio',
  system: 'The system',
};

/** One sentence that says who did what. */
export function Sentence({ entry }: { entry: TimelineEntry }) {
  return (
    <>
      <b dir="auto" className="font-semibold">
        {entry.name || unnamed[entry.by]}
      </b>
      {entry.by === 'guest' && (
        <>
          {entry.name && ', a guest,'}
          {entry.link_label && (
            <>
              {' '}
              through the link “<bdi>{entry.link_label}</bdi>”,
            </>
          )}
        </>
      )}{' '}
      {sentences[entry.kind](entry)}
    </>
  );
}
