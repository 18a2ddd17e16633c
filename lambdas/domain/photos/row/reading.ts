import type { ChapterFilter } from '#shared/contract/photos/photos.ts';
import type { GallerySession } from '#shared/contract/sessions.ts';
import { limits } from '#shared/limits.ts';
import type { Admin, Client, Guest } from '../../../platform/auth.ts';
import { openCursor, sealCursor } from '../../../platform/cursors.ts';
import { StudioError } from '../../../platform/errors.ts';
import type { Key } from '../../../platform/table.ts';
import { readSession, type SessionRow } from '../../sessions/repository.ts';
import { canSee, type Guard, type Viewer } from '../access/access.ts';
import { naturalOrderOf, partsOf } from '../order/order.ts';
import type { ReadyPhoto } from './lifecycle.ts';
import { chapterAt, keyInOrder, type Part, type PhotoKey, readReadable, readReady } from './repository.ts';

/** Reads the photos that somebody may see. */

/** Extra rows read to fill a page when photos are hidden; doubled each time, up to `last`. */
const hiddenStep = { first: 20, last: 250 };

/** The chapters that have photos for the client, and how many. */
export const visibleChapters = ({ chapters, chapter_counts }: SessionRow): GallerySession['chapters'] =>
  chapters
    .map(({ id, name }) => ({ id, name, photos_count: chapter_counts[id]?.visible_count ?? 0 }))
    .filter(({ photos_count }) => photos_count > 0);

/** @throws StudioError NOT_FOUND for a chapter without photos for the client */
export function requireShownChapter(session: SessionRow, chapter: ChapterFilter | undefined): void {
  if (chapter === undefined || chapter === 'none') return;
  if (!visibleChapters(session).some(({ id }) => id === chapter)) throw new StudioError('NOT_FOUND');
}

/** Photo ids by session, in the order of the sessions' photos. */
export type PhotoIds = Record<string, string[]>;

export const idsBySession = (photos: PhotoKey[]): PhotoIds =>
  Object.fromEntries(
    [...Map.groupBy(photos, (photo) => photo.session_id)].map(([id, some]) => [id, some.map((photo) => photo.id)]),
  );

/** Returns those of these photos that pass this guard now. */
export const readOpenPhotos = async (actor: Viewer, photoIds: PhotoIds, guard: Guard): Promise<ReadyPhoto[]> =>
  (await readOpenWithSessions(actor, photoIds, guard)).map(({ photo }) => photo);

/** The same, each with its session. */
export async function readOpenWithSessions(
  actor: Viewer,
  photoIds: PhotoIds,
  guard: Guard,
): Promise<{ photo: ReadyPhoto; session: SessionRow }[]> {
  const found = await Promise.all(
    Object.entries(photoIds).map(async ([sessionId, ids]) => {
      const session = await readSession(sessionId);
      if (!session) return [];
      const photos = await readReadable(sessionId, ids);
      return photos.flatMap((photo) => (guard(actor, photo, session) ? [{ photo, session }] : []));
    }),
  );
  return found.flat();
}

/** Reads until a page is full or the session ends, because a guard or filter may exclude photos. */
export async function readPage(
  actor: Client | Admin | Guest,
  session: SessionRow,
  cursor: string | undefined,
  { size: pageSize = limits.photosPerPage, list: name = 'gallery', chapter, isWanted = () => true }: PageOptions = {},
) {
  const { id, photo_order } = session;
  const order = naturalOrderOf(session);
  const parts = partsOf(session, chapter, actor.kind === 'admin' ? 'photos_count' : 'visible_count');
  const chapters = session.chapters.map((one) => one.id);
  const caller = actor.kind === 'guest' ? actor.id : actor.sub;
  const list = [caller, name, id, photo_order, ...chapters, ...(chapter ? ['of', chapter] : [])].join(' ');
  const visible: ReadyPhoto[] = [];
  const damaged: string[] = [];
  let start: Key | undefined = await openCursor(list, cursor);
  const at = start && chapterAt(start, order);
  const isLast = (one: (typeof parts)[number]) => (at ? isChapter(one, at) : one === 'none');
  // The part in which the previous page ended; the whole session is one part.
  let part = start && parts[0] !== 'all' ? parts.findIndex(isLast) : 0;
  // One photo more than a page shows whether another page follows.
  let size = pageSize + 1;
  let step = hiddenStep.first;
  for (; part >= 0 && part < parts.length && visible.length <= pageSize; part += 1) {
    do {
      const { rows, last, ...page } = await readReady(id, order, parts[part]!, size, start);
      damaged.push(...(page.damaged ?? []));
      visible.push(...rows.filter((photo) => canSee(actor, photo, session) && isWanted(photo)));
      start = last;
      size = Math.max(pageSize + 1 - visible.length, step);
      step = Math.min(step * 2, hiddenStep.last);
    } while (start && visible.length <= pageSize);
  }
  const photos = visible.slice(0, pageSize);
  const end = visible.length > photos.length ? photos.at(-1) : undefined;
  return { photos, next_cursor: await sealCursor(list, end && keyInOrder(end, order)), damaged };
}

const isChapter = (part: Part, id: string) => typeof part === 'object' && part.chapter === id;

interface PageOptions {
  size?: number;
  chapter?: ChapterFilter | undefined;
  /** Names the list in its cursors. */
  list?: string;
  isWanted?: (photo: ReadyPhoto) => boolean;
}
