import type { FocusEvent, KeyboardEvent } from 'react';

/**
 * For the parent of a text field in a lightbox: Escape leaves the field. On a button, and on what
 * only keeps the focus of one that is gone, the lightbox's keys work.
 */
export function leaveByEscape(event: KeyboardEvent<HTMLElement>) {
  const { target } = event;
  if (!(target instanceof HTMLElement) || target instanceof HTMLButtonElement || target.tabIndex < 0) return;
  event.stopPropagation();
  if (event.key === 'Escape') target.blur();
}

/** When the lightbox has the focus again, its keys work. */
export function giveKeysBack(event: FocusEvent<HTMLElement>) {
  if (!event.relatedTarget) event.currentTarget.closest<HTMLElement>('.yarl__container')?.focus();
}
