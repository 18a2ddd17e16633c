import type { FavoritesPage } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import type { Client } from '../../../platform/auth.ts';
import { decryptCursor, encryptCursor } from '../../../platform/cursors.ts';
import { readByCustomer, type SessionRow } from '../../sessions/repository.ts';
import { canSee, type Guard, type Viewer } from '../access/access.ts';
import { readFavorites, readFavoritesPage } from '../row/feedback.ts';
import type { ReadyPhoto } from '../row/lifecycle.ts';
import { toGalleryPhoto } from '../row/views.ts';

/** Lists a client's favorites in all of their sessions. */

/** Returns one page of the client's favorites that they may see, newest favorite first. */
export async function listFavorites(actor: Client, cursor?: string): Promise<FavoritesPage> {
  const cursorScope = `${actor.sub} favorites`;
  const startKey = await decryptCursor(cursorScope, cursor);
  const [sessions, { rows, last }] = await Promise.all([
    readByCustomer(actor.customer_id),
    readFavoritesPage(actor.customer_id, limits.photosPerPage, startKey),
  ]);
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const photos = allowedFavorites(actor, canSee, rows, sessions);
  return {
    items: photos.map((photo) => ({
      ...toGalleryPhoto(actor, photo, byId.get(photo.session_id)!),
      session_id: photo.session_id,
    })),
    next_cursor: await encryptCursor(cursorScope, last),
  };
}

/** Returns all of the client's favorites that pass this guard now, newest favorite first. */
export async function readVisibleFavorites(
  actor: Pick<Client, 'kind' | 'customer_id'>,
  guard: Guard,
): Promise<ReadyPhoto[]> {
  const [sessions, photos] = await Promise.all([readByCustomer(actor.customer_id), readFavorites(actor.customer_id)]);
  return allowedFavorites(actor, guard, photos, sessions);
}

/**
 * Returns the photos that are still favorites and pass this guard. The index is eventually consistent, and a session
 * may be deleted.
 */
function allowedFavorites(actor: Viewer, guard: Guard, photos: ReadyPhoto[], sessions: SessionRow[]) {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return photos.filter((photo) => {
    const session = byId.get(photo.session_id);
    return photo.is_favorite && session && guard(actor, photo, session);
  });
}
