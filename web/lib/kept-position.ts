import { useEffect } from 'react';

/**
 * Brings a long screen back to where it was left in this tab: after another screen, a reload, or signing in again.
 * @param name of the screen and of whose it is: another person on this tab begins at the top.
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
    const { href } = location;
    const keep = () => {
      // The next screen may be at its top already, while this one still listens.
      if (restored && location.href === href) sessionStorage.setItem(key, String(Math.round(scrollY)));
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
