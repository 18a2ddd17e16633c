import { type KeyboardEvent, useEffect, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { derivativePath } from '#shared/photos/media.ts';

/**
 * Shows a finished photo as it was before, while a button or a key is held.
 * @returns the photos to show, whether the open photo is shown as it was before, and the button's event handlers
 */
export function useBefore<Photo extends GalleryPhoto>(photos: Photo[], open: string) {
  const [heldPhoto, setHeldPhoto] = useState<string>();
  const current = photos.find(({ id }) => id === open);
  const earlierVersion = current?.before ?? null;
  const isBefore = earlierVersion !== null && heldPhoto === open;
  // Preloaded, so that the two versions can be compared at once.
  const path = earlierVersion && derivativePath(earlierVersion.media_path, 'large');
  useEffect(() => {
    if (path) new Image().src = path;
  }, [path]);
  useEffect(() => {
    if (heldPhoto === undefined) return undefined;
    // The pointer may leave the button, or the user the window, while the button is held.
    const release = () => setHeldPhoto(undefined);
    addEventListener('pointerup', release);
    addEventListener('pointercancel', release);
    addEventListener('blur', release);
    return () => {
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', release);
      removeEventListener('blur', release);
    };
  }, [heldPhoto]);
  const isKey = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';
  return {
    shown: isBefore ? photos.map((photo) => (photo.id === open ? { ...photo, ...earlierVersion } : photo)) : photos,
    hasBefore: earlierVersion !== null,
    isBefore,
    hold: () => setHeldPhoto(open),
    release: () => setHeldPhoto(undefined),
    button: {
      onPointerDown: () => setHeldPhoto(open),
      onKeyDown: (event: KeyboardEvent) => {
        if (!isKey(event)) return;
        event.preventDefault();
        setHeldPhoto(open);
      },
      onKeyUp: (event: KeyboardEvent) => isKey(event) && setHeldPhoto(undefined),
      onBlur: () => setHeldPhoto(undefined),
      // A long press would open a menu.
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  };
}
