import { useEffect, useEffectEvent } from 'react';
import { actsByKey, type KeyActs, type KeyTable, pressOf } from './key-table.ts';
import { useListed } from './listed-tables.ts';

/** Elements in which keys edit the text, or choose a value. */
const textFields =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]:not([contenteditable=false])';
/** Content over the screen that handles keys itself: dialogs and the lightbox. */
const overScreen = 'dialog[open], .yarl__root';

/**
 * Calls the acts of a table when their keys are pressed, and lists the table while the component is mounted. Keys do
 * nothing in a text field, and while a dialog or the lightbox is open.
 * @param table the same object at each render
 */
export function useKeys<Act extends string>(table: KeyTable<Act>, acts: KeyActs<NoInfer<Act>>): void {
  useListed(table);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (target instanceof Element && target.closest(textFields)) return;
    const act = actsByKey(table, acts)[pressOf(event)];
    if (!act || document.querySelector(overScreen)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
