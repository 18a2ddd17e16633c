import { type ReactNode, type Ref, type RefObject, use, useCallback, useRef, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { Download, Star } from '../../ui/icons.tsx';
import { AllowedPicksContext } from '../allowed-picks.ts';
import { ChoosingContext } from '../choosing.ts';
import { useFavorite } from '../favorite.ts';
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

export interface LightboxProps {
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
}

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
}: LightboxProps) {
  const [openId, show] = useSteadyView(address, onView);
  const current = photos.find((photo) => photo.id === openId) ?? photos[0];
  const [unsavedId, toggle] = useFavorite(onFavorite);
  const star = useRef<HTMLButtonElement>(null);
  const [belowHeight, belowRef] = useHeight();
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
          paddingBottom: `max(4.5rem, ${belowHeight}px)`,
        },
        navigationPrev: arrow,
        navigationNext: arrow,
      }}
      controls={() =>
        current && (
          <BelowPhoto ref={belowRef} photo={current} onNote={onNote}>
            {unsavedId === current.id && <UnsavedFavorite star={star} onRetry={() => toggle(current.id)} />}
          </BelowPhoto>
        )
      }
      buttons={[
        // Two fingers or a double tap zoom as well.
        !matchMedia('(pointer: coarse)').matches && 'zoom',
        'slideshow',
        current && hasBefore && <BeforeButton key="before" photo={current} isBefore={isBefore} events={button} />,
        current?.downloadable && <DownloadButton key="download" photo={current} onDownload={onDownload} />,
        current && <FavoriteButton key="star" ref={star} photo={current} onToggle={toggle} />,
        'close',
      ]}
    />
  );
}

/** The strip below the photo: the choice for a selection, the message of the children, the note and the reply. */
function BelowPhoto({
  ref,
  photo,
  onNote,
  children,
}: Pick<LightboxProps, 'onNote'> & { ref: Ref<HTMLDivElement>; photo: GalleryPhoto; children: ReactNode }) {
  const allowedReactions = use(AllowedPicksContext);
  const choosing = use(ChoosingContext);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops propagation
    <div
      ref={ref}
      onKeyDown={leaveByEscape}
      onBlur={giveKeysBack}
      onPointerDown={keep}
      onWheel={keep}
      onTouchStart={keep}
      className="viewer-acts"
    >
      <div>
        {choosing && <div key={`choice ${photo.id}`}>{choosing.line(photo)}</div>}
        {children}
        {allowedReactions.note && <PhotoNote key={photo.id} photo={photo} look="dark" onNote={onNote} />}
        {photo.reply && (
          <p
            key={`reply ${photo.id}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a long reply scrolls
            tabIndex={0}
            className="mt-1 max-h-15 overflow-y-auto text-sm/5 whitespace-pre-line text-white [overflow-wrap:anywhere]"
          >
            <span className="font-semibold">Studio:</span> <bdi>{photo.reply}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}

/** The button that shows a finished photo as it was before, while it is held. */
function BeforeButton({
  photo,
  isBefore,
  events,
}: {
  photo: GalleryPhoto;
  isBefore: boolean;
  events: ReturnType<typeof useBefore>['button'];
}) {
  return (
    <button
      type="button"
      aria-label={`Hold to see ${photo.file_name} before it was finished`}
      aria-pressed={isBefore}
      {...events}
      className="yarl__button touch-none select-none text-sm! font-semibold"
    >
      Before
    </button>
  );
}

function DownloadButton({ photo, onDownload }: Pick<LightboxProps, 'onDownload'> & { photo: GalleryPhoto }) {
  return (
    <button
      type="button"
      disabled={use(ReadOnlyContext)}
      aria-label={`Download ${photo.file_name}`}
      onClick={() => onDownload(photo.id)}
      className="yarl__button"
    >
      <Download className="yarl__icon" />
    </button>
  );
}

/** The star; renders nothing where the viewer may not choose favorites. */
function FavoriteButton({
  ref,
  photo,
  onToggle,
}: {
  ref: Ref<HTMLButtonElement>;
  photo: GalleryPhoto;
  onToggle: (photo: string) => void;
}) {
  const isReadOnly = use(ReadOnlyContext);
  const allowedReactions = use(AllowedPicksContext);
  return (
    allowedReactions.favorite && (
      <button
        ref={ref}
        type="button"
        disabled={isReadOnly}
        aria-pressed={photo.is_favorite}
        aria-label={`${allowedReactions.star} ${photo.file_name}`}
        onClick={() => onToggle(photo.id)}
        className={`yarl__button ${photo.is_favorite ? 'text-brass-bright!' : ''}`}
      >
        <Star filled={photo.is_favorite} className="yarl__icon" />
      </button>
    )
  );
}

/** The message that the favorite was not saved, with a button for another attempt. */
function UnsavedFavorite({ star, onRetry }: { star: RefObject<HTMLButtonElement | null>; onRetry: () => void }) {
  const { called } = use(AllowedPicksContext);
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-3 text-sm text-brass-bright">
      Your {called} was not saved.
      <button
        type="button"
        onClick={() => {
          // This button disappears with its message.
          star.current?.focus();
          onRetry();
        }}
        className="text-link cursor-pointer font-semibold"
      >
        Try again
      </button>
    </p>
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
