import type { Opening } from '#shared/contract/opening.ts';
import { signInFragment } from '#shared/sign-in-fragment.ts';
import { emailedAddress } from '../../lib/auth/emailed-address.ts';
import { storedLogin } from '../../lib/auth/stored-login.ts';
import { keepDraft } from '../../lib/browser/drafts.ts';
import { type FirstView, galleryPage, openingQueryOf } from '../../lib/first-view.ts';
import { renderGallery, requestImages } from './draw-gallery.ts';
import { afterImage, appendToHead, holdUntil, startApplication } from './start-application.ts';

/**
 * The inline script of the client area's document. It requests the data of the first screen and renders the first
 * photos of the gallery or of a session's page from the response. The application starts when the first image has
 * loaded, because evaluating it delays response and image on a slow phone by about half a second.
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
  const [url, fragment] = location.href.split(new RegExp(signInFragment, 'i'));
  if (fragment) {
    // Remove the email, which fills in the sign-in page, from the address bar.
    history.replaceState(null, '', url);
    const email = emailedAddress(fragment);
    if (!token && email) keepDraft('client-login', { email });
  }
  if (!token || !location.pathname.startsWith('/dashboard')) return start();
  const query = String(new URLSearchParams(openingQueryOf(location.pathname)));
  const address = `/api/client/open${query && `?${query}`}`;
  const response = fetch(address, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    .then((response): Promise<Opening> | null => (response.ok ? response.json() : null))
    .catch(() => null);
  const view: FirstView = { opening: { token, response }, ended: false };
  window.firstView = view;
  // With a query or fragment, the page opens at another section.
  if (!page || location.search || location.hash) return start();
  holdUntil(start);
  response
    .then((opened) => {
      if (opened && !view.ended) requestImages(page, opened);
      return opened;
    })
    .then(async (opened) => {
      const image = opened && !view.ended && (await renderGallery(view, page, opened));
      if (!image) return start();
      holdUntil(start);
      afterImage(image, start);
    });
}

try {
  begin();
} catch (error) {
  // Storage may be missing, for example; the application reports the error.
  console.warn(error);
  start();
}
