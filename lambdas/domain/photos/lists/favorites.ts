import type { FavoritesPage } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import type { Client } from '../../../platform/auth.ts';
import { openCursor, sealCursor } from '../../../platform/cursors.ts';
import { readByCustomer, type SessionRow } from '../../sessions/repository.ts';
import { canSee, type Guard, type Viewer } from '../access/access.ts';
import type { ReadyPhoto } from '../row/lifecycle.ts';
import { readFavorites, readFavoritesPage } from '../row/repository.ts';
import { toGalleryPhoto } from '../row/views.ts';

/** A client's favorites, in all of their sessions. */

/** Returns one page of the client's favorites that they may see, newest favorite first. */
export async function listFavorites(actor: Client, cursor?: string): Promise<FavoritesPage> {
  const list = `${actor.sub} favorites`;
  const from = await openCursor(list, cursor);
  const [sessions, { rows, last }] = await Promise.all([
    readByCustomer(actor.customer_id),
    readFavoritesPage(actor.customer_id, limits.photosPerPage, from),
  ]);
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const photos = openFavorites(actor, canSee, rows, sessions);
  return {
    items: photos.map((photo) => ({
      ...toGalleryPhoto(actor, photo, byId.get(photo.session_id)!),
      session_id: photo.session_id,
    })),
    next_cursor: await sealCursor(list, last),
  };
}

/** Returns all of the client's favorites that pass this guard now, newest favorite first. */
export async function readOpenFavorites(
  actor: Pick<Client, 'kind' | 'customer_id'>,
  guard: Guard,
): Promise<ReadyPhoto[]> {
  const [sessions, photos] = await Promise.all([readByCustomer(actor.customer_id), readFavorites(actor.customer_id)]);
  return openFavorites(actor, guard, photos, sessions);
}

/** The index is eventually consistent, and sessions may be deleted, so the photos are read again. */
function openFavorites(actor: Viewer, guard: Guard, photos: ReadyPhoto[], sessions: SessionRow[]) {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return photos.filter((photo) => {
    const session = byId.get(photo.session_id);
    return photo.is_favorite && session && guard(actor, photo, session);
  });
}
