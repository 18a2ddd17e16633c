import { type RefObject, useEffect, useRef, useState } from 'react';

/** The lightbox's photos, written when they are shown: the router renders addresses later, and skips some of them. */
export interface Visit {
  /** Photo whose card opened the lightbox: still where it was, so that nothing is scrolled for it. */
  opener?: string;
  /** The photo that was moved to. */
  last?: string;
}

/**
 * Focuses the card of the photo at which the lightbox was closed.
 * @param shown the photo in the address
 * @returns the photo that must be scrolled into view for that
 */
export function useFocusOnClose(
  list: RefObject<HTMLElement | null>,
  shown: string | undefined,
  visit: RefObject<Visit>,
): string | undefined {
  const before = useRef<string>(undefined);
  const [target, setTarget] = useState<{ photo: string; isOpener: boolean }>();

  useEffect(() => {
    if (shown === undefined && before.current !== undefined) {
      const { opener, last = before.current } = visit.current;
      setTarget({ photo: last, isOpener: last === opener });
      visit.current = {};
    }
    before.current = shown;
  }, [shown, visit]);

  useEffect(() => {
    if (!target) return;
    let tries = 0;
    let frame = requestAnimationFrame(function focus() {
      const card = cardOf(list.current, target.photo);
      card?.focus({ preventScroll: true });
      tries += 1;
      // The page stays inert until the lightbox has unmounted: retry.
      if ((card && card === document.activeElement) || tries > 180) setTarget(undefined);
      else frame = requestAnimationFrame(focus);
    });
    return () => cancelAnimationFrame(frame);
  }, [list, target]);

  return target?.isOpener ? undefined : target?.photo;
}

const cardOf = (list: HTMLElement | null, photo: string) =>
  list?.querySelector<HTMLElement>(`[data-photo="${photo}"]`) ?? null;
