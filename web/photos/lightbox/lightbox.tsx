import { use, useCallback, useRef, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { Download, Star } from '../../ui/icons.tsx';
import { AllowedPicksContext } from '../allowed-picks.ts';
import { ChoosingContext } from '../choosing.ts';
import { PhotoNote } from '../photo-note.tsx';
import { ReadOnlyContext } from '../read-only.ts';
import { StageWord } from '../stage-word.tsx';
import { useBefore } from './before.tsx';
import { giveKeysBack, leaveByEscape } from './field-keys.ts';
import { keep, Stage } from './stage.tsx';
import { useSteadyView } from './steady-view.ts';
import './lightbox.css';

const arrow = {
  top: 'var(--arrow-top)',
  bottom: 'var(--arrow-bottom)',
  transform: 'var(--arrow-shift)',
  padding: 'var(--arrow-padding)',
  zIndex: 1,
};

/**
 * Shows one photo at a time on black: swipe, arrow keys, zoom, slideshow, favorite, note and download. Escape or a
 * swipe down closes it and restores the focus.
 */
export default function Lightbox({
  photos,
  open: address,
  positionOf,
  count,
  isMore,
  onFavorite,
  onNote,
  onDownload,
  onView,
  onClose,
}: {
  photos: GalleryPhoto[];
  /** The id of the photo to show. */
  open: string;
  /** See Stage. */
  positionOf?: ((photo: string) => number) | undefined;
  count: number;
  isMore: boolean;
  onFavorite: (photo: string) => Promise<unknown>;
  onNote: (photo: string, note: string, seen: string) => Promise<unknown>;
  onDownload: (photo: string) => void;
  onView: (photo: GalleryPhoto) => void;
  onClose: () => void;
}) {
  const [openId, show] = useSteadyView(address, onView);
  const current = photos.find((photo) => photo.id === openId) ?? photos[0];
  const isReadOnly = use(ReadOnlyContext);
  const allowedReactions = use(AllowedPicksContext);
  const choosing = use(ChoosingContext);
  /** The id of the photo whose favorite was not saved. */
  const [trouble, setTrouble] = useState<string>();
  const toggleStar = async (photo: string) => {
    setTrouble(undefined);
    try {
      await onFavorite(photo);
      setTrouble(undefined);
    } catch (error) {
      console.warn('The favorite was not saved.', error);
      setTrouble(photo);
    }
  };
  const starButton = useRef<HTMLButtonElement>(null);
  const [actsHeight, actsRef] = useHeight();
  const { shown: shownPhotos, hasBefore, isBefore, button } = useBefore(photos, current?.id ?? openId);
  return (
    <Stage
      photos={shownPhotos}
      mark={
        isBefore ? (
          <span className="font-semibold text-white">Before</span>
        ) : (
          <StageWord stage={current?.stage ?? null} look="dark" />
        )
      }
      open={openId}
      positionOf={positionOf}
      count={count}
      isMore={isMore}
      onView={show}
      onClose={onClose}
      className="viewer"
      styles={{
        container: {
          paddingTop: 'var(--above)',
          paddingInline: 'var(--beside)',
          paddingBottom: `max(4.5rem, ${actsHeight}px)`,
        },
        navigationPrev: arrow,
        navigationNext: arrow,
      }}
      controls={() =>
        current && (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only stops propagation
          <div
            ref={actsRef}
            onKeyDown={leaveByEscape}
            onBlur={giveKeysBack}
            onPointerDown={keep}
            onWheel={keep}
            onTouchStart={keep}
            className="viewer-acts"
          >
            <div>
              {choosing && <div key={`choice ${current.id}`}>{choosing.line(current)}</div>}
              {trouble === current.id && (
                <p role="alert" className="flex flex-wrap items-center gap-x-3 text-sm text-brass-bright">
                  Your {allowedReactions.called} was not saved.
                  <button
                    type="button"
                    onClick={() => {
                      // This button disappears with its message.
                      starButton.current?.focus();
                      void toggleStar(current.id);
                    }}
                    className="text-link cursor-pointer font-semibold"
                  >
                    Try again
                  </button>
                </p>
              )}
              {allowedReactions.note && <PhotoNote key={current.id} photo={current} look="dark" onNote={onNote} />}
              {current.reply && (
                <p
                  key={`reply ${current.id}`}
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: a long reply scrolls
                  tabIndex={0}
                  className="mt-1 max-h-15 overflow-y-auto text-sm/5 whitespace-pre-line text-white [overflow-wrap:anywhere]"
                >
                  <span className="font-semibold">Studio:</span> <bdi>{current.reply}</bdi>
                </p>
              )}
            </div>
          </div>
        )
      }
      buttons={[
        // Two fingers or a double tap zoom as well.
        !matchMedia('(pointer: coarse)').matches && 'zoom',
        'slideshow',
        current && hasBefore && (
          <button
            key="before"
            type="button"
            aria-label={`Hold to see ${current.file_name} before it was finished`}
            aria-pressed={isBefore}
            {...button}
            className="yarl__button touch-none select-none text-sm! font-semibold"
          >
            Before
          </button>
        ),
        current?.downloadable && (
          <button
            key="download"
            type="button"
            disabled={isReadOnly}
            aria-label={`Download ${current.file_name}`}
            onClick={() => onDownload(current.id)}
            className="yarl__button"
          >
            <Download className="yarl__icon" />
          </button>
        ),
        current && allowedReactions.favorite && (
          <button
            key="star"
            ref={starButton}
            type="button"
            disabled={isReadOnly}
            aria-pressed={current.is_favorite}
            aria-label={`${allowedReactions.star} ${current.file_name}`}
            onClick={() => toggleStar(current.id)}
            className={`yarl__button ${current.is_favorite ? 'text-brass-bright!' : ''}`}
          >
            <Star filled={current.is_favorite} className="yarl__icon" />
          </button>
        ),
        'close',
      ]}
    />
  );
}

/** Returns the height of an element in pixels, and its `ref`: the photo above it shrinks as a note grows. */
function useHeight(): [number, (element: HTMLElement | null) => (() => void) | undefined] {
  const [height, setHeight] = useState(0);
  const measureRef = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const measure = () => setHeight(element.offsetHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [height, measureRef];
}
