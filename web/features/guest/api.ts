import type { Attachments } from '#shared/contract/attachments.ts';
import type { GuestDownload, GuestDownloadOptions } from '#shared/contract/downloads.ts';
import type {
  Guest,
  GuestDownloadSize,
  GuestMediaAccess,
  NameGuest,
  OpenedLink,
  SentPicks,
} from '#shared/contract/links.ts';
import type {
  ChapterFilter,
  DownloadLink,
  GalleryPage,
  GalleryPhoto,
  SetFavoriteOrNote,
} from '#shared/contract/photos/photos.ts';
import { ApiError, answerOf, unlessAborted } from '../../lib/query/api.ts';
import type { LinkAnswer } from '../../lib/query/link-answer.ts';
import { likeRead, patiently, repeatable } from '../../lib/query/patience.ts';

/** Requests of a guest. The cookie of the link says who asks. */

type Answer<Body> = Response & { json(): Promise<Body> };

/** Whether the link does not open its session anymore. */
export const isClosed = (error: unknown) => error instanceof ApiError && error.code === 'NOT_FOUND';

/**
 * @param early the response, where the request was sent before
 * @throws ApiError
 */
function send<Body>(
  method: string,
  path: string,
  body?: unknown,
  init: RequestInit = {},
  early?: Promise<Answer<Body> | LinkAnswer>,
): Promise<Body> {
  const whole = {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...init,
  };
  let first = early;
  const sent = patiently(() => {
    const answer = first ?? (fetch(`/api/guest/${path}`, whole) as Promise<Answer<Body>>);
    first = undefined;
    return answer;
  }, whole);
  return answerOf(unlessAborted(undefined, sent as Promise<Answer<Body>>));
}

/** @param pin when the link asked for it */
export function openLink(token: string, pin?: string): Promise<OpenedLink> {
  const { opening } = window;
  window.opening = undefined;
  // A PIN counts as a guess each time.
  const init = pin === undefined ? likeRead : {};
  return send('POST', 'open', { token, ...(pin !== undefined && { pin }) }, init, opening);
}

export const renewMedia = (link: string) =>
  send<GuestMediaAccess>('POST', `links/${link}/media-access`, undefined, likeRead);

export function photosPage(link: string, chapter: ChapterFilter | undefined, cursor: string | null) {
  const query = new URLSearchParams({ ...(chapter && { chapter }), ...(cursor !== null && { cursor }) });
  return send<GalleryPage>('GET', `links/${link}/photos?${query}`);
}

export const picksPage = (link: string, cursor: string | null) =>
  send<GalleryPage>('GET', `links/${link}/picks${cursor === null ? '' : `?cursor=${cursor}`}`);

/** Tells whoever made the link what is picked and noted now; a second time changes nothing. */
export const sendPicks = (link: string) => send<SentPicks>('POST', `links/${link}/picks/send`, undefined, repeatable);

export const nameGuest = (link: string, values: NameGuest) =>
  send<Guest>('PUT', `links/${link}/guest`, values, repeatable);

/** `keepalive` completes the request when the page is closed. */
export const setMark = (link: string, photo: string, mark: SetFavoriteOrNote) =>
  send<GalleryPhoto>('PATCH', `links/${link}/photos/${photo}`, mark, { keepalive: true, ...repeatable });

export const listAttachments = (link: string) => send<Attachments>('GET', `links/${link}/attachments`);

export const attachmentLink = (link: string, attachment: string) =>
  send<DownloadLink>('GET', `links/${link}/attachments/${attachment}/download`);

/** The photo's file in the largest size that the link allows of it. */
export const downloadLink = (link: string, photo: string) =>
  send<DownloadLink>('GET', `links/${link}/photos/${photo}/download`);

export const listOptions = (link: string) => send<GuestDownloadOptions>('GET', `links/${link}/download-options`);

/** Has ZIP archives of all photos prepared, or returns those that are. */
export const requestDownload = (link: string, photo_size: GuestDownloadSize) =>
  send<GuestDownload>('POST', `links/${link}/downloads`, { photo_size });

export const openDownload = (link: string, download: string) =>
  send<GuestDownload>('GET', `links/${link}/downloads/${download}`);
