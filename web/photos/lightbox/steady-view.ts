import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns the photo that a lightbox shows before its address follows, because the router updates the address with low
 * priority. A key pressed in between must act on the shown photo, and must not bring the previous photo back.
 * @param open id of the photo in the address
 * @param onView writes another photo into the address
 * @returns the id of the photo to show, and the function that shows another
 */
export function useSteadyView<Photo extends { id: string }>(
  open: string,
  onView: (photo: Photo) => void,
): [string, (photo: Photo) => void] {
  const [shownId, setShownId] = useState(open);
  const latestId = useRef(open);
  /** The photos shown here that the address has not reached yet. */
  const pendingIds = useRef<string[]>([]);
  useLayoutEffect(() => {
    const reachedIndex = pendingIds.current.indexOf(open);
    pendingIds.current = pendingIds.current.slice(reachedIndex + 1);
    if (reachedIndex >= 0 || latestId.current === open) return;
    // The address was changed elsewhere, for example by Back.
    pendingIds.current = [];
    latestId.current = open;
    setShownId(open);
  }, [open]);
  const view = useCallback(
    (photo: Photo) => {
      if (latestId.current !== photo.id) pendingIds.current.push(photo.id);
      latestId.current = photo.id;
      setShownId(photo.id);
      onView(photo);
    },
    [onView],
  );
  return [shownId, view];
}
