import type { ChapterFilter } from '#shared/contract/photos/photos.ts';
import type { NaturalOrder } from '#shared/contract/sessions/sessions.ts';
import type { SessionRow } from '../../sessions/repository.ts';
import type { ReadyPhoto } from '../row/lifecycle.ts';
import { type Part, positionKey, readAllReady } from '../row/repository.ts';

/**
 * Sorts a session's photos: chapter by chapter, then the photos in no chapter; within each section by a natural order
 * and positions set by hand.
 */

type Ordered = Pick<SessionRow, 'photo_order' | 'base_order' | 'chapters' | 'chapter_counts'>;

/** Returns the natural order in which the photos of one chapter are read. */
export const naturalOrderOf = ({ photo_order, base_order }: Ordered): NaturalOrder =>
  photo_order === 'custom' ? base_order : photo_order;

/**
 * Returns the sections of a session that have photos, in their order; with `chapter` only that chapter, or the photos
 * in no chapter ('none').
 * @param count the counter that says whether a chapter has photos
 */
export function sectionsOf(
  session: Ordered,
  chapter: ChapterFilter | undefined,
  count: 'photos_count' | 'visible_count',
): Part[] {
  const chapterIds = session.chapters.map(({ id }) => id);
  // A restored photo can be in a chapter that was deleted meanwhile: it is shown with the photos in no chapter.
  const deletedChapterIds = Object.keys(session.chapter_counts).filter((id) => !chapterIds.includes(id));
  if (chapterIds.length + deletedChapterIds.length === 0) return ['all'];
  const withPhotos = (ids: string[]): Part[] =>
    ids.filter((id) => (session.chapter_counts[id]?.[count] ?? 0) > 0).map((id) => ({ chapter: id }));
  if (chapter === undefined) return [...withPhotos(chapterIds), ...withPhotos(deletedChapterIds), 'none'];
  return chapter === 'none' ? [...withPhotos(deletedChapterIds), 'none'] : withPhotos([chapter]);
}

/** Returns every ready photo of a session in its order. */
export async function readInOrder(session: Ordered & Pick<SessionRow, 'id'>): Promise<ReadyPhoto[]> {
  return inChapters(session, await readAllReady(session.id, naturalOrderOf(session)));
}

/** Returns these photos in their session's order. */
export function sortInOrder(session: Ordered, photos: readonly ReadyPhoto[]): ReadyPhoto[] {
  const order = naturalOrderOf(session);
  const photosWithKeys = photos.map((photo) => ({ photo, key: positionKey(photo, order) }));
  const sorted = photosWithKeys
    .toSorted((first, second) => (first.key < second.key ? -1 : 1))
    .map(({ photo }) => photo);
  return inChapters(session, sorted);
}

/** Returns the photos chapter by chapter, sorted within each chapter as before. */
function inChapters({ chapters }: Ordered, photos: readonly ReadyPhoto[]): ReadyPhoto[] {
  const chapterPositions = new Map(chapters.map(({ id }, position) => [id, position]));
  const chapterPositionOf = ({ chapter_id = '' }: ReadyPhoto) =>
    chapterPositions.get(chapter_id) ?? chapterPositions.size;
  return photos.toSorted((first, second) => chapterPositionOf(first) - chapterPositionOf(second));
}
