import {
  type ForwardedRef,
  type ReactNode,
  type Ref,
  type SyntheticEvent,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import YetAnotherLightbox, {
  type LightboxExternalProps,
  useLightboxState,
  type ZoomRef,
} from 'yet-another-react-lightbox';
import Slideshow from 'yet-another-react-lightbox/plugins/slideshow';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { variantSize } from '#shared/photos/media.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { PictureAccessContext } from '../picture/picture-access.ts';
import { signedPath } from '../picture/picture-sources.ts';
import { useTryAgain } from '../picture/try-again.ts';

const shown = ['small', 'medium', 'large'] as const;

/** So far that a panorama, which begins as a thin line, can be seen at its own size. */
const maxZoom = 100;

/** Stops events of controls over the stage, which it would handle as swipes and keys. */
export const keep = (event: SyntheticEvent) => event.stopPropagation();

/** A picture of more pixels than the derivatives have, for zooming in. */
export interface FullPicture {
  photo: string;
  url: string;
}

/**
 * One photo at a time on black, without controls of its own: swipe, arrow keys and zoom. Escape or a swipe down closes
 * it and restores the focus.
 * @param open id of the photo to show; `photos` contains it.
 * @param placeOf, count a photo's place, from 1, among all photos and their number, where `photos` are those loaded so
 * far.
 * @param isMore whether photos after the last one are still to come.
 */
export function Stage<Photo extends GalleryPhoto>({
  photos: latest,
  open,
  placeOf,
  count = latest.length,
  isMore = false,
  full,
  zoom,
  buttons,
  className = '',
  styles = {},
  mark,
  controls,
  onView,
  onClose,
}: {
  photos: Photo[];
  open: string;
  placeOf?: ((photo: string) => number) | undefined;
  count?: number | undefined;
  isMore?: boolean | undefined;
  /** Without it, zooming ends at the pixels of the large derivative. */
  full?: FullPicture | 'on zoom';
  zoom?: Ref<ZoomRef>;
  /** The toolbar, from left to right; none when empty. */
  buttons: ReactNode[];
  className?: string;
  styles?: LightboxExternalProps['styles'];
  /** Behind the counter. */
  mark?: ReactNode;
  controls: () => ReactNode;
  /** Called when the user moves to another photo; `open` must follow. */
  onView: (photo: Photo) => void;
  onClose: () => void;
}) {
  const indexIn = (list: Photo[]) => list.findIndex((photo) => photo.id === open);
  // With another list, the library shows `index` again: a move that it has not reported yet would be lost. Deferred,
  // the list comes after the move, unless `open` needs it.
  const deferred = useDeferredValue(latest);
  const photos = indexIn(deferred) < 0 ? latest : deferred;
  const index = Math.max(0, indexIn(photos));
  useMoveOn(photos, index, isMore, onView);
  const { renew, query: latestQuery } = use(PictureAccessContext);
  const [attempt, setAttempt] = useState(0);
  /** By photo: how many waits after a failure are over. */
  const tries = useRef(new Map<string, { current: number }>());
  const triesAt = (index: number) => {
    const id = photos[index]?.id ?? '';
    const known = tries.current.get(id) ?? { current: 0 };
    tries.current.set(id, known);
    return known;
  };
  const retry = () => void renew().finally(() => setAttempt(attempt + 1));
  // A renewed query would load every slide again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the latest one is for the next attempt
  const query = useMemo(() => latestQuery, [attempt]);
  // The library reports an index after each change, also after one of `index` or `photos`. Only another index than the
  // given one is a move of its own: a swipe, its keys and buttons, or the slideshow.
  const view = useCallback(
    ({ index: at }: { index: number }) => {
      const photo = photos[at];
      if (photo && at !== index) onView(photo);
    },
    [photos, index, onView],
  );
  // Memoized: a new array would interrupt the swipe animation.
  const slides = useMemo(
    () =>
      photos.map((photo) => ({
        src: signedPath(photo, 'large', query),
        alt: photo.file_name,
        // Zooming ends at this size: at the pixels that are there.
        ...(full ? { width: photo.width, height: photo.height } : variantSize(photo, 'large')),
        srcSet: [
          ...shown.map((variant) => ({
            src: signedPath(photo, variant, query),
            ...variantSize(photo, variant),
          })),
          ...(full && full !== 'on zoom' && full.photo === photo.id
            ? [{ src: full.url, width: photo.width, height: photo.height }]
            : []),
        ],
      })),
    [photos, full, query],
  );
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <YetAnotherLightbox
      // A new key remounts and requests the pictures again.
      key={attempt}
      open
      close={onClose}
      index={index}
      slides={slides}
      plugins={[Zoom, Slideshow]}
      on={{ view }}
      className={className}
      animation={still ? { fade: 0, swipe: 0, navigation: 0, zoom: 0 } : { fade: 180, swipe: 260 }}
      carousel={{ finite: true, padding: 0 }}
      controller={{ closeOnPullDown: true }}
      labels={{ Lightbox: 'Photo viewer' }}
      styles={{ ...styles, container: { backgroundColor: 'var(--color-night)', ...styles.container } }}
      slideshow={{ delay: 4_000 }}
      zoom={{ maxZoom, ...(zoom && { ref: zoom as ForwardedRef<ZoomRef> }) }}
      render={{
        // No spinner: the smaller derivative is shown while the larger one loads.
        iconLoading: () => null,
        iconError: () => <Failed triesAt={triesAt} onRetry={retry} />,
        controls: () => (
          <>
            <p className="viewer-count absolute top-2 left-4 flex h-12 items-center gap-x-4 text-sm/5 tabular-nums text-night-mute max-sm:flex-col max-sm:items-start max-sm:justify-center low:flex-col low:items-start low:justify-center">
              <span>
                {formatCount(placeOf?.(open) ?? index + 1)} / {formatCount(Math.max(count, photos.length))}
              </span>
              {mark}
            </p>
            {controls()}
          </>
        ),
        // The plugins add their buttons to a toolbar that does not name them.
        ...(!buttons.includes('zoom') && { buttonZoom: () => null }),
        ...(!buttons.includes('slideshow') && { buttonSlideshow: () => null }),
      }}
      toolbar={{ buttons }}
    />
  );
}

