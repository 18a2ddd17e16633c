import type {
  DownloadLink,
  DownloadSize,
  FavoritesPage,
  GalleryPage,
  GalleryPhoto,
  NewestPhotos,
  PhotoFilter,
  StudioPage,
  StudioPhoto,
  UnsettledPage,
} from '#shared/contract/photos.ts';
import type { Gallery } from '#shared/contract/sessions.ts';
import { limits } from '#shared/limits.ts';
import { mediaPath } from '#shared/media.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { openCursor, sealCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { signedUrl } from '../../platform/signer.ts';
import type { Key } from '../../platform/table.ts';
import { readByCustomer, type SessionRow } from '../sessions/repository.ts';
import { listGallery } from '../sessions/sessions.ts';
import { canDownload, canSee, type Viewer } from './access.ts';
import { webFileName } from './file-names.ts';
import { requirePhoto, requireSession } from './find.ts';
import {
  keyInOrder,
  type ReadyPhoto,
  readAllReady,
  readFavoriteKeys,
  readFavorites,
  readFavoritesPage,
  readPhoto,
  readReady,
  readUnsettled,
} from './repository.ts';

/** Where photos are hidden, so many more are looked at to fill a page; then twice as many each time, up to a limit. */
const hiddenStep = { first: 20, last: 250 };
const linkMinutes = 10;

/**
 * One page of what a client may see of a session, in the session's order.
 * @throws StudioError NOT_FOUND for a session that is not theirs
 */
export async function listGalleryPhotos(actor: Client, sessionId: string, cursor?: string): Promise<GalleryPage> {
  const session = await requireSession(actor, sessionId);
  const { photos, next_cursor } = await readPage(actor, session, cursor);
  return { items: photos.map(toGalleryPhoto), next_cursor };
}

/** The first page of the client's newest session, for who opens the gallery: without waiting for the list of sessions. */
export async function listNewestPhotos(actor: Client): Promise<NewestPhotos> {
  const [newest] = await listGallery(actor);
  if (!newest) return { session_id: null, items: [], next_cursor: null };
  const { photos, next_cursor } = await readPage(actor, newest, undefined);
  return { session_id: newest.id, items: photos.map(toGalleryPhoto), next_cursor };
}

/**
 * One page of a session's ready photos as the studio sees them: all, the client's favorites, or those that are hidden.
 * @throws StudioError NOT_FOUND
 */
export async function listStudioPhotos(
  actor: Admin,
  sessionId: string,
  cursor?: string,
  show: PhotoFilter = 'all',
): Promise<StudioPage> {
  const session = await requireSession(actor, sessionId);
  const { photos, next_cursor } = await readPage(actor, session, cursor, {
    size: limits.rowsPerPage,
    list: `studio ${show}`,
    isWanted: filters[show],
  });
  return { items: photos.map(toStudioPhoto), next_cursor };
}

const filters: Record<PhotoFilter, (photo: ReadyPhoto) => boolean> = {
  all: () => true,
  favorites: (photo) => photo.is_favorite,
  hidden: (photo) => !photo.is_approved,
};

/**
 * One page of a session's photos that are on their way or were refused, oldest first.
 * @throws StudioError NOT_FOUND
 */
export async function listUnsettled(actor: Admin, sessionId: string, cursor?: string): Promise<UnsettledPage> {
  const list = `${actor.sub} unsettled ${sessionId}`;
  const { rows, last } = await readUnsettled(sessionId, limits.rowsPerPage, openCursor(list, cursor));
  const { photos_count } = await requireSession(actor, sessionId);
  return {
    photos_count,
    items: rows.map((row) => ({ ...row, reason: row.state === 'failed' ? row.reason : null })),
    next_cursor: sealCursor(list, last),
  };
}

/**
 * A link to a photo's file on our own origin. The original carries its name with it; the web size is served inline, so
 * the screen must save it under `file_name`.
 * @throws StudioError NOT_FOUND where the actor may not see it, or may not download it
 */
export async function linkToDownload(
  actor: Client | Admin,
  sessionId: string,
  photoId: string,
  size: DownloadSize,
): Promise<DownloadLink> {
  const { photo, session } = await requirePhoto(actor, sessionId, photoId);
  if (!canDownload(actor, photo, session)) throw new StudioError('NOT_FOUND');
  const expires = new Date(Date.now() + linkMinutes * 60_000);
  return size === 'original'
    ? { url: await signedUrl(`/${photo.original_key}`, expires), file_name: photo.file_name }
    : {
        url: await signedUrl(mediaPath(photo.customer_id, servedKey(photo), 'large'), expires),
        file_name: webFileName(photo.file_name),
      };
}

/**
 * The client's sessions in which there is something to see, how many of all their photos are favorites, and the cover of
 * the newest session.
 */
export async function openGallery(actor: Client): Promise<Gallery> {
  const [items, favorites] = await Promise.all([listGallery(actor), readFavoriteKeys(actor.customer_id)]);
  const shown = new Set(items.map(({ id }) => id));
  const [newest] = items;
  return {
    items,
    favorites_count: favorites.filter(({ session_id }) => shown.has(session_id)).length,
    cover: newest ? await findCover(actor, newest) : null,
  };
}

