import type { PhotoCounts, StatedZone } from '#shared/contract/photos/photo-counts.ts';
import { type Capture, PhotoFilter } from '#shared/contract/photos/photos.ts';
import type { Admin } from '../../../platform/auth.ts';
import { canSee } from '../access/access.ts';
import { isNewlyFinished } from '../access/finished-round.ts';
import { requireSession } from '../row/find.ts';
import { readAllReadable } from '../row/repository.ts';
import { mayReturn } from '../trash/trash.ts';
import { isMarkable, isUnmarkable, needsWatermark } from '../watermark/marking.ts';
import { filters } from './studio-list.ts';

/**
 * Returns the number of photos for each filter and in the trash, and the time zone that most photos state. All numbers
 * come from one strongly consistent read and follow the rules of the lists, so that a count always equals its list.
 * @throws StudioError NOT_FOUND
 */
export async function countPhotosByFilter(actor: Admin, sessionId: string): Promise<PhotoCounts> {
  const session = await requireSession(actor, sessionId);
  const photos = await readAllReadable(sessionId);
  const readyPhotos = photos.filter((photo) => canSee(actor, photo, session));
  const proofs = readyPhotos.filter(isMarkable);
  const markableProofs = proofs.filter((photo) => !isUnmarkable(photo, session));
  const countsByFilter = PhotoFilter.options.map((filter) => [filter, readyPhotos.filter(filters[filter]).length]);
  return {
    ...Object.fromEntries(countsByFilter),
    trash: photos.filter(mayReturn).length,
    markable: markableProofs.length,
    marked: markableProofs.filter((photo) => !needsWatermark(photo, session)).length,
    waiting: markableProofs.filter(({ awaits_mark }) => awaits_mark).length,
    unmarkable: proofs.length - markableProofs.length,
    finished_new: readyPhotos.filter((photo) => isNewlyFinished(photo, session)).length,
    told_zone: statedZone(readyPhotos.flatMap(({ capture }) => capture ?? [])),
  };
}

function statedZone(captures: Capture[]): StatedZone | null {
  const withZone = captures.flatMap(({ ahead, clock }) => (ahead === undefined ? [] : [{ ahead, clock }]));
  const [largestGroup] = [...Map.groupBy(withZone, ({ ahead }) => ahead).values()].toSorted(
    (first, second) => second.length - first.length,
  );
  return largestGroup
    ? { ...largestGroup[0]!, photos_count: largestGroup.length, without_zone: captures.length - withZone.length }
    : null;
}
