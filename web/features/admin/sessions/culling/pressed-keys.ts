import { useEffect, useEffectEvent } from 'react';

/** Functions by the lower-case name of their key. */
type KeyActs = Record<string, () => void>;

/**
 * Calls functions when keys are pressed and released while the lightbox is open; Ctrl+Z and ⌘Z do the same as U.
 * @param isZoomed returns whether the photo is zoomed; then arrow keys scroll it instead
 */
export function usePressedKeys({
  pressed,
  released,
  isZoomed,
}: {
  pressed: KeyActs & { u: () => void };
  released: KeyActs;
  isZoomed: () => boolean;
}): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.target instanceof HTMLTextAreaElement) return;
    if (document.querySelector('dialog[open]') || event.altKey || (event.shiftKey && event.key !== '?')) return;
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
    if (!isUndo && (event.ctrlKey || event.metaKey)) return;
    const isArrow = event.key.startsWith('Arrow');
    if (isArrow && isZoomed()) return;
    const act = isUndo ? pressed.u : pressed[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    // The lightbox handles keys, too.
    event.stopPropagation();
    // A key held down would delete one photo after another.
    if (!event.repeat || isArrow) act();
  });
  const onKeyUp = useEffectEvent(({ key }: KeyboardEvent) => released[key.toLowerCase()]?.());
  useEffect(() => {
    addEventListener('keydown', onKeyDown, { capture: true });
    addEventListener('keyup', onKeyUp, { capture: true });
    return () => {
      removeEventListener('keydown', onKeyDown, { capture: true });
      removeEventListener('keyup', onKeyUp, { capture: true });
    };
  }, []);
}
