import { useLayoutEffect } from 'react';
import { positionPrefix } from './position-names.ts';
import { tabStorage } from './storage.ts';

/** The write of the shown screen's position that is due; undefined while its last position is stored. */
let dueWrite: ReturnType<typeof setTimeout> | undefined;

function cancelDueWrite(): void {
  clearTimeout(dueWrite);
  dueWrite = undefined;
}

/**
 * Deletes all scroll positions, also one that is not written yet; called at sign-out, because their names contain the
 * person's id.
 */
export function dropAllPositions(): void {
  cancelDueWrite();
  for (const key of tabStorage.keys()) if (key.startsWith(positionPrefix)) tabStorage.remove(key);
}

/** The milliseconds between two writes to the storage while scrolling, because a write at each frame delays its drawing. */
const writeInterval = 200;

/**
 * Restores a screen's scroll position in this tab: after visiting another screen, a reload or a new sign-in.
 * @param name identifies the screen and the signed-in person, so that another person in this tab starts at the top.
 * @param ready true once the screen has its full height; nothing happens before.
 */
export function useKeptPosition(name: string, ready: boolean): void {
  // A layout effect, because its cleanup runs before the next screen scrolls to its top.
  useLayoutEffect(() => {
    if (!ready) return;
    const key = `${positionPrefix}${name}`;
    const storedTop = Number(tabStorage.get(key) ?? 0);
    let restored = storedTop === 0;
    let tries = 0;
    let frame = requestAnimationFrame(function restore() {
      // Rows are laid out one frame after their list, and the router scrolls to the top in between.
      if (!restored && tries < 20) {
        tries += 1;
        if (document.documentElement.scrollHeight - innerHeight >= storedTop || tries === 20) {
          scrollTo({ top: storedTop, behavior: 'instant' });
          restored = Math.abs(scrollY - storedTop) < 2;
        }
        frame = requestAnimationFrame(restore);
      } else {
        restored = true;
        // The user can scroll the static gallery (first-view.ts) before the listener is added.
        if (scrollY > 0) noteScroll();
      }
    });
    let top = 0;
    const store = () => {
      cancelDueWrite();
      tabStorage.set(key, String(Math.round(top)));
    };
    const storeLast = () => {
      if (dueWrite !== undefined) store();
    };
    const noteScroll = () => {
      if (!restored) return;
      top = scrollY;
      dueWrite ??= setTimeout(store, writeInterval);
    };
    // Scrolling by the user cancels the restore.
    const takeOver = () => {
      restored = true;
    };
    addEventListener('scroll', noteScroll, { passive: true });
    addEventListener('pagehide', storeLast);
    addEventListener('wheel', takeOver, { passive: true });
    addEventListener('touchmove', takeOver, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      storeLast();
      removeEventListener('scroll', noteScroll);
      removeEventListener('pagehide', storeLast);
      removeEventListener('wheel', takeOver);
      removeEventListener('touchmove', takeOver);
    };
  }, [name, ready]);
}
