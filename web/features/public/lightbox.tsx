import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { ChevronLeft, ChevronRight, Close } from '../../ui/icons.tsx';

export interface Slide {
  src: string;
  alt: string;
  caption: string;
}

/** Pixels that a finger must travel sideways before it means the next picture. */
const swipe = 48;

/**
 * One picture at a time over a dark page: arrow keys, buttons and swipes go through, Escape closes. The native dialog
 * keeps the focus in, and gives it back to the picture that was clicked.
 */
export function Lightbox({
  slides,
  shown,
  onShow,
  onClose,
}: {
  slides: Slide[];
  /** Which slide is open, or null. */
  shown: number | null;
  onShow: (index: number) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const start = useRef<{ x: number; y: number } | null>(null);
  const slide = shown === null ? undefined : slides[shown];
  const isOpen = slide !== undefined;

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  const go = (step: number) => {
    if (shown !== null) onShow((shown + step + slides.length) % slides.length);
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
    // A mouse has the buttons; a finger on a zoomed picture pans it.
    if (!from || event.pointerType === 'mouse' || (visualViewport?.scale ?? 1) > 1.01) return;
    const across = event.clientX - from.x;
    if (Math.abs(across) > swipe && Math.abs(across) > Math.abs(event.clientY - from.y)) go(across < 0 ? 1 : -1);
  };

  return (
    <dialog
      ref={dialog}
      aria-label="Photograph"
      className="lightbox on-dark"
      onClose={onClose}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {slide && shown !== null && (
        <div className="pointer-events-none flex h-full flex-col">
          <div className="flex h-16 shrink-0 items-center justify-between pr-2 pl-5">
            <p aria-live="polite" className="text-sm text-night-mute">
              <span className="text-paper">{slide.caption}</span>{' '}
              <span className="ml-4 tabular-nums">
                {shown + 1} / {slides.length}
              </span>
            </p>
            <button type="button" className={button} onClick={onClose}>
              <Close className="size-7" />
              <span className="sr-only">Close</span>
            </button>
          </div>
          <div className="flex min-h-0 flex-1 items-center justify-center pb-4 md:px-20 md:pb-8">
            <img
              key={slide.src}
              src={slide.src}
              alt={slide.alt}
              draggable={false}
              className="pointer-events-auto max-h-full max-w-full select-none object-contain"
            />
          </div>
          <div className="flex shrink-0 justify-center gap-10 pb-5 md:contents">
            <button type="button" className={`${button} ${side} md:left-4`} onClick={() => go(-1)}>
              <ChevronLeft className="size-8" />
              <span className="sr-only">Previous photograph</span>
            </button>
            <button type="button" className={`${button} ${side} md:right-4`} onClick={() => go(1)}>
              <ChevronRight className="size-8" />
              <span className="sr-only">Next photograph</span>
            </button>
          </div>
        </div>
      )}
    </dialog>
  );
}

const button = 'pointer-events-auto grid size-12 place-items-center rounded-full hover:bg-white/10';
const side = 'md:absolute md:top-1/2 md:-translate-y-1/2';
