import type { Opening } from '#shared/contract/opening.ts';
import { signInFragment } from '#shared/sign-in-fragment.ts';
import { storedLogin } from '../../lib/auth/stored-login.ts';
import { keepDraft } from '../../lib/browser/drafts.ts';
import { type FirstView, galleryPage, openingQueryOf } from '../../lib/first-view.ts';
import { drawGallery, requestPictures } from './draw-gallery.ts';
import { afterPicture, appendToHead, holdUntil, startApplication } from './start-application.ts';

/**
 * Inline script of the client area's document. It requests what the first screen needs and draws the first photos of
 * the gallery or of a session's own page from the response; the application starts when the first picture has loaded,
 * because evaluating it delays response and picture on a slow phone by about half a second.
 */

const { session = '' } = document.currentScript?.dataset ?? {};

const page = galleryPage(location.pathname);

function start() {
  if (!startApplication() || !page?.session) return;
  // The application imports the screen of a session's page only when it runs.
  for (const href of session.split(' ')) appendToHead('link', { rel: 'modulepreload', crossorigin: '', href });
}

function begin() {
  const token = storedLogin()?.token;
  const [rest, email] = location.href.split(signInFragment);
  if (email) {
    // The address bar does not keep what fills in the sign-in page.
    history.replaceState(null, '', rest);
    if (!token) keepDraft('client-login', { email: decodeURIComponent(email) });
  }
  if (!token || !location.pathname.startsWith('/dashboard')) return start();
  const query = String(new URLSearchParams(openingQueryOf(location.pathname)));
  const address = `/api/client/open${query && `?${query}`}`;
  const response = fetch(address, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    .then((response): Promise<Opening> | null => (response.ok ? response.json() : null))
    .catch(() => null);
  const view: FirstView = { opening: { token, response }, ended: false };
  window.firstView = view;
  // A query or fragment shows another part of the page.
  if (!page || location.search || location.hash) return start();
  holdUntil(start);
  response
    .then((opened) => {
      if (opened && !view.ended) requestPictures(page, opened);
      return opened;
    })
    .then((opened) => {
      const picture = opened && !view.ended && drawGallery(view, page, opened);
      if (!picture) return start();
      holdUntil(start);
      afterPicture(picture, start);
    });
}

try {
  begin();
} catch (error) {
  // Without storage, for example: the application reports it.
  console.warn(error);
  start();
}
