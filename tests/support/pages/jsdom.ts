import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(() => {
  cleanup();
  // The next test is in a tab of its own, without what was typed in this one.
  sessionStorage.clear();
});
// Ends what hangs; a loaded machine may need many times the default second.
configure({ asyncUtilTimeout: 30_000 });

/** Browser features that jsdom lacks, as far as components need them to run. There is no layout. */

HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
  this.querySelector<HTMLElement>('button, input, select, textarea, a[href]')?.focus();
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  if (!this.open) return;
  this.open = false;
  queueMicrotask(() => this.dispatchEvent(new Event('close')));
};

HTMLElement.prototype.hidePopover ??= () => {};

Element.prototype.scrollIntoView ??= () => {};

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

globalThis.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
  });

globalThis.scrollTo = () => {};

// Grants every lock at once: one page, without other tabs.
Object.defineProperty(navigator, 'locks', {
  configurable: true,
  value: { request: async (_name: string, _options: LockOptions, callback: () => unknown) => callback() },
});
