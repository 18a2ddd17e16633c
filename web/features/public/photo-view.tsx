import type { ReactNode } from 'react';

export interface Slide {
  /** Identifies the photo in the URL: `/gallery#photo-{id}`. */
  id: string;
  src: string;
  alt: string;
  caption: string;
  /** The slug of the photo's category. */
  category: string;
}

/** Returns the photo's URL fragment, without '#'. */
export const fragmentOf = (slide: Slide) => `photo-${slide.id}`;

export const viewButton = 'pointer-events-auto grid size-12 place-items-center rounded-full hover:bg-white/10';
export const viewSide = 'md:absolute md:top-1/2 md:-translate-y-1/2';

/** A photo with its controls on a dark page; used by the lightbox and by the view without JavaScript. */
export function PhotoView({
  slide,
  position,
  close,
  sides,
  lazy = false,
}: {
  slide: Slide;
  /** The photo's position: '3 / 20'. */
  position: string;
  close: ReactNode;
  /** The controls for the previous and the next photo. */
  sides: ReactNode;
  lazy?: boolean;
}) {
  return (
    <div className="pointer-events-none flex h-full flex-col">
      <div className="flex h-16 shrink-0 items-center justify-between pr-2 pl-5">
        <p aria-live="polite" className="text-sm text-night-mute">
          <span dir="auto" className="text-paper">
            {slide.caption}
          </span>{' '}
          <span className="ml-4 tabular-nums">{position}</span>
        </p>
        {close}
      </div>
      <div className="flex min-h-0 flex-1 items-center justify-center pb-4 md:px-20 md:pb-8">
        <img
          key={slide.src}
          src={slide.src}
          alt={slide.alt}
          loading={lazy ? 'lazy' : 'eager'}
          draggable={false}
          className="pointer-events-auto max-h-full max-w-full select-none object-contain"
        />
      </div>
      <div className="flex shrink-0 justify-center gap-10 pb-5 md:contents">{sides}</div>
    </div>
  );
}
