import type { Opening } from '#shared/contract/opening.ts';

/** The state that an inline script (app/first-view) leaves for the application. */
export interface FirstView {
  /** The response of a client's `POST open`, or null, and the token sent with it. Removed when taken. */
  opening?: { token: string; response: Promise<Opening | null> } | undefined;
  /** The static gallery or page head rendered from the response, before `#root`. */
  drawn?: HTMLElement | undefined;
  /** Whether the application has rendered its own gallery or another screen. */
  ended: boolean;
}

declare global {
  interface Window {
    firstView?: FirstView;
  }
}

/**
 * Returns the page of a path: `{}` for the gallery, with the session's label for a session's page; undefined for every
 * other page.
 */
export function galleryPage(path: string): { session?: string } | undefined {
  const [match, session] = /^\/dashboard\/gallery(?:\/([a-z0-9-]+))?\/?$/.exec(path) ?? [];
  if (match === undefined) return undefined;
  return session === undefined ? {} : { session };
}

/** Whether this is the path of the client's home, which shows the newest quote. */
export const isHome = (path: string): boolean => /^\/dashboard\/?$/.test(path);

/** Returns the query of the `POST open` for the page with this path. */
export const openingQueryOf = (path: string): { home?: 'true'; session?: string } =>
  isHome(path) ? { home: 'true' } : (galleryPage(path) ?? {});

/**
 * Returns the response that the inline script requested, once. Null if there is none, or if another token requested it:
 * another person can have signed in without loading the document again.
 */
export async function takeOpening(token: string | null): Promise<Opening | null> {
  const view = window.firstView;
  const opening = view?.opening;
  if (!view || !opening) return null;
  view.opening = undefined;
  return opening.token === token ? opening.response : null;
}

/** Replaces the static gallery by the application's within a frame; moves the focus and a click to the same element. */
export function endFirstView(): void {
  const view = window.firstView;
  if (!view || view.ended) return;
  view.ended = true;
  const { drawn } = view;
  if (!drawn) return;
  view.drawn = undefined;
  const focused = drawn.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
  const focusTarget = focused && sameInApplication(focused);
  const clicked = drawn.querySelector<HTMLElement>('[data-clicked]');
  const click = clicked && sameInApplication(clicked);
  drawn.remove();
  document.getElementById('root')?.removeAttribute('style');
  focusTarget?.focus({ preventScroll: true });
  click?.click();
}

/**
 * Returns the application's control of the same kind, photo and name. For other window sizes there can be one that is
 * not displayed.
 */
function sameInApplication(control: HTMLElement): HTMLElement | null {
  const identity = (element: Element) =>
    JSON.stringify([element.getAttribute('data-photo'), element.getAttribute('aria-label'), element.textContent]);
  const controls = [...document.querySelectorAll<HTMLElement>(`#root ${control.localName}`)];
  return (
    controls.find((element) => identity(element) === identity(control) && element.getClientRects().length > 0) ?? null
  );
}
