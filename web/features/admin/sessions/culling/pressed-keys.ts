import { useEffect, useEffectEvent } from 'react';
import { pressOf } from '../../keys/key-table.ts';

/** Functions by their keys, in the form of `KeyEntry.press`. */
type ActsByKey = Record<string, () => void>;

/**
 * Calls functions when keys are pressed and released while the lightbox is open.
 * @param isZoomed returns whether the photo is zoomed; then arrow keys scroll it instead
 */
export function usePressedKeys({
  pressed,
  released,
  isZoomed,
}: {
  pressed: ActsByKey;
  released: ActsByKey;
  isZoomed: () => boolean;
}): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.target instanceof HTMLTextAreaElement) return;
    if (document.querySelector('dialog[open]')) return;
    const isArrow = event.key.startsWith('Arrow');
    if (isArrow && isZoomed()) return;
    const act = pressed[pressOf(event)];
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
