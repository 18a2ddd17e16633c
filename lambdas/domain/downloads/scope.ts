import type { DownloadScope } from '#shared/contract/downloads.ts';
import type { Chapter } from '#shared/contract/sessions/sessions.ts';
import type { Client } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { readPermittedAttachments } from '../attachments/attachments.ts';
import type { ReadyAttachment } from '../attachments/repository.ts';
import type { Guard } from '../photos/access/access.ts';
import { readVisibleFavorites } from '../photos/lists/favorites.ts';
import { readInOrder } from '../photos/order/order.ts';
import { requireSession } from '../photos/row/find.ts';
import type { Photo, ReadyPhoto } from '../photos/row/lifecycle.ts';
import { readReadable } from '../photos/row/repository.ts';

/** The title of downloads of the favorites. */
const favoritesTitle = 'Favorites';

/** The name of the photos in no chapter, as on the session's page. */
const inNoChapter = 'More photos';

export type ClientViewer = Pick<Client, 'kind' | 'customer_id'>;

export interface Scope {
  title: string;
  photos: ReadyPhoto[];
  /** The chapters that become folders. */
  chapters: Chapter[];
  /** The session's attachments, which are downloaded with its originals; empty unless the scope is a whole session. */
  attachments: ReadyAttachment[];
  /** The id of a session's changed clocks, which determine the dates of its files. */
  clocks_id?: string | undefined;
}

/**
 * Returns the photos of a scope that pass this guard. Photos of a session, of a chapter or in no chapter are in the
 * session's order, chosen photos in the order of the request, favorites newest first.
 * @throws StudioError NOT_FOUND for a session of another customer, or a missing chapter
 */
export async function readScope(actor: ClientViewer, scope: DownloadScope, guard: Guard): Promise<Scope> {
  if (scope.kind === 'favorites') {
    return { title: favoritesTitle, photos: await readVisibleFavorites(actor, guard), chapters: [], attachments: [] };
  }
  const session = await requireSession(actor, scope.session_id);
  const { session_name: title, chapters, clocks_id } = session;
  const allowed = (photos: Photo[]) => photos.filter((photo): photo is ReadyPhoto => guard(actor, photo, session));
  if (scope.kind === 'session') {
    const [photos, attachments] = await Promise.all([readInOrder(session), readPermittedAttachments(actor, session)]);
    return { title, photos: allowed(photos), chapters, attachments, clocks_id };
  }
  if (scope.kind === 'photos') {
    const photos = await readReadable(session.id, [...new Set(scope.photo_ids)]);
    return { title, photos: allowed(photos), chapters: [], attachments: [], clocks_id };
  }
  const chapter = chapters.find(({ id }) => id === scope.chapter_id);
  if (!chapter && scope.chapter_id !== 'none') throw new StudioError('NOT_FOUND');
  // A restored photo can be in a chapter that was deleted meanwhile: it counts as a photo in no chapter.
  const chapterOf = (photo: ReadyPhoto) => chapters.find(({ id }) => id === photo.chapter_id);
  const photos = (await readInOrder(session)).filter((photo) => chapterOf(photo) === chapter);
  const name = `${title}, ${chapter?.name ?? inNoChapter}`;
  return { title: name, photos: allowed(photos), chapters: [], attachments: [], clocks_id };
}
