import type { ChapterFilter } from '#shared/contract/photos/photos.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import type { Admin, Client, Guest } from '../../../platform/auth.ts';
import { decryptCursor, encryptCursor } from '../../../platform/cursors.ts';
import { StudioError } from '../../../platform/errors.ts';
import type { Key } from '../../../platform/table.ts';
import { readSession, type SessionRow } from '../../sessions/repository.ts';
import { canSee, type Guard, type Viewer } from '../access/access.ts';
import { naturalOrderOf, sectionsOf } from '../order/order.ts';
import type { ReadyPhoto } from './lifecycle.ts';
import { chapterAt, keyInOrder, type Part, type PhotoKey, readReadable, readReady } from './repository.ts';

/** Reads photos and leaves out those that the reader may not see. */

/**
 * The number of further rows to read when hidden photos leave a page unfilled: `first`, then doubled each time up to
 * `last`.
 */
const hiddenStep = { first: 20, last: 250 };

/** Returns the chapters in which the client sees photos, each with their number. */
export const visibleChapters = ({ chapters, chapter_counts }: SessionRow): GallerySession['chapters'] =>
  chapters
    .map(({ id, name }) => ({ id, name, photos_count: chapter_counts[id]?.visible_count ?? 0 }))
    .filter(({ photos_count }) => photos_count > 0);

/**
 * Checks that the client sees photos in a chapter.
 * @throws StudioError NOT_FOUND when they see none
 */
export function requireShownChapter(session: SessionRow, chapter: ChapterFilter | undefined): void {
  if (chapter === undefined || chapter === 'none') return;
  if (!visibleChapters(session).some(({ id }) => id === chapter)) throw new StudioError('NOT_FOUND');
}

/** Photo ids by session, in the order of the sessions' photos. */
export type PhotoIds = Record<string, string[]>;

export const idsBySession = (photos: PhotoKey[]): PhotoIds =>
  Object.fromEntries(
    [...Map.groupBy(photos, (photo) => photo.session_id)].map(([id, photosOfSession]) => [
      id,
      photosOfSession.map((photo) => photo.id),
    ]),
  );

/** Returns the photos that pass this guard now, and leaves out the others. */
export const readPermittedPhotos = async (actor: Viewer, photoIds: PhotoIds, guard: Guard): Promise<ReadyPhoto[]> =>
  (await readPermittedWithSessions(actor, photoIds, guard)).map(({ photo }) => photo);

/** Returns the photos that pass this guard now, each with its session. */
export async function readPermittedWithSessions(
  actor: Viewer,
  photoIds: PhotoIds,
  guard: Guard,
): Promise<{ photo: ReadyPhoto; session: SessionRow }[]> {
  const photosBySession = await Promise.all(
    Object.entries(photoIds).map(async ([sessionId, ids]) => {
      const session = await readSession(sessionId);
      if (!session) return [];
      const photos = await readReadable(sessionId, ids);
      return photos.flatMap((photo) => (guard(actor, photo, session) ? [{ photo, session }] : []));
    }),
  );
  return photosBySession.flat();
}

/**
 * Returns a page of a session's photos. Reads until the page is full or the session ends, because a guard or filter may
 * exclude photos.
 */
export async function readPage(
  actor: Client | Admin | Guest,
  session: SessionRow,
  cursor: string | undefined,
  { size: pageSize = limits.photosPerPage, list: name = 'gallery', chapter, isWanted = () => true }: PageOptions = {},
) {
  const { id, photo_order } = session;
  const order = naturalOrderOf(session);
  const sections = sectionsOf(session, chapter, actor.kind === 'admin' ? 'photos_count' : 'visible_count');
  const chapterIds = session.chapters.map((chapter) => chapter.id);
  const caller = actor.kind === 'guest' ? actor.id : actor.sub;
  const cursorScope = [caller, name, id, photo_order, ...chapterIds, ...(chapter ? ['of', chapter] : [])].join(' ');
  const visible: ReadyPhoto[] = [];
  const damaged: string[] = [];
  let startKey: Key | undefined = await decryptCursor(cursorScope, cursor);
  const lastChapter = startKey && chapterAt(startKey, order);
  const isSectionOfCursor = (section: (typeof sections)[number]) =>
    lastChapter ? isSectionOfChapter(section, lastChapter) : section === 'none';
  // Continue in the section in which the previous page ended. A session without chapters is one section.
  let sectionIndex = startKey && sections[0] !== 'all' ? sections.findIndex(isSectionOfCursor) : 0;
  // Read one photo more than a page has, to know whether another page follows.
  let size = pageSize + 1;
  let hiddenBatch = hiddenStep.first;
  for (; sectionIndex >= 0 && sectionIndex < sections.length && visible.length <= pageSize; sectionIndex += 1) {
    do {
      const { rows, last, ...page } = await readReady(id, order, sections[sectionIndex]!, size, startKey);
      damaged.push(...(page.damaged ?? []));
      visible.push(...rows.filter((photo) => canSee(actor, photo, session) && isWanted(photo)));
      startKey = last;
      size = Math.max(pageSize + 1 - visible.length, hiddenBatch);
      hiddenBatch = Math.min(hiddenBatch * 2, hiddenStep.last);
    } while (startKey && visible.length <= pageSize);
  }
  const photos = visible.slice(0, pageSize);
  const lastPhoto = visible.length > photos.length ? photos.at(-1) : undefined;
  return { photos, next_cursor: await encryptCursor(cursorScope, lastPhoto && keyInOrder(lastPhoto, order)), damaged };
}

const isSectionOfChapter = (section: Part, id: string) => typeof section === 'object' && section.chapter === id;

interface PageOptions {
  size?: number;
  chapter?: ChapterFilter | undefined;
  /** The list's name in its cursors, so that a cursor of another list is refused. */
  list?: string;
  isWanted?: (photo: ReadyPhoto) => boolean;
}
