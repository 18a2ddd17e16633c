import type { Attachments } from '#shared/contract/attachments.ts';
import type { GuestDownload } from '#shared/contract/downloads.ts';
import type { Guest, GuestDownloadSize, GuestMediaAccess, NameGuest, OpenedLink } from '#shared/contract/links.ts';
import type {
  ChapterFilter,
  DownloadLink,
  GalleryPage,
  GalleryPhoto,
  SetFavoriteOrNote,
} from '#shared/contract/photos.ts';
import { ApiError, answerOf, unlessAborted } from '../../lib/api.ts';
import '../../lib/link-answer.ts';

/** Requests of a guest. The cookie of the link says who asks. */

interface Answer<Body> {
  ok: boolean;
  status: number;
  json(): Promise<Body>;
}

/** Whether the link does not open its session anymore. */
export const isClosed = (error: unknown) => error instanceof ApiError && error.code === 'NOT_FOUND';

/** @throws ApiError */
function send<Body>(method: string, path: string, body?: unknown, init: RequestInit = {}): Promise<Body> {
  const sent = fetch(`/api/guest/${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    ...init,
  });
  return answerOf(unlessAborted(undefined, sent as Promise<Answer<Body>>));
}

/** @param pin when the link asked for it */
export function openLink(token: string, pin?: string): Promise<OpenedLink> {
  const { opening } = window;
  window.opening = undefined;
  if (opening) return answerOf(unlessAborted(undefined, opening));
  return send('POST', 'open', { token, ...(pin !== undefined && { pin }) });
}

export const renewMedia = (link: string) => send<GuestMediaAccess>('POST', `links/${link}/media-access`);

export function photosPage(link: string, chapter: ChapterFilter | undefined, cursor: string | null) {
  const query = new URLSearchParams({ ...(chapter && { chapter }), ...(cursor !== null && { cursor }) });
  return send<GalleryPage>('GET', `links/${link}/photos?${query}`);
}

export const nameGuest = (link: string, values: NameGuest) => send<Guest>('PUT', `links/${link}/guest`, values);

/** `keepalive` completes the request when the page is closed. */
export const setMark = (link: string, photo: string, mark: SetFavoriteOrNote) =>
  send<GalleryPhoto>('PATCH', `links/${link}/photos/${photo}`, mark, { keepalive: true });

export const listAttachments = (link: string) => send<Attachments>('GET', `links/${link}/attachments`);

export const attachmentLink = (link: string, attachment: string) =>
  send<DownloadLink>('GET', `links/${link}/attachments/${attachment}/download`);

export const downloadLink = (link: string, photo: string, size: GuestDownloadSize) =>
  send<DownloadLink>('GET', `links/${link}/photos/${photo}/download?size=${size}`);

/** Has ZIP archives of all photos prepared, or returns those that are. */
export const requestDownload = (link: string, photo_size: GuestDownloadSize) =>
  send<GuestDownload>('POST', `links/${link}/downloads`, { photo_size });

export const openDownload = (link: string, download: string) =>
  send<GuestDownload>('GET', `links/${link}/downloads/${download}`);
