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
import { ImageAccessContext } from '../image/image-access.ts';
import { signedPath } from '../image/image-sources.ts';
import { useTryAgain } from '../image/try-again.ts';

const variants = ['small', 'medium', 'large'] as const;

/** High enough that a panorama, which begins as a thin line, can be seen at its own size. */
const maxZoom = 100;

/** Stops the events of controls over the stage, because the stage would handle them as swipes and keys. */
export const keep = (event: SyntheticEvent) => event.stopPropagation();

/** A photo with more pixels than the derivatives have, for zooming in. */
export interface FullImage {
  photo: string;
  url: string;
}

interface Props<Photo extends GalleryPhoto> {
  photos: Photo[];
  /** The id of the photo to show; `photos` contains it. */
  open: string;
  /** Returns a photo's position, from 1, among all photos; for when `photos` has only the loaded ones. */
  positionOf?: ((photo: string) => number) | undefined;
  /** The number of all photos; for when `photos` has only the loaded ones. */
  count?: number | undefined;
  /** Whether photos after the last one can still be loaded. */
  isMore?: boolean | undefined;
  /** Without it, zooming ends at the pixels of the large derivative. */
  full?: FullImage | 'on zoom';
  zoom?: Ref<ZoomRef>;
  /** The toolbar, from left to right; no toolbar if empty. */
  buttons: ReactNode[];
  className?: string;
  styles?: LightboxExternalProps['styles'];
  /** A label after the counter: the stage of the open photo, or that its earlier version is shown. */
  mark?: ReactNode;
  controls: () => ReactNode;
  /** Called when the user moves to another photo; `open` must follow. */
  onView: (photo: Photo) => void;
  onClose: () => void;
}

/**
 * Shows one photo at a time on black, without controls: swipe, arrow keys and zoom. Escape or a swipe down closes it
 * and restores the focus.
 */
export function Stage<Photo extends GalleryPhoto>({
  photos: latest,
  open,
  positionOf,
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
}: Props<Photo>) {
  const indexIn = (list: Photo[]) => list.findIndex((photo) => photo.id === open);
  // When the list changes, the library shows `index` again, so a move that it has not reported yet would be lost. The
  // list is deferred, so that it changes after the move, unless the new list is needed to show `open`.
  const deferred = useDeferredValue(latest);
  const photos = indexIn(deferred) < 0 ? latest : deferred;
  const index = Math.max(0, indexIn(photos));
  useMoveOn(photos, index, isMore, onView);
  const { attempt, query, retry, triesAt } = useAttempts(photos);
  // The library reports an index after each change, also after a change of `index` or `photos`. Only an index that
  // differs from the given one is a move by the user: a swipe, a key, a button, or by the slideshow.
  const view = useCallback(
    ({ index: newIndex }: { index: number }) => {
      const photo = photos[newIndex];
      if (photo && newIndex !== index) onView(photo);
    },
    [photos, index, onView],
  );
  // Memoized, because a new array would interrupt the swipe animation.
  const slides = useMemo(() => photos.map((photo) => slideOf(photo, query, full)), [photos, full, query]);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <YetAnotherLightbox
      // A new key remounts the viewer and requests the photos again.
      key={attempt}
      open
      close={onClose}
      index={index}
      slides={slides}
      plugins={[Zoom, Slideshow]}
      on={{ view }}
      className={className}
      animation={isStill ? { fade: 0, swipe: 0, navigation: 0, zoom: 0 } : { fade: 180, swipe: 260 }}
      carousel={{ finite: true, padding: 0 }}
      controller={{ closeOnPullDown: true }}
      labels={{ Lightbox: 'Photo viewer' }}
      styles={{ ...styles, container: { backgroundColor: 'var(--color-night)', ...styles.container } }}
      slideshow={{ delay: 4_000 }}
      zoom={{ maxZoom, ...(zoom && { ref: zoom as ForwardedRef<ZoomRef> }) }}
      render={{
        // No spinner, because the smaller derivative is shown while the larger one loads.
        iconLoading: () => null,
        iconError: () => <Failed triesAt={triesAt} onRetry={retry} />,
        controls: () => (
          <>
            <p className="viewer-count absolute top-2 left-4 flex h-12 items-center gap-x-4 text-sm/5 tabular-nums text-night-mute max-sm:flex-col max-sm:items-start max-sm:justify-center low:flex-col low:items-start low:justify-center">
              <span>
                {formatCount(positionOf?.(open) ?? index + 1)} / {formatCount(Math.max(count, photos.length))}
              </span>
              {mark}
            </p>
            {controls()}
          </>
        ),
        // The plugins add their buttons to any toolbar, so hide the buttons that the toolbar does not list.
        ...(!buttons.includes('zoom') && { buttonZoom: () => null }),
        ...(!buttons.includes('slideshow') && { buttonSlideshow: () => null }),
      }}
      toolbar={{ buttons }}
    />
  );
}

