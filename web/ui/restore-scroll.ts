import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** The state of a location that is the same place under a rewritten address. */
export const samePlace = { samePlace: true };

/**
 * Scrolls as a browser does between documents: a new place begins at its top or at its `#part`, and on the way back or
 * forth it stands where it was left. The first place is the browser's own business.
 */
export function useRestoredScroll(): void {
  const { key, pathname, hash, state } = useLocation();
  const type = useNavigationType();
  const stays = type === 'REPLACE' && state?.samePlace === true;
  const left = useRef(new Map<string, number>());
  const shown = useRef({ key, pathname });

  useEffect(() => {
    const leave = () => {
      history.scrollRestoration = 'auto';
    };
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { key, pathname };
    // To a part of the same page the browser has gone by itself.
    const isPart = type === 'POP' && hash !== '' && before.pathname === pathname;
    if (before.key !== key && !isPart && !stays) {
      const part = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
      const top = type === 'POP' ? left.current.get(key) : undefined;
      if (top === undefined && part) part.scrollIntoView();
      else scrollTo({ top: top ?? 0, behavior: 'instant' });
    }
    const keep = () => left.current.set(key, scrollY);
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
  }, [key, pathname, hash, type, stays]);
}
