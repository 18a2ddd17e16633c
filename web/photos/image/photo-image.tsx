import { use, useCallback, useRef, useState } from 'react';
import { inCard } from '../grid/grid-layout.ts';
import { ImageAccessContext } from './image-access.ts';
import { positionOf, type ShownPhoto, sourcesOf } from './image-sources.ts';
import { drawPlaceholder } from './placeholder.ts';
import { useTryAgain } from './try-again.ts';

/** Whether a photo failed to load; `retry` renews the media cookies first. */
export interface ImageState {
  failed: boolean;
  fail: () => void;
  retry: () => void;
}

export function useImageState(): ImageState {
  const { renew } = use(ImageAccessContext);
  const [failed, setFailed] = useState(false);
  useTryAgain(failed, () => setFailed(false), useRef(0));
  return {
    failed,
    fail: () => setFailed(true),
    // If renewing fails, loading the photo fails and is reported again.
    retry: () => void renew().finally(() => setFailed(false)),
  };
}

/**
 * A private photo as a responsive image, cropped around its focal point if its frame has another shape. Shows its
 * thumbhash until it is loaded and while there are no media cookies, and a text if loading fails.
 * @param largest the largest derivative to load
 * @param state pass it to show a retry button beside the image
 */
export function PhotoImage({
  photo,
  alt,
  sizes,
  priority = false,
  largest = 'medium',
  whole = false,
  className = '',
  state,
}: {
  photo: ShownPhoto;
  alt: string;
  sizes: string;
  priority?: boolean;
  largest?: 'medium' | 'large';
  /** Show the photo uncropped in the middle of its card, which has the style `cardBox` and is positioned. */
  whole?: boolean;
  className?: string;
  state?: ImageState;
}) {
  const access = use(ImageAccessContext);
  const ownState = useImageState();
  // A renewed query is only for images rendered from then on, because a new query would load this image again.
  const [query, setQuery] = useState(access.query);
  const { failed, fail } = state ?? ownState;
  const { thumbhash } = photo;
  const withPlaceholder = useCallback(
    (element: HTMLElement | null) => (element ? drawPlaceholder(element, thumbhash) : undefined),
    [thumbhash],
  );
  if (failed && query !== access.query) setQuery(access.query);
  if (failed) {
    return (
      <span
        style={whole ? { position: 'absolute', inset: 0 } : undefined}
        className={`grid place-items-center bg-petal p-3 text-center text-xs text-mute ${className}`}
      >
        This picture could not be loaded.
      </span>
    );
  }
  const position = positionOf(photo);
  const style = {
    ...(whole && inCard(photo)),
    backgroundSize: 'cover',
    ...(!whole && { backgroundPosition: position, objectPosition: position }),
  };
  if (access.state !== 'open') return <span ref={withPlaceholder} style={style} className={`block ${className}`} />;
  return (
    <img
      ref={withPlaceholder}
      {...sourcesOf(photo, largest, query)}
      sizes={sizes}
      alt={alt}
      width={photo.width}
      height={photo.height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      onError={fail}
      style={style}
      className={`block object-cover ${className}`}
    />
  );
}
