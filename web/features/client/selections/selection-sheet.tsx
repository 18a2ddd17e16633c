import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, use, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Selection, sayChosen } from '#shared/contract/selections.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { ReadOnlyContext } from '../../../photos/read-only.ts';
import { useCurrency } from '../../../ui/content.tsx';
import { Check, ChevronRight } from '../../../ui/icons.tsx';
import { Sheet } from '../../../ui/layers/sheet.tsx';
import { KeepFocus } from '../../../ui/navigation/keep-focus.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { allFavorites } from '../favorites/favorite-photos.ts';
import { useChoices } from './choices.ts';
import { sayTerms } from './selection-words.ts';

const row =
  'flex min-h-16 w-full cursor-pointer items-center justify-between gap-4 border-t border-line py-2 text-left font-semibold disabled:cursor-default';

interface Props {
  session: GallerySession;
  selection: Selection;
  /** All open selections of the session. */
  open: Selection[];
  reviewPath: string;
  onPick: (id: string) => void;
  onCompare: () => void;
  onClose: () => void;
}

/** The sheet with the acts on an open selection other than choosing photo by photo. */
export function SelectionSheet({ session, selection, open, reviewPath, onPick, onCompare, onClose }: Props) {
  const currency = useCurrency();
  const isReadOnly = use(ReadOnlyContext);
  const { details, chosen, choose } = useChoices({ session: session.id, selection: selection.id });
  const favorites = useOwnFavorites(session.id);
  const chooseFavorites = async () => {
    const ownFavorites = await favorites.load();
    if (!ownFavorites) return;
    const photos = ownFavorites.filter((photo) => !chosen.has(photo));
    onClose();
    if (photos.length > 0) void choose(photos, true);
  };
  return (
    <Sheet title={selection.name} detail={sayTerms(selection, currency)} onClose={onClose}>
      {selection.client_words && (
        <p dir="auto" className="mt-3 whitespace-pre-line [overflow-wrap:anywhere]">
          {selection.client_words}
        </p>
      )}
      {open.length > 1 && (
        <OpenSelections
          open={open}
          current={selection.id}
          count={details ? chosen.size : selection.chosen_count}
          onPick={onPick}
        />
      )}
      <KeepFocus>
        {favorites.state === 'failed' && (
          <div className="mt-4">
            <Notice tone="error" onRetry={() => void chooseFavorites()}>
              Your favorites could not be loaded. Nothing was chosen.
            </Notice>
          </div>
        )}
      </KeepFocus>
      <div className="mt-4 border-b border-line">
        <button
          type="button"
          disabled={isReadOnly || session.favorites_count === 0 || favorites.state === 'loading' || !details}
          onClick={() => void chooseFavorites()}
          className={row}
        >
          <RowText
            title={favorites.state === 'loading' ? 'Loading your favorites...' : 'Start from my favorites'}
            detail={describeFavorites(session.favorites_count)}
          />
          <Check className="size-5 shrink-0 text-mute" />
        </button>
        <button
          type="button"
          onClick={() => {
            onClose();
            onCompare();
          }}
          className={row}
        >
          <RowText title="Compare photos" detail="Two to four side by side, zoomed together." />
          <ChevronRight className="size-5 shrink-0 text-mute" />
        </button>
        <Link to={`${reviewPath}?show=everyone`} className={row}>
          <RowText title="What everyone picked" detail="Your favorites and your guests’ picks, with their names." />
          <ChevronRight className="size-5 shrink-0 text-mute" />
        </Link>
      </div>
    </Sheet>
  );
}

function describeFavorites(count: number): string {
  if (count === 0) return 'You have no favorites here yet.';
  if (count === 1) return 'Chooses your favorite as well, if it fits.';
  return `Chooses your ${count} favorites as well, as far as they fit.`;
}

/** Returns a function that loads the ids of the session's favorites, or undefined after a failure, and its state. */
function useOwnFavorites(session: string) {
  const queries = useQueryClient();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const load = async (): Promise<string[] | undefined> => {
    setState('loading');
    try {
      return (await allFavorites(queries)).filter(({ session_id }) => session_id === session).map(({ id }) => id);
    } catch (error) {
      console.warn('The favorites were not loaded.', error);
      setState('failed');
      return undefined;
    }
  };
  return { state, load };
}

interface OpenSelectionsProps {
  open: Selection[];
  /** The id of the selection that is chosen for, and the number of its chosen photos. */
  current: string;
  count: number;
  onPick: (id: string) => void;
}

/** The choice between the open selections of the session. */
function OpenSelections({ open, current, count, onPick }: OpenSelectionsProps) {
  const currency = useCurrency();
  return (
    <fieldset className="mt-4">
      <legend className="mb-1 text-sm font-semibold">Choose for</legend>
      {open.map((item) => (
        <label key={item.id} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="selection"
            checked={item.id === current}
            onChange={() => onPick(item.id)}
            className="size-5 accent-leaf"
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <bdi>{item.name}</bdi>{' '}
            <span className="text-sm text-mute tabular-nums">
              {sayChosen(item, item.id === current ? count : item.chosen_count, currency)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const RowText = ({ title, detail }: { title: ReactNode; detail: ReactNode }) => (
  <span>
    <span className="block">{title}</span>
    <span className="block text-sm font-normal text-mute">{detail}</span>
  </span>
);
