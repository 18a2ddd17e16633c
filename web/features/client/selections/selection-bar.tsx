import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { Selection } from '#shared/contract/selections.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { sayStanding } from '#shared/selections/say-standing.ts';
import type { Choosing } from '../../../photos/choosing.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { ChevronRight } from '../../../ui/icons.tsx';
import { actPath, selectionPath } from '../standing-path.ts';
import { type SelectionKey, selectionQuery, selectionsQuery } from './api.ts';
import { BottomBar } from './bottom-bar.tsx';
import { useChoices } from './choices.ts';
import { choosingOf } from './choose-button.tsx';
import { ChosenText } from './chosen-count.tsx';
import { CompareChosen } from './compare-chosen.tsx';
import { SelectionSheet } from './selection-sheet.tsx';
import { sayName } from './selection-words.ts';

/** Milliseconds between two refetches for what other people chose; the focus of the tab refetches, too. */
const refetchEvery = 10_000;

/**
 * The bar of a session's open selection. If none is open, it shows the standing of one selection, and leads to what
 * waits for the client.
 */
export default function SelectionBar({
  session,
  onChoosing,
}: {
  session: GallerySession;
  /** Receives the controls for the photos; null while nothing can be chosen. Must be a stable function. */
  onChoosing: (choosing: Choosing | null) => void;
}) {
  const { data = [] } = useQuery({
    ...selectionsQuery(session.id),
    refetchInterval: ({ state }) => (state.data?.some((item) => item.state === 'open') ? refetchEvery : false),
  });
  const openSelections = data.filter(({ state }) => state === 'open');
  const [pickedId, setPicked] = useState<string>();
  const current = openSelections.find(({ id }) => id === pickedId) ?? openSelections[0];
  /** The id of the selection that was open while this page was open: the bar shows how it ended. */
  const lastOpenId = useRef<string>(undefined);
  useEffect(() => {
    if (current) lastOpenId.current = current.id;
  }, [current]);
  const pricedSelections = data.filter(({ standing }) => standing.state === 'priced');
  const shownSelection =
    data.find(({ id }) => id === lastOpenId.current) ??
    pricedSelections[0] ??
    data.findLast(({ state }) => state !== 'closed') ??
    data.at(-1);
  if (current) {
    return (
      <OpenBar
        session={session}
        selection={current}
        open={openSelections}
        priced={pricedSelections}
        onPick={setPicked}
        onChoosing={onChoosing}
      />
    );
  }
  return shownSelection ? <EndedBar session={session} selection={shownSelection} /> : null;
}

const reviewPath = ({ session_label }: GallerySession, { id }: Selection) => selectionPath(session_label, id);

interface OpenBarProps {
  session: GallerySession;
  selection: Selection;
  open: Selection[];
  /** The selections whose price waits for the client's answer. */
  priced: Selection[];
  onPick: (id: string) => void;
  onChoosing: (choosing: Choosing | null) => void;
}

function OpenBar({ session, selection, open, priced, onPick, onChoosing }: OpenBarProps) {
  const queries = useQueryClient();
  const key = useMemo(() => ({ session: session.id, selection: selection.id }), [session.id, selection.id]);
  const { details, query, chosen, notice, isSaving, dismiss } = useChoices(key);
  const [isOpen, setOpen] = useState(false);
  const statusRef = useRef<HTMLParagraphElement>(null);
  const comparison = useComparison(key, details !== undefined, onChoosing);

  // Somebody else has chosen, noted, or changed the terms.
  const isStale = details !== undefined && !isSaving && selection.revision > details.revision;
  useEffect(() => {
    if (isStale) void queries.invalidateQueries({ queryKey: selectionQuery(key).queryKey });
  }, [isStale, queries, key]);

  const latest = details ?? selection;
  const count = details ? chosen.size : selection.chosen_count;
  return (
    <BottomBar label={`Selection ${selection.name}`} share={latest.included === 0 ? 1 : count / latest.included}>
      <OpenNotice
        notice={notice}
        error={query.error}
        onAct={() => {
          // The notice's button disappears with it, so move the focus to the line below.
          statusRef.current?.focus({ preventScroll: true });
          if (notice) dismiss();
          else void query.refetch();
        }}
      />
      {priced.map((item) => (
        <PricedLine key={item.id} session={session} selection={item} />
      ))}
      <div className="flex min-h-19 flex-wrap items-center gap-x-2 px-4 md:min-h-18 md:flex-nowrap md:gap-x-3 md:px-8 low:min-h-14">
        <p
          ref={statusRef}
          tabIndex={-1}
          role="status"
          className="min-w-0 flex-1 basis-24 tabular-nums outline-none md:basis-auto"
        >
          <ChosenText selection={latest} chosen={count} />
        </p>
        <p dir="auto" className="min-w-0 truncate text-sm text-mute max-lg:hidden" title={latest.client_words}>
          {sayName(latest)}
        </p>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="inline-flex min-h-11 min-w-11 shrink-0 cursor-pointer items-center justify-center gap-1 text-sm font-semibold md:px-2"
        >
          <span className="max-md:sr-only">Options</span>
          <ChevronRight className="size-5 -rotate-90 md:size-4" />
        </button>
        <ButtonLink to={reviewPath(session, selection)} className="max-md:min-h-12 max-md:px-6">
          Review
        </ButtonLink>
      </div>
      {isOpen && (
        <SelectionSheet
          session={session}
          selection={latest}
          open={open}
          reviewPath={reviewPath(session, selection)}
          onPick={onPick}
          onCompare={() => comparison.begin([])}
          onClose={() => setOpen(false)}
        />
      )}
      {comparison.photos &&
        // In document.body, because the lightbox makes its siblings inert.
        createPortal(
          <CompareChosen selection={key} session={session.id} start={comparison.photos} onClose={comparison.end} />,
          document.body,
        )}
    </BottomBar>
  );
}

