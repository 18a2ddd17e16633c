import type { ChapterCount, SessionRow } from '../../sessions/repository.ts';
import { stageOf } from '../access/attributes.ts';
import { isNewlyFinished } from '../access/finished-round.ts';
import { isShownFavorite } from '../feedback/attributes.ts';
import { versionsOf } from '../versions/swap.ts';
import type { Photo, ReadyPhoto } from './lifecycle.ts';

/**
 * Returns what these photos add to their session's counters; the bytes include earlier versions that are still stored.
 */
export function countsOf(photos: readonly Photo[]) {
  const readyPhotos = photos.filter((photo) => photo.state === 'ready');
  const measuredVersions = readyPhotos.flatMap(versionsOf).filter((version) => version.derivative_bytes !== undefined);
  return {
    photos_count: readyPhotos.length,
    visible_count: readyPhotos.filter((photo) => photo.is_approved).length,
    favorites_count: readyPhotos.filter(isShownFavorite).length,
    listed_count: photos.filter((photo) => photo.state !== 'deleted').length,
    finished_count: readyPhotos.filter((photo) => stageOf(photo) === 'finished').length,
    original_bytes: measuredVersions.reduce((bytes, version) => bytes + version.size, 0),
    derivative_bytes: measuredVersions.reduce(
      (bytes, { derivative_bytes = 0, marked_bytes = 0 }) => bytes + derivative_bytes + marked_bytes,
      0,
    ),
    placed_count: readyPhotos.filter((photo) => photo.place !== undefined).length,
    ...chapterCountsOf(readyPhotos),
  };
}

function chapterCountsOf(readyPhotos: readonly ReadyPhoto[]): Record<ChapterCount, number> {
  const counts: Record<ChapterCount, number> = {};
  for (const { chapter_id, is_approved } of readyPhotos) {
    if (chapter_id === undefined) continue;
    counts[`photos_in_${chapter_id}`] = (counts[`photos_in_${chapter_id}`] ?? 0) + 1;
    counts[`visible_in_${chapter_id}`] = (counts[`visible_in_${chapter_id}`] ?? 0) + Number(is_approved);
  }
  return counts;
}

/**
 * Returns the change of a session's counters when its photos change from `before` to `after`. `after: []`: they are
 * removed.
 */
export function countsBetween(before: readonly Photo[], after: readonly Photo[]): ReturnType<typeof countsOf> {
  const [countsBefore, countsAfter] = [countsOf(before), countsOf(after)];
  const names = Object.keys({ ...countsBefore, ...countsAfter }) as (keyof typeof countsAfter)[];
  return Object.fromEntries(
    names.map((name) => [name, (countsAfter[name] ?? 0) - (countsBefore[name] ?? 0)]),
  ) as typeof countsAfter;
}

/**
 * Returns the change of a session's counters as `countsBetween` does, with that of its newly finished photos. The
 * caller's write must fail when an email about finished photos is sent meanwhile. A row that does not count them yet
 * begins with that email.
 */
export function sessionCountsBetween(session: SessionRow, before: readonly Photo[], after: readonly Photo[]) {
  const counts = countsBetween(before, after);
  if (session.finished_new_count === undefined) return counts;
  const newlyFinished = (photos: readonly Photo[]) => photos.filter((photo) => isNewlyFinished(photo, session)).length;
  return { ...counts, finished_new_count: newlyFinished(after) - newlyFinished(before) };
}
