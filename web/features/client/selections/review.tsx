import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import type { SessionGuest } from '#shared/contract/links.ts';
import { type SelectionDetails, sayClosed, saySubmitted } from '#shared/contract/selections.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import { dayOf } from '../../../lib/dates.ts';
import { guestsQuery } from '../../../links/links-api.ts';
import { PhotoFrames } from '../../../photos/grid/photo-frames.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { ChevronLeft } from '../../../ui/icons.tsx';
import { KeepFocus } from '../../../ui/navigation/keep-focus.tsx';
import { PageTitle } from '../../../ui/navigation/page-title.tsx';
import { Views } from '../../../ui/navigation/views.tsx';
import { Empty, Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { linksApi } from '../links/api.ts';
import { galleryQuery } from '../session/api.ts';
import EndedSession from '../session/ended-session.tsx';
import type { SelectionKey } from './api.ts';
import { useChoices } from './choices.ts';
import { ChosenPhotos } from './chosen-photos.tsx';
import { Everyone } from './everyone.tsx';
import { sayName } from './selection-words.ts';
import { Submit } from './submit.tsx';
import { Submitted } from './submitted.tsx';

/** The screen of one selection: its chosen photos and everyone's picks, the submit, and what happens after it. */
export function Component() {
  const { label = '', selection = '' } = useParams();
  const gallery = useQuery(galleryQuery);
  const session = gallery.data?.items.find(({ session_label }) => session_label === label);
  if (session?.has_ended) return <EndedSession session={session} />;
  if (session) return <Selection key={selection} session={session} selection={selection} />;
  return (
    <div className="px-4 pt-8 pb-16 md:px-8">
      <PageTitle screen="Your selection" />
      <h1 className="text-head">Your selection</h1>
      <QueryStatus query={gallery} loading="Loading selection..." failed="Your gallery could not be loaded." />
      {gallery.data && <Missing />}
    </div>
  );
}

const Missing = () => (
  <Empty action={<ButtonLink to="/dashboard/gallery">Open the gallery</ButtonLink>}>
    This selection is not in your gallery. The studio may have removed it.
  </Empty>
);

function Selection({ session, selection }: { session: GallerySession; selection: string }) {
  const key = { session: session.id, selection };
  const { query, details } = useChoices(key);
  const backLink = (
    <Link
      to={`/dashboard/gallery/${session.session_label}`}
      className="inline-flex min-h-11 items-center gap-2 text-sm text-mute hover:text-ink"
    >
      <ChevronLeft className="size-4" />
      {session.session_name}
    </Link>
  );
  if (details?.state === 'submitted') {
    return <Submitted selection={key} details={details} back={backLink} />;
  }
  return (
    <div className="pt-2 pb-16 min-[75rem]:grid min-[75rem]:min-h-dvh min-[75rem]:grid-cols-[minmax(0,1fr)_24rem] min-[75rem]:pt-0 min-[75rem]:pb-0">
      <PageTitle screen="Your selection" />
      <div className="px-4 md:px-8 min-[75rem]:pt-6 min-[75rem]:pb-16">
        {backLink}
        <h1 className="text-head low:text-title">Your selection</h1>
        <QueryStatus
          query={query}
          loading="Loading selection..."
          shape={<PhotoFrames />}
          failed="Your selection could not be loaded."
          missing={<Missing />}
        />
        {details && <Choosing session={session} selection={key} details={details} />}
      </div>
      {details && (
        <aside
          aria-label="Submit"
          className="px-4 md:px-8 min-[75rem]:border-l min-[75rem]:border-line min-[75rem]:px-8 min-[75rem]:pt-9"
        >
          <Submit key={details.round} session={session} selection={key} details={details} />
        </aside>
      )}
    </div>
  );
}

interface ChoosingProps {
  session: GallerySession;
  selection: SelectionKey;
  details: SelectionDetails;
}

/** The view of the chosen photos, or of everyone's picks. */
function Choosing({ session, selection, details }: ChoosingProps) {
  const currency = useCurrency();
  const { chosen, notice, dismiss, troubles, choose } = useChoices(selection);
  const reasons = [
    ...new Set([...troubles.values()].flatMap(({ message, again }) => (again === undefined ? message : []))),
  ];
  const unsavedIds = (is_chosen: boolean) =>
    [...troubles].filter(([, { again }]) => again === is_chosen).map(([id]) => id);
  const retry = () => {
    for (const is_chosen of [false, true]) {
      const photos = unsavedIds(is_chosen);
      if (photos.length > 0) void choose(photos, is_chosen);
    }
  };
  const canRetry = unsavedIds(false).length + unsavedIds(true).length > 0;
  const isEveryone = useSearchParams()[0].get('show') === 'everyone';
  const guests = useQuery(guestsQuery(linksApi, session.id));
  const closedNotice = sayClosed(details);
  const lastRound = details.rounds.at(-1);
  return (
    <>
      <p dir="auto" className="mt-1 text-mute [overflow-wrap:anywhere]">
        {sayName(details)}
      </p>
      {closedNotice && (
        <div className="mt-4 max-w-2xl">
          <Notice tone="info">{closedNotice}</Notice>
        </div>
      )}
      {lastRound && !closedNotice && (
        <div className="mt-4 max-w-2xl">
          <Notice tone="info">
            The studio opened your selection again. What you submitted on {dayOf(lastRound.submitted_at)} (
            {saySubmitted(lastRound, currency)}) is replaced when you submit again.
          </Notice>
        </div>
      )}
      <KeepFocus>
        {troubles.size > 0 && (
          <div className="mt-4 max-w-2xl">
            <Notice tone="error" {...(canRetry && { onRetry: retry })}>
              {formatCounted(troubles.size, 'choice')} {troubles.size === 1 ? 'was' : 'were'} not saved.{' '}
              {/* The notice above says why nothing can be chosen anymore. */}
              {reasons.filter((reason) => reason !== closedNotice).join(' ')}
            </Notice>
          </div>
        )}
      </KeepFocus>
      <KeepFocus>
        {notice && (
          <div className="mt-4 max-w-2xl">
            <Notice tone="info" onRetry={dismiss} retry="OK">
              {notice}
            </Notice>
          </div>
        )}
      </KeepFocus>
      <div className="mt-4 border-b border-line">
        <Views
          label="Picks"
          views={[
            { to: '?', label: 'Mine', counted: `${formatCount(chosen.size)} chosen`, isCurrent: !isEveryone },
            {
              to: '?show=everyone',
              label: 'Everyone',
              counted: guests.data && sayPicked(guests.data),
              isCurrent: isEveryone,
            },
          ]}
        />
      </div>
      <div className="mt-5">
        {isEveryone ? (
          <Everyone session={session} selection={selection} isOpen={details.state === 'open'} />
        ) : (
          <ChosenPhotos session={session} selection={selection} details={details} />
        )}
      </div>
    </>
  );
}

/** Returns '12 picks by 4 guests'. The client's favorites, which the view shows as well, are counted elsewhere. */
function sayPicked(guests: SessionGuest[]): string {
  const pickers = guests.filter(({ picks_count }) => picks_count > 0);
  if (pickers.length === 0) return 'no picks by guests';
  const picks = pickers.reduce((sum, { picks_count }) => sum + picks_count, 0);
  return `${formatCounted(picks, 'pick')} by ${formatCounted(pickers.length, 'guest')}`;
}
