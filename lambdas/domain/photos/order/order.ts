import type { ChapterFilter } from '#shared/contract/photos/photos.ts';
import type { NaturalOrder } from '#shared/contract/sessions.ts';
import type { SessionRow } from '../../sessions/repository.ts';
import type { ReadyPhoto } from '../row/lifecycle.ts';
import { type Part, placeOf, readAllReady } from '../row/repository.ts';

/** The order of a session's photos: chapter by chapter, then photos in no chapter; within each of them by a natural order. */

type Ordered = Pick<SessionRow, 'photo_order' | 'base_order' | 'chapters' | 'chapter_counts'>;

/** Returns the natural order in which the photos of one chapter are read. */
export const naturalOrderOf = ({ photo_order, base_order }: Ordered): NaturalOrder =>
  photo_order === 'custom' ? base_order : photo_order;

/**
 * Returns the parts of a session that have photos, in their order: all of them, one chapter, or those in no chapter.
 * @param count which photos count
 */
export function partsOf(
  session: Ordered,
  chapter: ChapterFilter | undefined,
  count: 'photos_count' | 'visible_count',
): Part[] {
  const own = session.chapters.map(({ id }) => id);
  // A restored photo can be in a chapter that was deleted after its export: it is shown with those in no chapter.
  const unknown = Object.keys(session.chapter_counts).filter((id) => !own.includes(id));
  if (own.length + unknown.length === 0) return ['all'];
  const withPhotos = (ids: string[]): Part[] =>
    ids.filter((id) => (session.chapter_counts[id]?.[count] ?? 0) > 0).map((id) => ({ chapter: id }));
  if (chapter === undefined) return [...withPhotos(own), ...withPhotos(unknown), 'none'];
  return chapter === 'none' ? [...withPhotos(unknown), 'none'] : withPhotos([chapter]);
}

/** Returns every ready photo of a session in its order. */
export async function readInOrder(session: Ordered & Pick<SessionRow, 'id'>): Promise<ReadyPhoto[]> {
  return inChapters(session, await readAllReady(session.id, naturalOrderOf(session)));
}

/** Returns photos of a session in its order. */
export function sortInOrder(session: Ordered, photos: readonly ReadyPhoto[]): ReadyPhoto[] {
  const order = naturalOrderOf(session);
  const keyed = photos.map((photo) => ({ photo, key: placeOf(photo, order) }));
  const sorted = keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ photo }) => photo);
  return inChapters(session, sorted);
}

/** Returns sorted photos chapter by chapter. */
function inChapters({ chapters }: Ordered, photos: readonly ReadyPhoto[]): ReadyPhoto[] {
  const places = new Map(chapters.map(({ id }, place) => [id, place]));
  const chapterOf = ({ chapter_id = '' }: ReadyPhoto) => places.get(chapter_id) ?? places.size;
  return photos.toSorted((one, other) => chapterOf(one) - chapterOf(other));
}
