import { type FocusEvent, type KeyboardEvent, type SyntheticEvent, useCallback, useMemo, useState } from 'react';
import YetAnotherLightbox from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Slideshow from 'yet-another-react-lightbox/plugins/slideshow';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/plugins/counter.css';
import 'yet-another-react-lightbox/styles.css';
import type { GalleryPhoto } from '#shared/contract/photos.ts';
import { mediaPath, variantSize } from '#shared/media.ts';
import { Download, Star } from '../ui/icons.tsx';
import { PhotoNote } from './photo-note.tsx';

const shown = ['small', 'medium', 'large'] as const;

/** What is done in the note's bar is neither a swipe nor a key of the lightbox. */
const keep = (event: SyntheticEvent) => event.stopPropagation();

/** Whoever leaves the note by Escape, or to nowhere, has the lightbox's keys again. */
function leaveByEscape(event: KeyboardEvent<HTMLElement>) {
  event.stopPropagation();
  if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
}
function giveKeysBack(event: FocusEvent<HTMLElement>) {
  if (!event.relatedTarget) event.currentTarget.closest<HTMLElement>('.yarl__container')?.focus();
}

/**
 * One photo at a time on black: swipe, arrow keys, zoom, slideshow, star, note and download. Esc closes it and gives the
 * focus back to its opener.
 */
export default function Lightbox({
  customer,
  photos,
  open,
  onStar,
  onNote,
  onDownload,
  onView,
  onClose,
}: {
  customer: string;
  photos: GalleryPhoto[];
  /** Id of the photo shown first. */
  open: string;
  onStar: (photo: string) => Promise<unknown>;
  onNote: (photo: string, note: string, seen: string) => Promise<unknown>;
  onDownload: (photo: string) => void;
  onView: (photo: GalleryPhoto, index: number) => void;
  onClose: () => void;
}) {
  const index = Math.max(
    0,
    photos.findIndex((photo) => photo.id === open),
  );
  const current = photos[index];
  /** Id of the photo whose star was not saved. */
  const [trouble, setTrouble] = useState<string>();
  const star = async (photo: string) => {
    setTrouble(undefined);
    try {
      await onStar(photo);
      setTrouble(undefined);
    } catch (error) {
      console.warn('A star was not saved.', error);
      setTrouble(photo);
    }
  };
  const view = useCallback(
    ({ index: at }: { index: number }) => {
      const photo = photos[at];
      if (photo) onView(photo, at);
    },
    [photos, onView],
  );
  // The same slides as long as the photos are: other ones would cut the animation of a swipe short.
  const slides = useMemo(
    () =>
      photos.map((photo) => ({
        src: mediaPath(customer, photo.media_key, 'large'),
        alt: photo.file_name,
        width: photo.width,
        height: photo.height,
        srcSet: shown.map((variant) => ({
          src: mediaPath(customer, photo.media_key, variant),
          ...variantSize(photo, variant),
        })),
      })),
    [customer, photos],
  );
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={index}
      slides={slides}
      plugins={[Zoom, Slideshow, Counter]}
      on={{ view }}
      animation={still ? { fade: 0, swipe: 0, navigation: 0 } : { fade: 180, swipe: 260 }}
      carousel={{ finite: true, padding: 0 }}
      labels={{ Lightbox: 'Photo viewer' }}
      styles={{ container: { backgroundColor: 'var(--color-night)', paddingBottom: '4.5rem' } }}
      slideshow={{ delay: 4_000 }}
      render={{
        // The smaller picture stands there while the larger one comes.
        iconLoading: () => null,
        controls: () =>
          current && (
            // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps what is done inside to itself
            <div
              onKeyDown={leaveByEscape}
              onBlur={giveKeysBack}
              onPointerDown={keep}
              onWheel={keep}
              onTouchStart={keep}
              className="absolute inset-x-0 bottom-0 bg-night px-4 pb-3 md:px-8"
            >
              <div className="mx-auto max-w-2xl">
                {trouble === current.id && (
                  <p role="alert" className="flex flex-wrap items-center gap-x-3 text-sm text-brass-bright">
                    Your star was not saved.
                    <button
                      type="button"
                      onClick={() => star(current.id)}
                      className="min-h-11 cursor-pointer font-semibold underline underline-offset-4"
                    >
                      Try again
                    </button>
                  </p>
                )}
                <PhotoNote key={current.id} photo={current} look="dark" onNote={onNote} />
              </div>
            </div>
          ),
      }}
      toolbar={{
        buttons: [
          'zoom',
          'slideshow',
          current?.downloadable && (
            <button
              key="download"
              type="button"
              aria-label={`Download ${current.file_name}`}
              onClick={() => onDownload(current.id)}
              className="yarl__button"
            >
              <Download className="size-8" />
            </button>
          ),
          current && (
            <button
              key="star"
              type="button"
              aria-pressed={current.is_favorite}
              aria-label={`Favorite ${current.file_name}`}
              onClick={() => star(current.id)}
              className={`yarl__button ${current.is_favorite ? 'text-brass-bright!' : ''}`}
            >
              <Star filled={current.is_favorite} className="size-8" />
            </button>
          ),
          'close',
        ],
      }}
    />
  );
}
