import { useEffect, useEffectEvent } from 'react';

/** Acts by the lower-case name of their key. */
type KeyActs = Record<string, () => void>;

/**
 * Acts when keys are pressed and let go while the lightbox is open; Ctrl+Z and ⌘Z act as U does.
 * @param isZoomed returns whether the photo is zoomed; arrows scroll in it then, and do not act
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
    // The lightbox has keys of its own.
    event.stopPropagation();
    // A key held down would delete one photo after the other.
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