/** In place of a picture that failed. Trying again draws the viewer anew: by itself only what is in sight, and no field in use. */
function Failed({ triesAt, onRetry }: { triesAt: (index: number) => { current: number }; onRetry: () => void }) {
  const { currentIndex } = useLightboxState();
  const place = useRef<HTMLSpanElement>(null);
  const [isInSight, setInSight] = useState(false);
  useEffect(() => setInSight(Boolean(place.current?.closest('.yarl__slide_current'))));
  const again = () => {
    if (!(document.activeElement instanceof HTMLTextAreaElement)) onRetry();
  };
  useTryAgain(isInSight, again, triesAt(currentIndex));
  return (
    <span ref={place} className="flex flex-col items-center gap-1 text-sm text-white">
      This picture could not be loaded.
      <button
        type="button"
        onClick={onRetry}
        onPointerDown={keep}
        className="text-link cursor-pointer px-3 font-semibold"
      >
        Try again
      </button>
    </span>
  );
}

/** Shows the next photo when it has been loaded, if its key was pressed before. */
function useMoveOn<Photo extends { id: string }>(
  photos: Photo[],
  index: number,
  isMore: boolean,
  onView: (photo: Photo) => void,
): void {
  /** Id of the last photo, on which the key was pressed. */
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    const shown = photos[index]?.id;
    const next = photos[index + 1];
    const isWanted = wanted.current !== undefined && wanted.current === shown;
    if (!isWanted) wanted.current = undefined;
    if (next && isWanted) onView(next);
    if (next || !isMore) return;
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === 'ArrowRight' && !(target instanceof HTMLTextAreaElement)) wanted.current = shown;
      if (key === 'ArrowLeft') wanted.current = undefined;
    };
    // The lightbox stops the events of its own keys.
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [photos, index, isMore, onView]);
}
