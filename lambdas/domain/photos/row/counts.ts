import type { ChapterCount } from '../../sessions/repository.ts';
import { stageOf } from '../access/attributes.ts';
import { versionsOf } from '../versions/swap.ts';
import { isShownFavorite } from '../words/attributes.ts';
import type { Photo, ReadyPhoto } from './lifecycle.ts';

/** Returns what these photos add to their session's counts; bytes also of the earlier versions that are kept. */
export function countsOf(photos: readonly Photo[]) {
  const ready = photos.filter((photo) => photo.state === 'ready');
  const measured = ready.flatMap(versionsOf).filter((version) => version.derivative_bytes !== undefined);
  return {
    photos_count: ready.length,
    visible_count: ready.filter((photo) => photo.is_approved).length,
    favorites_count: ready.filter(isShownFavorite).length,
    listed_count: photos.filter((photo) => photo.state !== 'deleted').length,
    finished_count: ready.filter((photo) => stageOf(photo) === 'finished').length,
    original_bytes: measured.reduce((bytes, version) => bytes + version.size, 0),
    derivative_bytes: measured.reduce(
      (bytes, { derivative_bytes = 0, marked_bytes = 0 }) => bytes + derivative_bytes + marked_bytes,
      0,
    ),
    placed_count: ready.filter((photo) => photo.place !== undefined).length,
    ...chapterCountsOf(ready),
  };
}

function chapterCountsOf(ready: readonly ReadyPhoto[]): Record<ChapterCount, number> {
  const counts: Record<ChapterCount, number> = {};
  for (const { chapter_id, is_approved } of ready) {
    if (chapter_id === undefined) continue;
    counts[`photos_in_${chapter_id}`] = (counts[`photos_in_${chapter_id}`] ?? 0) + 1;
    counts[`visible_in_${chapter_id}`] = (counts[`visible_in_${chapter_id}`] ?? 0) + Number(is_approved);
  }
  return counts;
}

/** Returns by what their session's counts change when photos become others, or none. */
export function countsBetween(before: readonly Photo[], after: readonly Photo[]): ReturnType<typeof countsOf> {
  const [from, to] = [countsOf(before), countsOf(after)];
  const names = Object.keys({ ...from, ...to }) as (keyof typeof to)[];
  return Object.fromEntries(names.map((name) => [name, (to[name] ?? 0) - (from[name] ?? 0)])) as typeof to;
}
