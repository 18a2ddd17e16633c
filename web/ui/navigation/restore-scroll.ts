import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Location state for a REPLACE navigation that only rewrites the URL: don't scroll. */
export const samePlace = { samePlace: true };

/** Location state for content opened over the current page (a photo): don't scroll. */
export const overPlace = { overPlace: true };

/**
 * Scroll restoration for client-side navigation, as browsers do between documents: a new page starts at its top or at
 * its fragment; back and forward restore the position. Opening or closing content over a page does not scroll. The
 * first page is left to the browser.
 */
export function useRestoredScroll(): void {
  const { key, pathname, hash, state } = useLocation();
  const type = useNavigationType();
  const stays = type === 'REPLACE' && state?.samePlace === true;
  const isOver = state?.overPlace === true;
  const left = useRef(new Map<string, number>());
  const shown = useRef({ key, pathname, isOver });

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
    shown.current = { key, pathname, isOver };
    // The browser has already scrolled to the fragment on the same page.
    const isPart = type === 'POP' && hash !== '' && before.pathname === pathname;
    const isSamePage = before.pathname === pathname && (before.isOver || isOver);
    if (before.key !== key && !isPart && !stays && !isSamePage) {
      const part = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
      const top = type === 'POP' ? left.current.get(key) : undefined;
      if (top === undefined && part) part.scrollIntoView();
      else scrollTo({ top: top ?? 0, behavior: 'instant' });
    }
    const keep = () => left.current.set(key, scrollY);
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
  }, [key, pathname, hash, type, stays, isOver]);
}
