import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, use, useState } from 'react';
import { Link } from 'react-router-dom';
import { type Selection, sayChosen } from '#shared/contract/selections.ts';
import type { GallerySession } from '#shared/contract/sessions.ts';
import { ReadOnlyContext } from '../../../photos/read-only.ts';
import { Check, ChevronRight } from '../../../ui/icons.tsx';
import { Sheet } from '../../../ui/layers/sheet.tsx';
import { KeepFocus } from '../../../ui/navigation/keep-focus.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { allFavorites } from '../favorites/favorite-photos.ts';
import { useChoices } from './choices.ts';
import { sayTerms } from './selection-words.ts';

const row =
  'flex min-h-16 w-full cursor-pointer items-center justify-between gap-4 border-t border-line py-2 text-left font-semibold disabled:cursor-default';

/** The sheet with the acts on an open selection other than choosing photo by photo. */
export function SelectionSheet({
  session,
  selection,
  open,
  reviewPath,
  onPick,
  onCompare,
  onClose,
}: {
  session: GallerySession;
  selection: Selection;
  /** All open selections of the session. */
  open: Selection[];
  reviewPath: string;
  onPick: (id: string) => void;
  onCompare: () => void;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const isReadOnly = use(ReadOnlyContext);
  const { details, chosen, choose } = useChoices({ session: session.id, selection: selection.id });
  const count = details ? chosen.size : selection.chosen_count;
  const [favorites, setFavorites] = useState<'idle' | 'loading' | 'failed'>('idle');
  const chooseFavorites = async () => {
    setFavorites('loading');
    try {
      const ownFavorites = (await allFavorites(queries)).filter(({ session_id }) => session_id === session.id);
      const photos = ownFavorites.map(({ id }) => id).filter((photo) => !chosen.has(photo));
      onClose();
      if (photos.length > 0) void choose(photos, true);
    } catch (error) {
      console.warn('The favorites were not loaded.', error);
      setFavorites('failed');
    }
  };
  return (
    <Sheet title={selection.name} detail={sayTerms(selection)} onClose={onClose}>
      {selection.client_words && (
        <p dir="auto" className="mt-3 whitespace-pre-line [overflow-wrap:anywhere]">
          {selection.client_words}
        </p>
      )}
      {open.length > 1 && (
        <fieldset className="mt-4">
          <legend className="mb-1 text-sm font-semibold">Choose for</legend>
          {open.map((item) => (
            <label key={item.id} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="selection"
                checked={item.id === selection.id}
                onChange={() => onPick(item.id)}
                className="size-5 accent-leaf"
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <bdi>{item.name}</bdi>{' '}
                <span className="text-sm text-mute tabular-nums">
                  {sayChosen(item, item.id === selection.id ? count : item.chosen_count)}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <KeepFocus>
        {favorites === 'failed' && (
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
          disabled={isReadOnly || session.favorites_count === 0 || favorites === 'loading' || !details}
          onClick={() => void chooseFavorites()}
          className={row}
        >
          <RowText
            title={favorites === 'loading' ? 'Loading your favorites...' : 'Start from my favorites'}
            detail={
              session.favorites_count === 0
                ? 'You have no favorites here yet.'
                : session.favorites_count === 1
                  ? 'Chooses your favorite as well, if it fits.'
                  : `Chooses your ${session.favorites_count} favorites as well, as far as they fit.`
            }
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

const RowText = ({ title, detail }: { title: ReactNode; detail: ReactNode }) => (
  <span>
    <span className="block">{title}</span>
    <span className="block text-sm font-normal text-mute">{detail}</span>
  </span>
);
