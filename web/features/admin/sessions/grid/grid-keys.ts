import { useEffect, useEffectEvent } from 'react';

/** Elements in which Ctrl+A and Delete edit the text. */
const textFields = 'input:not([type=checkbox]), textarea, select, [contenteditable]';
/** Content over the grid that handles these keys itself. */
const overGrid = 'dialog[open], .yarl__root';

/** Calls `selectAll` on Ctrl+A or Cmd+A, and `remove` on Delete, unless a text field has the focus or a dialog is open. */
export function useGridKeys(selectAll: () => void, remove: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || (target instanceof Element && target.closest(textFields))) return;
    if (document.querySelector(overGrid)) return;
    if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      selectAll();
    } else if (event.key === 'Delete' && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey) {
      remove();
    }
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
