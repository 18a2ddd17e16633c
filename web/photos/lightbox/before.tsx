import { type KeyboardEvent, useEffect, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { derivativePath } from '#shared/photos/media.ts';

/**
 * Shows a photo as it was before, for as long as a button or a key is held.
 * @returns the photos to show, whether the open one is as it was before, and the events of the button
 */
export function useBefore<Photo extends GalleryPhoto>(photos: Photo[], open: string) {
  const [held, setHeld] = useState<string>();
  const current = photos.find(({ id }) => id === open);
  const before = current?.before ?? null;
  const isBefore = before !== null && held === open;
  // Fetched before it is asked for, so that the two can be compared at once.
  const path = before && derivativePath(before.media_path, 'large');
  useEffect(() => {
    if (path) new Image().src = path;
  }, [path]);
  useEffect(() => {
    if (held === undefined) return undefined;
    // The pointer or the window may be left while it is held.
    const release = () => setHeld(undefined);
    addEventListener('pointerup', release);
    addEventListener('pointercancel', release);
    addEventListener('blur', release);
    return () => {
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', release);
      removeEventListener('blur', release);
    };
  }, [held]);
  const isKey = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';
  return {
    shown: isBefore ? photos.map((photo) => (photo.id === open ? { ...photo, ...before } : photo)) : photos,
    hasBefore: before !== null,
    isBefore,
    hold: () => setHeld(open),
    release: () => setHeld(undefined),
    button: {
      onPointerDown: () => setHeld(open),
      onKeyDown: (event: KeyboardEvent) => {
        if (!isKey(event)) return;
        event.preventDefault();
        setHeld(open);
      },
      onKeyUp: (event: KeyboardEvent) => isKey(event) && setHeld(undefined),
      onBlur: () => setHeld(undefined),
      // A long press would open a menu.
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  };
}
