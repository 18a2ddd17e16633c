import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * The photo that a lightbox shows, where its address follows later: the router updates the address with low priority. A
 * key pressed in between must act on the photo in sight, and not bring the former one back.
 * @param open id of the photo in the address.
 * @param onView writes another photo into the address.
 * @returns the id of the photo to show, and the function that shows another.
 */
export function useSteadyView<Photo extends { id: string }>(
  open: string,
  onView: (photo: Photo) => void,
): [string, (photo: Photo) => void] {
  const [at, setAt] = useState(open);
  const shown = useRef(open);
  /** Photos shown here that the address has not reached yet. */
  const ahead = useRef<string[]>([]);
  useLayoutEffect(() => {
    const reached = ahead.current.indexOf(open);
    ahead.current = ahead.current.slice(reached + 1);
    if (reached >= 0 || shown.current === open) return;
    // The address was changed elsewhere, for example by Back.
    ahead.current = [];
    shown.current = open;
    setAt(open);
  }, [open]);
  const view = useCallback(
    (photo: Photo) => {
      if (shown.current !== photo.id) ahead.current.push(photo.id);
      shown.current = photo.id;
      setAt(photo.id);
      onView(photo);
    },
    [onView],
  );
  return [at, view];
}
