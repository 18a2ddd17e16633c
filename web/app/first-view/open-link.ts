import type { OpenedLink, SharedSession } from '#shared/contract/links.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { picksOf } from '../../features/guest/picks.ts';
import { linkToken } from '../../lib/auth/link-token.ts';
import type { FirstView } from '../../lib/first-view.ts';
import type { LinkAnswer } from '../../lib/query/link-answer.ts';
import { formatPhotoCount } from '../../photos/format-photo-count.ts';
import { contentOfDocument } from '../render/document-content.ts';
import { cloneOf, renderOver, requestCover, setCover } from './draw.ts';
import { fill } from './fill.ts';
import { afterImage, holdUntil, startApplication } from './start-application.ts';

/**
 * The inline script of the guests' page. It opens the link and renders the head of the session from the response; the
 * application starts when the cover has loaded. The application takes the response (`openLink`) and handles its
 * failure.
 */

async function open(token: string): Promise<LinkAnswer> {
  const response = await fetch('/api/guest/open', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const body: Promise<OpenedLink> = response.json();
  const { ok, status, headers } = response;
  const answer: LinkAnswer = { ok, status, headers, json: () => body, clone: () => answer };
  return answer;
}

const coverOf = ({ cover, photos }: SharedSession) => cover ?? photos.items[0];

/**
 * Renders the head.
 * @returns the cover; undefined if nothing was rendered: another response, or a session without photos
 */
function renderHead(view: FirstView, opened: OpenedLink): HTMLImageElement | undefined {
  if (opened.state !== 'open' || view.ended) return undefined;
  const { photos, media_access, may_pick, guest } = opened;
  const cover = coverOf(opened);
  const root = document.getElementById('root');
  const frame = cloneOf('guest');
  const image = frame?.querySelector<HTMLImageElement>('header img');
  if (!cover || !root || !frame || !image) return undefined;
  if (!may_pick) frame.querySelector('[role=status]')?.remove();
  if (opened.download === 'none') frame.querySelector('button')?.remove();
  const picked = photos.items.filter(({ is_favorite }) => is_favorite).length;
  fill(frame, {
    session: opened.session_name,
    date: calendarDate(opened.session_date),
    shared_by: opened.shared_by ?? contentOfDocument().studio.name,
    count: formatPhotoCount(opened.photos_count),
    picks: picksOf(guest, picked),
  });
  setCover(image, cover, media_access.query);
  renderOver(root, frame, view);
  return image;
}

function begin() {
  const token = linkToken(location.hash);
  if (!token) return startApplication();
  const view: FirstView = { ended: false };
  window.firstView = view;
  window.opening = open(token);
  holdUntil(startApplication);
  window.opening
    .then((answer) => answer.json())
    .then((opened) => {
      // This runs in a separate microtask, because rendering takes a slow phone longer than the response.
      const cover = opened.state === 'open' && coverOf(opened);
      if (cover) requestCover(cover, opened.media_access.query);
      return opened;
    })
    .then((opened) => {
      const cover = renderHead(view, opened);
      if (!cover) return startApplication();
      holdUntil(startApplication);
      afterImage(cover, startApplication);
    })
    .catch(startApplication);
}

try {
  begin();
} catch (error) {
  // The application reports the error.
  console.warn(error);
  startApplication();
}
