import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { ChevronLeft, ChevronRight, Close } from '../../ui/icons.tsx';
import { fragmentOf, PhotoView, type Slide, viewButton, viewSide } from './photo-view.tsx';

/** The minimum horizontal distance of a swipe, in pixels. */
const minSwipe = 48;

interface Props {
  slides: Slide[];
  /** The index of the open slide, or null. */
  shown: number | null;
  onShow: (index: number) => void;
  onClose: () => void;
}

/**
 * Shows one photo at a time. Arrow keys, buttons and swipes navigate; Escape closes. The native dialog traps the
 * focus and returns it to the thumbnail of the open photo.
 */
export function Lightbox({ slides, shown, onShow, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const slide = shown === null ? undefined : slides[shown];
  const isOpen = slide !== undefined;

  const lastSlide = useRef<Slide>(undefined);
  // A layout effect, so that the view without script and the lightbox swap in one frame.
  useLayoutEffect(() => {
    if (isOpen) {
      dialog.current?.showModal();
      return;
    }
    dialog.current?.close();
    // The dialog returns the focus to the element that had it before; there is none if a link opened the photo before
    // this code ran.
    if (lastSlide.current) document.querySelector<HTMLElement>(`a[href$="#${fragmentOf(lastSlide.current)}"]`)?.focus();
  }, [isOpen]);
  useLayoutEffect(() => {
    lastSlide.current = slide;
  });

  const go = useSteps(slides.length, shown, onShow);
  const swipe = useSwipe(go);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') go(1);
    if (event.key === 'ArrowLeft') go(-1);
  };

  return (
    <dialog
      ref={dialog}
      aria-label="Photograph"
      className="lightbox on-dark"
      onClose={(event) => {
        // The browser fires 'close' in the next frame. By then, Back or Forward may have opened the dialog again.
        if (!event.currentTarget.open) onClose();
      }}
      onKeyDown={onKeyDown}
      {...swipe}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {slide && shown !== null && (
        <PhotoView
          slide={slide}
          position={`${shown + 1} / ${slides.length}`}
          close={
            <button type="button" className={viewButton} onClick={onClose}>
              <Close className="size-7" />
              <span className="sr-only">Close</span>
            </button>
          }
          sides={
            <>
              <button type="button" className={`${viewButton} ${viewSide} md:left-4`} onClick={() => go(-1)}>
                <ChevronLeft className="size-8" />
                <span className="sr-only">Previous photograph</span>
              </button>
              <button type="button" className={`${viewButton} ${viewSide} md:right-4`} onClick={() => go(1)}>
                <ChevronRight className="size-8" />
                <span className="sr-only">Next photograph</span>
              </button>
            </>
          }
        />
      )}
    </dialog>
  );
}

/** Returns a function that moves by a number of slides, around both ends. */
function useSteps(count: number, shown: number | null, onShow: (index: number) => void) {
  // The index of the last requested slide: a second key press can come before the first navigation is rendered.
  const requested = useRef(shown);
  useLayoutEffect(() => {
    requested.current = shown;
  }, [shown]);
  const go = (step: number) => {
    if (requested.current === null) return;
    requested.current = (requested.current + step + count) % count;
    onShow(requested.current);
  };
  return go;
}

/** Returns the handlers that move by one slide after a swipe. */
function useSwipe(go: (step: number) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const onPointerDown = (event: PointerEvent) => {
    start.current = event.isPrimary ? { x: event.clientX, y: event.clientY } : null;
  };
  const onPointerUp = (event: PointerEvent) => {
    const startPoint = start.current;
    start.current = null;
    // Ignored for a mouse, because there are buttons, and while zoomed in, because a drag then pans.
    if (!startPoint || event.pointerType === 'mouse' || (visualViewport?.scale ?? 1) > 1.01) return;
    const deltaX = event.clientX - startPoint.x;
    if (Math.abs(deltaX) > minSwipe && Math.abs(deltaX) > Math.abs(event.clientY - startPoint.y))
      go(deltaX < 0 ? 1 : -1);
  };
  return { onPointerDown, onPointerUp };
}
