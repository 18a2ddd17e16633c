import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import type { SessionGuest } from '#shared/contract/links.ts';
import { type SelectionDetails, sayChosen, sayClosed, saySubmitted } from '#shared/contract/selections.ts';
import type { GallerySession } from '#shared/contract/sessions.ts';
import { limits } from '#shared/limits.ts';
import { hashNotes } from '#shared/selections/hash-notes.ts';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import { draftOf, dropDraft, keepDraft } from '../../../lib/browser/drafts.ts';
import { dayOf } from '../../../lib/dates.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { guestsQuery } from '../../../links/links-api.ts';
import { PhotoFrames } from '../../../photos/grid/photo-frames.tsx';
import { ReadOnlyContext } from '../../../photos/read-only.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CharacterCount } from '../../../ui/fields/character-count.tsx';
import { ChevronLeft } from '../../../ui/icons.tsx';
import { PageTitle } from '../../../ui/navigation/page-title.tsx';
import { Views } from '../../../ui/navigation/views.tsx';
import { Empty, Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { linksApi } from '../links/api.ts';
import { untilSaved } from '../photos/write-queues.ts';
import { quotesQuery } from '../quotes/api.ts';
import { galleryQuery } from '../session/api.ts';
import { type SelectionKey, selectionQuery, selectionsQuery, submitSelection } from './api.ts';
import { useChoices } from './choices.ts';
import { ChosenPhotos } from './chosen-photos.tsx';
import { Everyone } from './everyone.tsx';
import { sayName, sayTerms } from './selection-words.ts';
import { SubmitDialog } from './submit-dialog.tsx';
import { Submitted } from './submitted.tsx';

/** A selection at its own address: what is chosen and what everyone picked, the submit, and what happens after it. */
export function Component() {
  const { label = '', selection = '' } = useParams();
  const gallery = useQuery(galleryQuery);
  const session = gallery.data?.items.find(({ session_label }) => session_label === label);
  if (session) return <Selection key={selection} session={session} selection={selection} />;
  return (
    <div className="px-4 pt-8 pb-16 md:px-8">
      <PageTitle screen="Your selection" />
      <h1 className="text-head">Your selection</h1>
      <QueryStatus query={gallery} loading="Loading selection..." failed="Your gallery could not be loaded." />
      {gallery.data && <Gone />}
    </div>
  );
}

const Gone = () => (
  <Empty action={<ButtonLink to="/dashboard/gallery">Open the gallery</ButtonLink>}>
    This selection is not in your gallery. The studio may have removed it.
  </Empty>
);

function Selection({ session, selection }: { session: GallerySession; selection: string }) {
  const key = { session: session.id, selection };
  const { query, details } = useChoices(key);
  const back = (
    <Link
      to={`/dashboard/gallery/${session.session_label}`}
      className="inline-flex min-h-11 items-center gap-2 text-sm text-mute hover:text-ink"
    >
      <ChevronLeft className="size-4" />
      {session.session_name}
    </Link>
  );
  if (details?.state === 'submitted') {
    return <Submitted selection={key} details={details} back={back} />;
  }
  return (
    <div className="pt-2 pb-16 min-[75rem]:grid min-[75rem]:min-h-dvh min-[75rem]:grid-cols-[minmax(0,1fr)_24rem] min-[75rem]:pt-0 min-[75rem]:pb-0">
      <PageTitle screen="Your selection" />
      <div className="px-4 md:px-8 min-[75rem]:pt-6 min-[75rem]:pb-16">
        {back}
        <h1 className="text-head low:text-title">Your selection</h1>
        <QueryStatus
          query={query}
          loading="Loading selection..."
          shape={<PhotoFrames />}
          failed="Your selection could not be loaded."
          missing={<Gone />}
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

/** The chosen photos, or what everyone picked. */
function Choosing({
  session,
  selection,
  details,
}: {
  session: GallerySession;
  selection: SelectionKey;
  details: SelectionDetails;
}) {
  const { chosen, said, dismiss, troubles, choose } = useChoices(selection);
  const reasons = [
    ...new Set([...troubles.values()].flatMap(({ message, again }) => (again === undefined ? message : []))),
  ];
  const unsaved = (is_chosen: boolean) =>
    [...troubles].filter(([, { again }]) => again === is_chosen).map(([id]) => id);
  const retry = () => {
    for (const is_chosen of [false, true]) {
      const photos = unsaved(is_chosen);
      if (photos.length > 0) void choose(photos, is_chosen);
    }
  };
  const canRetry = unsaved(false).length + unsaved(true).length > 0;
  const isEveryone = useSearchParams()[0].get('show') === 'everyone';
  const guests = useQuery(guestsQuery(linksApi, session.id));
  const ended = sayClosed(details);
  const last = details.rounds.at(-1);
  return (
    <>
      <p dir="auto" className="mt-1 text-mute [overflow-wrap:anywhere]">
        {sayName(details)}
      </p>
      {ended && (
        <div className="mt-4 max-w-2xl">
          <Notice tone="info">{ended}</Notice>
        </div>
      )}
      {last && !ended && (
        <div className="mt-4 max-w-2xl">
          <Notice tone="info">
            The studio opened your selection again. What you submitted on {dayOf(last.submitted_at)} (
            {saySubmitted(last)}) is replaced when you submit again.
          </Notice>
        </div>
      )}
      {troubles.size > 0 && (
        <div className="mt-4 max-w-2xl">
          <Notice tone="error" {...(canRetry && { onRetry: retry })}>
            {formatCounted(troubles.size, 'choice')} {troubles.size === 1 ? 'was' : 'were'} not saved.{' '}
            {reasons.join(' ')}
          </Notice>
        </div>
      )}
      {said && (
        <div className="mt-4 max-w-2xl">
          <Notice tone="info" onRetry={dismiss} retry="OK">
            {said}
          </Notice>
        </div>
      )}
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

/** '12 picks by 4 guests'. The client's favorites, which are shown with them, are counted elsewhere. */
function sayPicked(guests: SessionGuest[]): string {
  const pickers = guests.filter(({ picks_count }) => picks_count > 0);
  if (pickers.length === 0) return 'no picks by guests';
  const picks = pickers.reduce((sum, { picks_count }) => sum + picks_count, 0);
  return `${formatCounted(picks, 'pick')} by ${formatCounted(pickers.length, 'guest')}`;
}

function Submit({
  session,
  selection,
  details,
}: {
  session: GallerySession;
  selection: SelectionKey;
  details: SelectionDetails;
}) {
  const queries = useQueryClient();
  const { chosen, troubles, saved } = useChoices(selection);
  const isReadOnly = use(ReadOnlyContext);
  const draft = `selection ${selection.selection}`;
  const [words, setWords] = useState(() => draftOf<{ words: string }>(draft)?.words ?? '');
  const [state, setState] = useState<'idle' | 'sending'>('idle');
  const [trouble, setTrouble] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const isOpen = details.state === 'open';
  const count = chosen.size;
  const missing = Math.max(details.minimum, 1) - count;
  const isLong = words.length > limits.quoteNotes;

  const submit = async () => {
    setState('sending');
    setTrouble(undefined);
    try {
      // The note that was left for the button is still being saved.
      await Promise.all([saved(), untilSaved()]);
      const latest = queries.getQueryData(selectionQuery(selection).queryKey) ?? details;
      const submitted = await submitSelection(selection, {
        round: latest.round + 1,
        revision: latest.revision,
        reviewed_ids: latest.choices.map(({ photo_id }) => photo_id),
        notes_hash: await hashNotes(latest.choices),
        words: words.trim(),
      });
      dropDraft(draft);
      queries.setQueryData(selectionQuery(selection).queryKey, submitted);
      void queries.invalidateQueries({ queryKey: selectionsQuery(session.id).queryKey });
      void queries.invalidateQueries({ queryKey: quotesQuery.queryKey });
    } catch (error) {
      setAsking(false);
      console.warn('The selection was not submitted.', error);
      const isApi = error instanceof ApiError;
      const current = isApi && error.code === 'CHANGED_MEANWHILE' ? error.details.current : undefined;
      if (current) queries.setQueryData(selectionQuery(selection).queryKey, current as SelectionDetails);
      else if (isApi && error.code !== 'OFFLINE') {
        await queries.invalidateQueries({ queryKey: selectionQuery(selection).queryKey });
      }
      setTrouble(isApi ? error.message : 'Something went wrong.');
      setState('idle');
    }
  };

  const sum = (
    <p role="status" className="font-display text-title tabular-nums low:text-lg min-[75rem]:text-[1.8rem]/9">
      {isOpen ? sayChosen(details, count) : saySubmitted(details)}
    </p>
  );
  if (!isOpen) {
    return (
      <div className="mt-8 min-[75rem]:mt-0">
        {sum}
        <p className="mt-2 text-sm text-mute">{sayTerms(details)}</p>
      </div>
    );
  }
  return (
    <div className="mt-8 flex flex-col gap-4 pb-56 min-[75rem]:sticky min-[75rem]:top-9 min-[75rem]:mt-0 min-[75rem]:pb-9">
      <label className="order-2 flex flex-col gap-1.5 text-sm font-semibold">
        Words to the studio (optional)
        <textarea
          rows={4}
          readOnly={isReadOnly}
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            keepDraft(draft, { words: event.target.value });
          }}
          className="field-sizing-content min-h-28 w-full rounded-md border border-edge bg-white px-3.5 py-2.5 text-base font-normal"
        />
        <CharacterCount text={words} limit={limits.quoteNotes} className="text-mute" tooLong="text-alert" />
      </label>
      <div
        style={{ bottom: 'var(--below-bars, 0px)' }}
        className="z-30 flex flex-col gap-2 max-[75rem]:fixed max-[75rem]:inset-x-0 max-[75rem]:border-t max-[75rem]:border-line max-[75rem]:bg-white max-[75rem]:px-4 max-[75rem]:pt-3 max-[75rem]:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-[75rem]:md:px-8 max-[75rem]:lg:left-60 max-[75rem]:low:flex-row max-[75rem]:low:flex-wrap max-[75rem]:low:items-center max-[75rem]:low:justify-between max-[75rem]:low:pt-2 max-[75rem]:low:pb-[max(0.5rem,env(safe-area-inset-bottom))] min-[75rem]:contents"
      >
        <div className="order-1 low:flex low:items-center low:gap-4">
          {sum}
          <p className="text-sm text-mute max-[75rem]:hidden min-[75rem]:mt-2">{sayTerms(details)}</p>
        </div>
        <p className="order-3 text-sm text-mute max-[75rem]:order-4 max-[75rem]:text-center max-[75rem]:text-xs low:hidden">
          {missing > 0
            ? `Choose ${formatCounted(missing, count === 0 ? 'photo' : 'more photo')} to submit.`
            : 'You pay nothing now. The studio answers with the price, and you accept it or not.'}
        </p>
        {troubles.size > 0 && (
          <p role="alert" className="order-3 text-sm text-alert">
            {formatCounted(troubles.size, 'choice')} not saved. What is submitted is what the sum says.
          </p>
        )}
        {trouble && (
          <p role="alert" className="order-3 text-sm text-alert">
            Not submitted. {trouble}
          </p>
        )}
        <Button
          busy={state === 'sending'}
          disabled={isReadOnly || missing > 0 || isLong}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => {
            // A touched button takes the focus from a note, which saves it, not in every browser.
            currentTarget.focus();
            setAsking(true);
          }}
          className="order-3 min-h-12 w-full max-[75rem]:low:min-h-11 max-[75rem]:low:w-auto min-[75rem]:order-4"
        >
          {state === 'sending' ? 'Submitting...' : `Submit ${formatCounted(count, 'photo')}`}
        </Button>
      </div>
      {isAsking && (
        <SubmitDialog
          details={details}
          count={count}
          words={words.trim()}
          busy={state === 'sending'}
          onSubmit={() => void submit()}
          onClose={() => setAsking(false)}
        />
      )}
      <ButtonLink
        look="quiet"
        to={`/dashboard/gallery/${session.session_label}`}
        className="order-5 self-center no-underline"
      >
        Keep choosing
      </ButtonLink>
    </div>
  );
}
