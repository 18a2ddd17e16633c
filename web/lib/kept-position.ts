import { useEffect } from 'react';

/**
 * Brings a long screen back to where it was left in this tab: after another screen, a reload, or signing in again.
 * @param ready whether the screen has its height; until then nothing is done.
 */
export function useKeptPosition(name: string, ready: boolean): void {
  useEffect(() => {
    if (!ready) return;
    const key = `position ${name}`;
    const wanted = Number(sessionStorage.getItem(key) ?? 0);
    let restored = wanted === 0;
    let tries = 0;
    let frame = requestAnimationFrame(function restore() {
      // Rows are laid out a frame after their list, and the router goes to the top meanwhile.
      if (!restored && tries < 20) {
        tries += 1;
        if (document.documentElement.scrollHeight - innerHeight >= wanted || tries === 20) {
          scrollTo({ top: wanted, behavior: 'instant' });
          restored = Math.abs(scrollY - wanted) < 2;
        }
        frame = requestAnimationFrame(restore);
      } else {
        restored = true;
      }
    });
    const keep = () => {
      if (restored) sessionStorage.setItem(key, String(Math.round(scrollY)));
    };
    // Whoever scrolls before it is done has taken over.
    const takeOver = () => {
      restored = true;
    };
    addEventListener('scroll', keep, { passive: true });
    addEventListener('wheel', takeOver, { passive: true });
    addEventListener('touchmove', takeOver, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', keep);
      removeEventListener('wheel', takeOver);
      removeEventListener('touchmove', takeOver);
    };
  }, [name, ready]);
}