/**
 * Returns the attempts to load the photos: the number of the current one, the query that signs its addresses, and the
 * function that begins the next. `triesAt` counts the finished waits after failures of the photo at an index.
 */
function useAttempts(photos: readonly { id: string }[]) {
  const { renew, query: latestQuery } = use(ImageAccessContext);
  const [attempt, setAttempt] = useState(0);
  /** The number of finished waits after failures, by photo. */
  const tries = useRef(new Map<string, { current: number }>());
  const triesAt = (index: number) => {
    const id = photos[index]?.id ?? '';
    const photoTries = tries.current.get(id) ?? { current: 0 };
    tries.current.set(id, photoTries);
    return photoTries;
  };
  const retry = () => void renew().finally(() => setAttempt(attempt + 1));
  // A renewed query would load every slide again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the latest one is for the next attempt
  const query = useMemo(() => latestQuery, [attempt]);
  return { attempt, query, retry, triesAt };
}

/** Returns the library's slide of a photo, with the addresses of its derivatives. */
function slideOf(photo: GalleryPhoto, query: string | undefined, full: FullImage | 'on zoom' | undefined) {
  return {
    src: signedPath(photo, 'large', query),
    alt: photo.file_name,
    // Zooming ends at this size: at the pixels that the sources have.
    ...(full ? { width: photo.width, height: photo.height } : variantSize(photo, 'large')),
    srcSet: [
      ...variants.map((variant) => ({ src: signedPath(photo, variant, query), ...variantSize(photo, variant) })),
      ...(full && full !== 'on zoom' && full.photo === photo.id
        ? [{ src: full.url, width: photo.width, height: photo.height }]
        : []),
    ],
  };
}

/**
 * Replaces a photo that failed to load. A retry renders the whole viewer again, so the automatic retry runs only for
 * the photo in view, and not while a field is in use.
 */
function Failed({ triesAt, onRetry }: { triesAt: (index: number) => { current: number }; onRetry: () => void }) {
  const { currentIndex } = useLightboxState();
  const elementRef = useRef<HTMLSpanElement>(null);
  const [isInSight, setInSight] = useState(false);
  useEffect(() => setInSight(Boolean(elementRef.current?.closest('.yarl__slide_current'))));
  const retryUnlessTyping = () => {
    if (!(document.activeElement instanceof HTMLTextAreaElement)) onRetry();
  };
  useTryAgain(isInSight, retryUnlessTyping, triesAt(currentIndex));
  return (
    <span ref={elementRef} className="flex flex-col items-center gap-1 text-sm text-white">
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

/** Shows the next photo once it is loaded, if the right arrow key was pressed on the last loaded photo. */
function useMoveOn<Photo extends { id: string }>(
  photos: Photo[],
  index: number,
  isMore: boolean,
  onView: (photo: Photo) => void,
): void {
  /** The id of the last photo, if the key was pressed on it. */
  const movingFrom = useRef<string>(undefined);
  useEffect(() => {
    const shownId = photos[index]?.id;
    const nextPhoto = photos[index + 1];
    const isMoving = movingFrom.current !== undefined && movingFrom.current === shownId;
    if (!isMoving) movingFrom.current = undefined;
    if (nextPhoto && isMoving) onView(nextPhoto);
    if (nextPhoto || !isMore) return;
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === 'ArrowRight' && !(target instanceof HTMLTextAreaElement)) movingFrom.current = shownId;
      if (key === 'ArrowLeft') movingFrom.current = undefined;
    };
    // Captured, because the lightbox stops the events of its own keys.
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [photos, index, isMore, onView]);
}
