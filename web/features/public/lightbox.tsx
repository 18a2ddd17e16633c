import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { ChevronLeft, ChevronRight, Close } from '../../ui/icons.tsx';
import { fragmentOf, PhotoView, type Slide, viewButton, viewSide } from './photo-view.tsx';

/** Minimum horizontal distance of a swipe, in pixels. */
const swipe = 48;

/**
 * Shows one photo at a time: arrow keys, buttons and swipes navigate, Escape closes. The native dialog traps the focus
 * and gives it to the thumbnail of the photo that was open.
 */
export function Lightbox({
  slides,
  shown,
  onShow,
  onClose,
}: {
  slides: Slide[];
  /** Index of the open slide, or null. */
  shown: number | null;
  onShow: (index: number) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const start = useRef<{ x: number; y: number } | null>(null);
  const slide = shown === null ? undefined : slides[shown];
  const isOpen = slide !== undefined;

  const last = useRef<Slide>(undefined);
  // A layout effect: the script-free view and the lightbox swap in one frame.
  useLayoutEffect(() => {
    if (isOpen) {
      dialog.current?.showModal();
      return;
    }
    dialog.current?.close();
    // The dialog gives the focus back to what had it: nothing, when a link opened the photo before this code ran.
    if (last.current) document.querySelector<HTMLElement>(`a[href$="#${fragmentOf(last.current)}"]`)?.focus();
  }, [isOpen]);
  useLayoutEffect(() => {
    last.current = slide;
  });

  // The last requested slide: a second key press can come before the navigation of the first is rendered.
  const requested = useRef(shown);
  useLayoutEffect(() => {
    requested.current = shown;
  }, [shown]);
  const go = (step: number) => {
    if (requested.current === null) return;
    requested.current = (requested.current + step + slides.length) % slides.length;
    onShow(requested.current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') go(1);
    if (event.key === 'ArrowLeft') go(-1);
  };
  const onPointerDown = (event: PointerEvent) => {
    start.current = event.isPrimary ? { x: event.clientX, y: event.clientY } : null;
  };
  const onPointerUp = (event: PointerEvent) => {
    const from = start.current;
    start.current = null;
    // Ignored for the mouse, which has buttons, and while zoomed in, where a drag pans.
    if (!from || event.pointerType === 'mouse' || (visualViewport?.scale ?? 1) > 1.01) return;
    const across = event.clientX - from.x;
    if (Math.abs(across) > swipe && Math.abs(across) > Math.abs(event.clientY - from.y)) go(across < 0 ? 1 : -1);
  };

  return (
    <dialog
      ref={dialog}
      aria-label="Photograph"
      className="lightbox on-dark"
      onClose={(event) => {
        // The browser fires 'close' in the next frame; Back and Forward may have opened the dialog again before it.
        if (!event.currentTarget.open) onClose();
      }}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
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
