import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Quote } from '#shared/contract/quotes.ts';
import { type SelectionDetails, type SubmittedRound, saySubmitted, sayVersion } from '#shared/contract/selections.ts';
import { sayStanding } from '#shared/selections/say-standing.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { dayOf, timeOf } from '../../../lib/dates.ts';
import { cardBox } from '../../../photos/grid/grid-layout.ts';
import { cardSizes } from '../../../photos/image/image-sources.ts';
import { PhotoImage } from '../../../photos/image/photo-image.tsx';
import { SubmittedNote } from '../../../photos/submitted-note.tsx';
import { Button } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { PageTitle } from '../../../ui/navigation/page-title.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { QuoteAnswer } from '../quotes/quote-answer.tsx';
import { galleryQuery } from '../session/api.ts';
import { roundQuery, type SelectionKey, selectionQuery } from './api.ts';
import { ChangeRequest } from './change-request.tsx';
import { Disc } from './choose-button.tsx';

const stripPhotos = 8;

/** The screen of a submitted selection: what was submitted, the studio's answer, and what happens next. */
export function Submitted({
  selection,
  details,
  back,
}: {
  selection: SelectionKey;
  details: SelectionDetails;
  /** The link to the session's page. */
  back: ReactNode;
}) {
  const currency = useCurrency();
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isShown, setShown] = useState(false);
  const { quote, photos, rounds } = details;
  const lastRound = rounds.at(-1);
  // The screen of the review, with the focused button, has been replaced by this screen.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  const storeLatest = (latest: Quote) => {
    queries.setQueryData(
      selectionQuery(selection).queryKey,
      (cached) => cached && { ...cached, quote: latest, standing: latest.standing },
    );
    void queries.invalidateQueries({ queryKey: galleryQuery.queryKey });
  };
  return (
    <div className="px-4 pt-2 pb-16 md:px-8 md:pt-6">
      <PageTitle screen="Your selection" />
      {back}
      {photos.length > 0 && (
        <div aria-hidden="true" className="-mr-4 flex h-44 gap-2 overflow-hidden md:-mr-8 md:h-64 low:h-24">
          {photos.slice(0, stripPhotos).map((photo) => (
            <div key={photo.id} className="relative h-full shrink-0 bg-petal" style={cardBox(photo)}>
              <PhotoImage photo={photo} alt="" sizes="30rem" whole />
            </div>
          ))}
        </div>
      )}
      <div className="mt-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="max-w-2xl min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-head outline-none low:text-title">
            {sayStanding(details.standing, currency)}
          </h1>
          <p className="mt-3 text-mute [overflow-wrap:anywhere]">
            <bdi>{details.name}</bdi>, {saySubmitted(lastRound ?? details, currency)}.
            {quote?.status === 'pending' && ' It is locked meanwhile, so that both of you see the same.'}
          </p>
          {quote && quote.status !== 'pending' && (
            <QuoteAnswer quote={quote} heading={heading} onChange={storeLatest} />
          )}
        </div>
        {lastRound && (
          <Button look="secondary" aria-expanded={isShown} onClick={() => setShown(!isShown)} className="max-md:w-full">
            {isShown ? 'Hide what you chose' : 'See what you chose'}
          </Button>
        )}
      </div>
      <Steps details={details} />
      <ChangeRequest selection={selection} details={details} />
      {isShown && lastRound && <Round selection={selection} round={lastRound} isSought />}
      {rounds.length > 1 && (
        <section aria-labelledby="rounds" className="mt-10 border-t border-line pt-6">
          <h2 id="rounds" className="text-title">
            Submitted before
          </h2>
          {rounds
            .slice(0, -1)
            .toReversed()
            .map((round) => (
              <Earlier key={round.round} selection={selection} round={round} />
            ))}
        </section>
      )}
    </div>
  );
}

