import type { PhotoCounts, ToldZone } from '#shared/contract/photos/photo-counts.ts';
import { type Capture, PhotoFilter } from '#shared/contract/photos/photos.ts';
import type { Admin } from '../../../platform/auth.ts';
import { nextRound, type SessionRow } from '../../sessions/repository.ts';
import { canSee } from '../access/access.ts';
import { requireSession } from '../row/find.ts';
import type { ReadyPhoto } from '../row/lifecycle.ts';
import { readAllReadable } from '../row/repository.ts';
import { mayReturn } from '../trash/trash.ts';
import { isMarkable, isUnmarkable, needsMark } from '../watermark/marking.ts';
import { filters } from './studio-list.ts';

/** Whether the client can see a finished photo of which no email has told. */
export const isNewlyFinished = (photo: ReadyPhoto, session: SessionRow): boolean =>
  photo.is_approved && photo.finished_round === nextRound(session);

/**
 * Counts the photos of each filter and of the trash, and finds the zone that most of them tell. All of it is of one
 * strongly consistent read, by the rules that the lists use, so that a count always equals its list.
 * @throws StudioError NOT_FOUND
 */
export async function countPhotosByFilter(actor: Admin, sessionId: string): Promise<PhotoCounts> {
  const session = await requireSession(actor, sessionId);
  const photos = await readAllReadable(sessionId);
  const ready = photos.filter((photo) => canSee(actor, photo, session));
  const proofs = ready.filter(isMarkable);
  const markable = proofs.filter((photo) => !isUnmarkable(photo, session));
  const listed = PhotoFilter.options.map((filter) => [filter, ready.filter(filters[filter]).length]);
  return {
    ...Object.fromEntries(listed),
    trash: photos.filter(mayReturn).length,
    markable: markable.length,
    marked: markable.filter((photo) => !needsMark(photo, session)).length,
    waiting: markable.filter(({ awaits_mark }) => awaits_mark).length,
    unmarkable: proofs.length - markable.length,
    finished_new: ready.filter((photo) => isNewlyFinished(photo, session)).length,
    told_zone: toldZone(ready.flatMap(({ capture }) => capture ?? [])),
  };
}

function toldZone(captures: Capture[]): ToldZone | null {
  const told = captures.flatMap(({ ahead, clock }) => (ahead === undefined ? [] : [{ ahead, clock }]));
  const [most] = [...Map.groupBy(told, ({ ahead }) => ahead).values()].toSorted(
    (one, other) => other.length - one.length,
  );
  return most ? { ...most[0]!, photos_count: most.length, without_zone: captures.length - told.length } : null;
}
