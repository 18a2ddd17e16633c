import type { ReactNode } from 'react';
import type { TimelineEntry, TimelineKind } from '#shared/contract/timeline.ts';
import { inDollars } from '#shared/money/in-dollars.ts';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';

/** What each kind of entry says, after the name of who did it. */

const photos = ({ count }: TimelineEntry) => formatCounted(count ?? 1, 'photo');
const files = ({ count }: TimelineEntry) => formatCounted(count ?? 1, 'file');
const named = ({ what }: TimelineEntry) =>
  what ? (
    <>
      {' '}
      “<bdi>{what}</bdi>”
    </>
  ) : null;
const sessionIn = ({ session_name }: TimelineEntry) => <bdi>{session_name}</bdi>;
const fields = ({ what }: TimelineEntry) => what ?? 'details';
const price = ({ price_cents }: TimelineEntry) =>
  price_cents === undefined ? null : <> for {inDollars(price_cents)}</>;
const sizes: Record<string, string> = { web: 'web size', print: 'print size', original: 'the original size' };
const inSize = ({ what = '' }: TimelineEntry) => (sizes[what] ? ` in ${sizes[what]}` : '');

function notes(entry: TimelineEntry): ReactNode {
  const { count = 0, by, photos: shown } = entry;
  const [photo] = shown;
  if (count > 1) return `wrote ${formatCount(count)} notes.`;
  const verb = count === 0 ? 'changed a note' : 'wrote a note';
  if (!photo || shown.length > 1) return `${verb}.`;
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
  favorited: (entry) => (entry.by === 'guest' ? `picked ${photos(entry)}.` : `chose ${favorites(entry)}.`),
  unfavorited: (entry) =>
    entry.by === 'guest' ? `took back ${formatCounted(entry.count ?? 1, 'pick')}.` : `took back ${favorites(entry)}.`,
  noted: notes,
  'note-removed': ({ count = 1 }) => (count === 1 ? 'removed a note.' : `removed ${formatCount(count)} notes.`),
  chosen: (entry) => (
    <>
      chose {photos(entry)} in the selection{named(entry)}.
    </>
  ),
  unchosen: (entry) => (
    <>
      took {photos(entry)} out of the selection{named(entry)}.
    </>
  ),
  downloaded: (entry) => `downloaded ${photos(entry)}${entry.count === 1 ? inSize(entry) : ''}.`,
  'archive-requested': (entry) => `asked for a ZIP of ${photos(entry)}${inSize(entry)}.`,
  'attachments-downloaded': (entry) => `downloaded ${files(entry)}.`,
  'picks-sent': ({ count = 0 }) => `sent ${formatCounted(count, 'pick')}.`,
  registered: () => 'registered.',
  'profile-edited': (entry) => `changed their profile: ${fields(entry)}.`,
  'account-closed': () => 'closed their account.',
  'quote-submitted': ({ what }) => `asked for a quote${what ? `: ${what}` : ''}.`,
  'selection-submitted': (entry) => (
    <>
      submitted the selection{named(entry)}: {formatCount(entry.count ?? 0)} chosen
      {entry.price_cents ? price(entry) : null}.
    </>
  ),
  'change-requested': (entry) => <>asked to change the choice{named(entry)}.</>,
  'quote-accepted': (entry) => (
    <>
      accepted the quote{named(entry)}
      {price(entry)}.
    </>
  ),
  'link-created': (entry) => <>made the link{named(entry)}.</>,
  'link-edited': (entry) => <>changed the link{named(entry)}.</>,
  'link-revoked': (entry) => <>revoked the link{named(entry)}.</>,
  'customer-created': () => 'created the customer.',
  'customer-edited': (entry) => `changed the customer: ${fields(entry)}.`,
  'customer-deleted': () => 'deleted the customer.',
  'customer-restored': () => 'restored the customer.',
  'customer-reopened': () => 'reopened the account.',
  'customers-joined': (entry) => <>joined the customer{named(entry)} with this one.</>,
  'customers-parted': (entry) => <>undid the join with{named(entry)}.</>,
  'session-created': (entry) => <>created the session {sessionIn(entry)}.</>,
  'session-edited': (entry) => `changed the session: ${fields(entry)}.`,
  'session-deleted': (entry) => <>deleted the session {sessionIn(entry)}.</>,
  'session-restored': (entry) => <>restored the session {sessionIn(entry)}.</>,
  announced: () => 'told the client that the gallery is ready.',
  'finished-announced': (entry) =>
    `told the client that ${photos(entry)} ${entry.count === 1 ? 'is' : 'are'} finished.`,
  'photos-uploaded': (entry) => `uploaded ${photos(entry)}. All were stored.`,
  'photos-shown': (entry) => `showed ${photos(entry)} to the client.`,
  'photos-hidden': (entry) => `hid ${photos(entry)} from the client.`,
  'photos-featured': (entry) => `put ${photos(entry)} into the public gallery.`,
  'photos-unfeatured': (entry) => `took ${photos(entry)} out of the public gallery.`,
  'downloads-allowed': (entry) => `allowed downloads of ${photos(entry)}.`,
  'downloads-withheld': (entry) => `stopped downloads of ${photos(entry)}.`,
  'photos-arranged': (entry) => `moved ${photos(entry)}.`,
  'photos-deleted': (entry) => `deleted ${photos(entry)}.`,
  'photos-restored': (entry) => `restored ${photos(entry)}.`,
  'attachments-added': (entry) => `attached ${files(entry)} for download. All were stored.`,
  'attachments-deleted': (entry) => `removed ${files(entry)}.`,
  'attachments-restored': (entry) => `restored ${files(entry)}.`,
  'versions-uploaded': (entry) => `uploaded finished versions of ${photos(entry)}.`,
  'version-put-back': (entry) => `put back an earlier version of ${photos(entry)}.`,
  'photos-finished': (entry) => `marked ${photos(entry)} finished.`,
  'photos-unfinished': (entry) => `marked ${photos(entry)} as proofs again.`,
  'note-answered': ({ count = 0 }) =>
    count === 0 ? 'changed a reply.' : `replied to ${formatCounted(count, 'note')}.`,
  'quote-approved': (entry) => (
    <>
      approved the quote{named(entry)}
      {price(entry)}.
    </>
  ),
  'quote-rejected': (entry) => (
    <>
      rejected the quote{named(entry)}
      {price(entry)}.
    </>
  ),
  'quote-reopened': (entry) => <>reopened the quote{named(entry)}.</>,
  'price-changed': (entry) => (
    <>
      answered the quote{named(entry)} again, with another price
      {entry.price_cents !== undefined && <>: {inDollars(entry.price_cents)}</>}.
    </>
  ),
  'payment-link-changed': (entry) => <>changed the payment link of the quote{named(entry)}.</>,
  'selection-opened': (entry) => <>opened the selection{named(entry)}.</>,
  'selection-edited': (entry) => <>changed the selection{named(entry)}.</>,
  'selection-closed': (entry) => <>closed the selection{named(entry)}.</>,
  'selection-reopened': (entry) => <>reopened the selection{named(entry)}.</>,
  'change-declined': (entry) => <>kept the choice{named(entry)} as it was submitted.</>,
  'selection-deleted': (entry) => <>deleted the selection{named(entry)}.</>,
  'selection-restored': (entry) => <>restored the selection{named(entry)}.</>,
};

function favorites({ count = 1 }: TimelineEntry): string {
  return formatCounted(count, 'favorite');
}

const nobody: Record<TimelineEntry['by'], string> = {
  client: 'The client',
  guest: 'A guest',
  studio: 'The studio',
  system: 'The system',
};

/** Who did what, as one sentence. */
export function Sentence({ entry }: { entry: TimelineEntry }) {
  return (
    <>
      <b dir="auto" className="font-semibold">
        {entry.name || nobody[entry.by]}
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