/**
 * Offers the controls of the selection to the photos as soon as it is loaded.
 * @returns the photos of an open comparison, and functions that begin and end it
 */
function useComparison(key: SelectionKey, isReady: boolean, onChoosing: (choosing: Choosing | null) => void) {
  /**
   * The photos of an open comparison, with the selection's id: the studio can close the selection during the
   * comparison, and another selection replaces it in this bar.
   */
  const [compared, setCompared] = useState<{ selection: string; photos: GalleryPhoto[] }>();
  const begin = useCallback(
    (photos: GalleryPhoto[]) => setCompared({ selection: key.selection, photos }),
    [key.selection],
  );
  useEffect(() => {
    if (isReady) onChoosing(choosingOf(key, (photo) => begin([photo])));
    return () => onChoosing(null);
  }, [isReady, key, begin, onChoosing]);
  const photos = compared?.selection === key.selection ? compared.photos : undefined;
  return { photos, begin, end: () => setCompared(undefined) };
}

interface OpenNoticeProps {
  notice: string | null;
  /** The reason why the choices were not loaded. */
  error: Error | null;
  onAct: () => void;
}

/** The line over the bar with the notice about the selection, or with the error and its retry. */
function OpenNotice({ notice, error, onAct }: OpenNoticeProps) {
  if (!(notice ?? error)) return null;
  return (
    <p
      role={error ? 'alert' : 'status'}
      className="flex items-center gap-x-4 border-b border-line bg-petal px-4 text-sm max-md:justify-between md:px-8"
    >
      <span className="py-2">{notice ?? `Your choice could not be loaded. ${error?.message}`}</span>
      <button type="button" onClick={onAct} className="text-link shrink-0 cursor-pointer font-semibold">
        {notice ? 'OK' : 'Try again'}
      </button>
    </p>
  );
}

/** The line over the bar with a selection whose price waits for the client's answer. */
function PricedLine({ session, selection }: { session: GallerySession; selection: Selection }) {
  const currency = useCurrency();
  const { name, standing } = selection;
  return (
    <p className="flex items-center gap-x-4 border-b border-line px-4 text-sm max-md:justify-between md:px-8">
      <span className="py-2">
        <span className="font-semibold">
          <bdi>{name}</bdi>.
        </span>{' '}
        {sayStanding(standing, currency)}
      </span>
      <Link to={actPath(session.session_label, selection)} className="text-link shrink-0 font-semibold">
        {standing.act}
      </Link>
    </p>
  );
}

function EndedBar({ session, selection }: { session: GallerySession; selection: Selection }) {
  const currency = useCurrency();
  const { standing } = selection;
  return (
    <BottomBar label={`Selection ${selection.name}`}>
      <div className="flex min-h-19 flex-wrap items-center gap-x-4 px-4 py-2.5 md:min-h-18 md:px-8 low:min-h-14">
        <p role="status" className="min-w-0 flex-1 basis-24 text-sm">
          <span dir="auto" className="font-semibold">
            <bdi>{selection.name}</bdi>.
          </span>{' '}
          <span className="text-mute">{sayStanding(standing, currency)}</span>
        </p>
        <ButtonLink
          look={standing.state === 'priced' ? 'primary' : 'secondary'}
          to={actPath(session.session_label, selection)}
        >
          {standing.act}
        </ButtonLink>
      </div>
    </BottomBar>
  );
}
