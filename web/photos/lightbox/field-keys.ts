import type { FocusEvent, KeyboardEvent } from 'react';

/** For the parent of a text field in a lightbox: Escape leaves the field. On a button, the lightbox's keys work. */
export function leaveByEscape(event: KeyboardEvent<HTMLElement>) {
  if (event.target instanceof HTMLButtonElement) return;
  event.stopPropagation();
  if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
}

/** When the lightbox has the focus again, its keys work. */
export function giveKeysBack(event: FocusEvent<HTMLElement>) {
  if (!event.relatedTarget) event.currentTarget.closest<HTMLElement>('.yarl__container')?.focus();
}