/** The photo that the studio chose for a session, unless this actor may not see it (any longer). */
async function findCover(actor: Client, session: SessionRow): Promise<GalleryPhoto | null> {
  if (session.cover_id === null) return null;
  const photo = await readPhoto({ session_id: session.id, id: session.cover_id });
  return photo && canSee(actor, photo, session) ? toGalleryPhoto(photo) : null;
}

/** One page of the client's favorites that they may see, newest favorite first. */
export async function listFavorites(actor: Client, cursor?: string): Promise<FavoritesPage> {
  const list = `${actor.sub} favorites`;
  const [sessions, { rows, last }] = await Promise.all([
    readByCustomer(actor.customer_id),
    readFavoritesPage(actor.customer_id, limits.photosPerPage, openCursor(list, cursor)),
  ]);
  const photos = openFavorites(actor, canSee, rows, sessions);
  return {
    items: photos.map((photo) => ({ ...toGalleryPhoto(photo), session_id: photo.session_id })),
    next_cursor: sealCursor(list, last),
  };
}

/** All of the client's favorites that pass this guard right now, newest favorite first. */
export async function readOpenFavorites(
  actor: Pick<Client, 'kind' | 'customer_id'>,
  guard: typeof canSee,
): Promise<ReadyPhoto[]> {
  const [sessions, photos] = await Promise.all([readByCustomer(actor.customer_id), readFavorites(actor.customer_id)]);
  return openFavorites(actor, guard, photos, sessions);
}

/** The index may not have caught up, and sessions may be deleted: so what it names is looked at once more. */
function openFavorites(actor: Viewer, guard: typeof canSee, photos: ReadyPhoto[], sessions: SessionRow[]) {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return photos.filter((photo) => {
    const session = byId.get(photo.session_id);
    return photo.is_favorite && session && guard(actor, photo, session);
  });
}

/**
 * Every photo of a session that the client may see, in the session's order.
 * @throws StudioError NOT_FOUND for a session that is not theirs
 */
export async function listVisiblePhotos(actor: Client, sessionId: string): Promise<ReadyPhoto[]> {
  const session = await requireSession(actor, sessionId);
  const photos = await readAllReady(session.id, session.photo_order);
  return photos.filter((photo) => canSee(actor, photo, session));
}

/** What ZIPs of the favorites are called. */
const favoritesTitle = 'Favorites';

/**
 * Every photo that a client may download, of one session in its order, or of all favorites, the newest first.
 * @throws StudioError NOT_FOUND for a session that is not theirs
 */
export async function listDownloadable(
  actor: Pick<Client, 'kind' | 'customer_id'>,
  sessionId: string | undefined,
): Promise<{ title: string; photos: ReadyPhoto[] }> {
  if (sessionId === undefined) return { title: favoritesTitle, photos: await readOpenFavorites(actor, canDownload) };
  const session = await requireSession(actor, sessionId);
  const photos = await readAllReady(session.id, session.photo_order);
  return { title: session.session_name, photos: photos.filter((photo) => canDownload(actor, photo, session)) };
}

/** Some may see or want only some of a session: goes on reading until a page is full or the session ends. */
async function readPage(
  actor: Client | Admin,
  session: SessionRow,
  cursor: string | undefined,
  { size: pageSize = limits.photosPerPage, list: name = 'gallery', isWanted = filters.all }: PageOptions = {},
) {
  const { id, photo_order: order } = session;
  const list = `${actor.sub} ${name} ${id} ${order}`;
  const visible: ReadyPhoto[] = [];
  let start: Key | undefined = openCursor(list, cursor);
  // One more than a page tells whether there is another.
  let size = pageSize + 1;
  let step = hiddenStep.first;
  do {
    const { rows, last } = await readReady(id, order, size, start);
    visible.push(...rows.filter((photo) => canSee(actor, photo, session) && isWanted(photo)));
    start = last;
    size = Math.max(pageSize + 1 - visible.length, step);
    step = Math.min(step * 2, hiddenStep.last);
  } while (start && visible.length <= pageSize);
  const photos = visible.slice(0, pageSize);
  const end = visible.length > photos.length ? photos.at(-1) : undefined;
  return { photos, next_cursor: sealCursor(list, end && keyInOrder(end, order)) };
}

interface PageOptions {
  size?: number;
  /** Names the list in its cursors. */
  list?: string;
  isWanted?: (photo: ReadyPhoto) => boolean;
}

/** Where the derivatives lie right now. */
const servedKey = (photo: Pick<ReadyPhoto, 'media_key' | 'stale_media_key'>): string =>
  photo.stale_media_key ?? photo.media_key;

export const toGalleryPhoto = (photo: ReadyPhoto): GalleryPhoto => ({
  id: photo.id,
  file_name: photo.file_name,
  media_key: servedKey(photo),
  width: photo.width,
  height: photo.height,
  thumbhash: photo.thumbhash,
  is_favorite: photo.is_favorite,
  note: photo.note,
  downloadable: photo.downloadable,
});

export const toStudioPhoto = (photo: ReadyPhoto): StudioPhoto => ({
  ...toGalleryPhoto(photo),
  is_approved: photo.is_approved,
  category: photo.featured_in ?? null,
  size: photo.size,
  uploaded_at: photo.uploaded_at,
  captured_at: photo.captured_at,
});
