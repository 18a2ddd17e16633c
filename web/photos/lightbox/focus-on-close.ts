import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * The photos that the lightbox has shown. They are recorded when shown, because the router renders addresses later,
 * and skips some of them.
 */
export interface Visit {
  /** The photo whose card opened the lightbox. The card has not moved, so that nothing is scrolled for it. */
  opener?: string;
  /** The last photo that the lightbox moved to. */
  last?: string;
}

/**
 * Focuses the card of the photo at which the lightbox was closed.
 * @param shownPhoto the photo in the address
 * @returns the photo that must be scrolled into view for the focus
 */
export function useFocusOnClose(
  list: RefObject<HTMLElement | null>,
  shownPhoto: string | undefined,
  visit: RefObject<Visit>,
): string | undefined {
  const shownBefore = useRef<string>(undefined);
  const [target, setTarget] = useState<{ photo: string; isOpener: boolean }>();

  useEffect(() => {
    if (shownPhoto === undefined && shownBefore.current !== undefined) {
      const { opener, last = shownBefore.current } = visit.current;
      setTarget({ photo: last, isOpener: last === opener });
      visit.current = {};
    }
    shownBefore.current = shownPhoto;
  }, [shownPhoto, visit]);

  useEffect(() => {
    if (!target) return;
    let tries = 0;
    let frame = requestAnimationFrame(function focus() {
      const card = cardOf(list.current, target.photo);
      card?.focus({ preventScroll: true });
      tries += 1;
      // The page stays inert until the lightbox has unmounted, so retry.
      if ((card && card === document.activeElement) || tries > 180) setTarget(undefined);
      else frame = requestAnimationFrame(focus);
    });
    return () => cancelAnimationFrame(frame);
  }, [list, target]);

  return target?.isOpener ? undefined : target?.photo;
}

const cardOf = (list: HTMLElement | null, photo: string) =>
  list?.querySelector<HTMLElement>(`[data-photo="${photo}"]`) ?? null;
