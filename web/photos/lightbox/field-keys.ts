import type { FocusEvent, KeyboardEvent } from 'react';

/**
 * Lets Escape leave a text field in a lightbox, and stops the field's keys from reaching the lightbox; for the
 * field's parent. The lightbox's keys still work on a button, and on an element that only holds the focus after a
 * button has disappeared.
 */
export function leaveByEscape(event: KeyboardEvent<HTMLElement>) {
  const { target } = event;
  if (!(target instanceof HTMLElement) || target instanceof HTMLButtonElement || target.tabIndex < 0) return;
  event.stopPropagation();
  if (event.key === 'Escape') target.blur();
}

/** Returns the focus to the lightbox when a field loses it to nothing, so that the lightbox's keys work. */
export function giveKeysBack(event: FocusEvent<HTMLElement>) {
  if (!event.relatedTarget) event.currentTarget.closest<HTMLElement>('.yarl__container')?.focus();
}
