import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** The location state of a REPLACE navigation that only rewrites the URL: don't scroll. */
export const keepScroll = { keepScroll: true };

/** The location state of content that opens over the current page (a photo): don't scroll. */
export const overPage = { overPage: true };

/**
 * Restores scroll positions in client-side navigation, as browsers do between documents: a new page starts at its top
 * or at its fragment; back and forward restore the position. Opening or closing content over a page does not scroll.
 * The browser positions the first page.
 */
export function useRestoredScroll(): void {
  const { key, pathname, hash, state } = useLocation();
  const type = useNavigationType();
  const isSamePlace = type === 'REPLACE' && state?.keepScroll === true;
  const isOver = state?.overPage === true;
  const positions = useRef(new Map<string, number>());
  const lastShown = useRef({ key, pathname, isOver });

  useEffect(() => {
    const restoreByBrowser = () => {
      history.scrollRestoration = 'auto';
    };
    history.scrollRestoration = 'manual';
    addEventListener('pagehide', restoreByBrowser);
    return () => {
      removeEventListener('pagehide', restoreByBrowser);
      restoreByBrowser();
    };
  }, []);

  useLayoutEffect(() => {
    const previous = lastShown.current;
    lastShown.current = { key, pathname, isOver };
    // On the same page, the browser has already scrolled to the fragment.
    const isFragment = type === 'POP' && hash !== '' && previous.pathname === pathname;
    const isSamePage = previous.pathname === pathname && (previous.isOver || isOver);
    if (previous.key !== key && !isFragment && !isSamePlace && !isSamePage) {
      const section = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
      const top = type === 'POP' ? positions.current.get(key) : undefined;
      if (top === undefined && section) section.scrollIntoView();
      else scrollTo({ top: top ?? 0, behavior: 'instant' });
    }
    const savePosition = () => positions.current.set(key, scrollY);
    addEventListener('scroll', savePosition, { passive: true });
    return () => removeEventListener('scroll', savePosition);
  }, [key, pathname, hash, type, isSamePlace, isOver]);
}
