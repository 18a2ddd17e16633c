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

/** Requests of a guest. The link's cookie identifies the guest. */

type Answer<Body> = Response & { json(): Promise<Body> };

/** Whether the session's gallery has ended, which the link would open. */
export const isEnded = (error: unknown) => error instanceof ApiError && error.code === 'GALLERY_ENDED';

/** Whether the link no longer opens its session. */
export const isClosed = (error: unknown) => isEnded(error) || (error instanceof ApiError && error.code === 'NOT_FOUND');

/**
 * Sends a request and returns the body of its response.
 * @param early the response of a request that was sent before this code loaded
 * @throws ApiError
 */
function send<Body>(
  method: string,
  path: string,
  body?: unknown,
  init: RequestInit = {},
  early?: Promise<Answer<Body> | LinkAnswer>,
): Promise<Body> {
  const requestInit = {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...init,
  };
  let earlyResponse = early;
  const response = patiently(() => {
    const answer = earlyResponse ?? (fetch(`/api/guest/${path}`, requestInit) as Promise<Answer<Body>>);
    earlyResponse = undefined;
    return answer;
  }, requestInit);
  return answerOf(unlessAborted(undefined, response as Promise<Answer<Body>>));
}

/**
 * Opens a link.
 * @param pin the PIN, if the link requires one
 */
export function openLink(token: string, pin?: string): Promise<OpenedLink> {
  const { opening } = window;
  window.opening = undefined;
  // Only without a PIN may the request be repeated: each request with a PIN counts as a guess.
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

/**
 * Sends the current picks and notes to the person who made the link. Sending the same picks again changes nothing.
 */
export const sendPicks = (link: string) => send<SentPicks>('POST', `links/${link}/picks/send`, undefined, repeatable);

export const nameGuest = (link: string, values: NameGuest) =>
  send<Guest>('PUT', `links/${link}/guest`, values, repeatable);

/** Saves a pick or a note. `keepalive` completes the request even if the page is closed. */
export const setReaction = (link: string, photo: string, reaction: SetFavoriteOrNote) =>
  send<GalleryPhoto>('PATCH', `links/${link}/photos/${photo}`, reaction, { keepalive: true, ...repeatable });

export const listAttachments = (link: string) => send<Attachments>('GET', `links/${link}/attachments`);

export const attachmentLink = (link: string, attachment: string) =>
  send<DownloadLink>('GET', `links/${link}/attachments/${attachment}/download`);

/** Requests the photo's file in the largest size that the link allows for it. */
export const downloadLink = (link: string, photo: string) =>
  send<DownloadLink>('GET', `links/${link}/photos/${photo}/download`);

export const listOptions = (link: string) => send<GuestDownloadOptions>('GET', `links/${link}/download-options`);

/** Starts preparing ZIP archives of all photos, or returns existing ones. */
export const requestDownload = (link: string, photo_size: GuestDownloadSize) =>
  send<GuestDownload>('POST', `links/${link}/downloads`, { photo_size });

export const readDownload = (link: string, download: string) =>
  send<GuestDownload>('GET', `links/${link}/downloads/${download}`);