/** The next events, in four steps. */
function Steps({ details: { quote, rounds, submitted_at, chosen_count, standing } }: { details: SelectionDetails }) {
  const sentThings = formatCounted(chosen_count, 'photo') + (rounds.at(-1)?.words ? ' and your words' : '');
  const isAnswered = quote !== null && quote.status !== 'pending';
  const steps = [
    {
      name: 'Submitted',
      isDone: true,
      detail: `${submitted_at ? `${timeOf(submitted_at)}. ` : ''}The studio has your ${sentThings}.`,
    },
    {
      name: 'The studio answers',
      isDone: isAnswered,
      detail: isAnswered && quote.decided_at ? `${timeOf(quote.decided_at)}.` : 'With the price, here and by email.',
    },
    {
      name: 'You accept',
      isDone: quote?.accepted != null,
      detail: quote?.accepted ? `${timeOf(quote.accepted.accepted_at)}.` : 'Then the retouching begins.',
    },
    {
      name: 'Finished photos',
      isDone: standing.state === 'finished',
      detail: 'They take the place of these proofs, with your stars and notes.',
    },
  ];
  return (
    <ol className="mt-8 grid gap-x-8 gap-y-5 md:grid-cols-4">
      {steps.map(({ name, isDone, detail }) => (
        <li key={name} className="flex gap-3.5 md:flex-col md:gap-2">
          <Disc isChosen={isDone} />
          <div>
            <p className={`font-semibold ${isDone ? 'text-leaf-deep' : ''}`}>
              {name}
              {isDone && <span className="sr-only"> (done)</span>}
            </p>
            <p className="text-sm text-mute">{detail}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Earlier({ selection, round }: { selection: SelectionKey; round: SubmittedRound }) {
  const currency = useCurrency();
  const [isShown, setShown] = useState(false);
  return (
    <div className="border-b border-line py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-sm">
          {dayOf(round.submitted_at)}, {saySubmitted(round, currency)}
        </p>
        <Button look="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
          <span className="sr-only"> what was submitted on {dayOf(round.submitted_at)}</span>
        </Button>
      </div>
      {isShown && <Round selection={selection} round={round} />}
    </div>
  );
}

/** The photos of one submitted round, uncropped, with their notes. */
function Round({
  selection,
  round,
  isSought = false,
}: {
  selection: SelectionKey;
  round: SubmittedRound;
  /** Scrolls to the photos, because the button that shows them is far above. */
  isSought?: boolean;
}) {
  const query = useQuery(roundQuery(selection, round.round));
  const section = useRef<HTMLElement>(null);
  const isLoaded = query.data !== undefined;
  // Runs again when the photos are loaded: before, the page can be too short to scroll that far.
  // biome-ignore lint/correctness/useExhaustiveDependencies: isLoaded says when to scroll again
  useEffect(() => {
    if (!isSought) return;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' });
  }, [isSought, isLoaded]);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={`Submitted on ${dayOf(round.submitted_at)}`}
      className="mt-6 scroll-mt-4 outline-none max-lg:scroll-mt-20"
    >
      {round.words && (
        <p dir="auto" className="mb-4 max-w-2xl whitespace-pre-line [overflow-wrap:anywhere]">
          “{round.words}”
        </p>
      )}
      <QueryStatus query={query} loading="Loading photos..." failed="What you chose could not be loaded." />
      <ul className="grid grid-cols-2 items-start gap-x-3 gap-y-5 md:grid-cols-4 md:gap-x-4">
        {query.data?.photos.map(
          ({ photo, file_name, note, note_now, version }) =>
            photo && (
              <li key={photo.id}>
                <div className="relative bg-petal" style={cardBox(photo)}>
                  <PhotoImage photo={photo} alt={file_name} sizes={cardSizes(photo)} whole />
                </div>
                {version && photo.stage && <p className="mt-1.5 text-xs text-mute">{sayVersion(version)}</p>}
                <SubmittedNote note={note} note_now={note_now} />
              </li>
            ),
        )}
      </ul>
    </section>
  );
}
