import { useCallback, useEffect, useRef } from 'react';
import YetAnotherLightbox from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/plugins/counter.css';
import 'yet-another-react-lightbox/styles.css';
import type { GalleryPhoto } from '#shared/contract/photos.ts';
import { mediaPath, variantSize } from '#shared/media.ts';
import { Star } from '../ui/icons.tsx';

const shown = ['small', 'medium', 'large'] as const;

/** One photo at a time on black: swipe, arrow keys, zoom, and the star. Esc closes it and gives the focus back. */
export default function Lightbox({
  customer,
  photos,
  open,
  onStar,
  onView,
  onClose,
}: {
  customer: string;
  photos: GalleryPhoto[];
  /** Id of the photo shown first. */
  open: string;
  onStar: (photo: GalleryPhoto) => void;
  onView: (photo: GalleryPhoto, index: number) => void;
  onClose: () => void;
}) {
  const index = Math.max(
    0,
    photos.findIndex((photo) => photo.id === open),
  );
  const current = photos[index];
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    opener.current = document.activeElement;
    return () => {
      if (opener.current instanceof HTMLElement) opener.current.focus();
    };
  }, []);
  const view = useCallback(
    ({ index: at }: { index: number }) => {
      const photo = photos[at];
      if (photo) onView(photo, at);
    },
    [photos, onView],
  );
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={index}
      slides={photos.map((photo) => ({
        src: mediaPath(customer, photo.media_key, 'large'),
        alt: photo.file_name,
        width: photo.width,
        height: photo.height,
        srcSet: shown.map((variant) => ({
          src: mediaPath(customer, photo.media_key, variant),
          ...variantSize(photo, variant),
        })),
      }))}
      plugins={[Zoom, Counter]}
      on={{ view }}
      animation={still ? { fade: 0, swipe: 0, navigation: 0 } : { fade: 180, swipe: 260 }}
      carousel={{ finite: true, padding: 0 }}
      labels={{ Lightbox: 'Photo viewer' }}
      styles={{ container: { backgroundColor: 'var(--color-night)' } }}
      toolbar={{
        buttons: [
          current && (
            <button
              key="star"
              type="button"
              aria-pressed={current.is_favorite}
              aria-label={`Favorite ${current.file_name}`}
              onClick={() => onStar(current)}
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
