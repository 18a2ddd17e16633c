import type { ArrangePhotos, StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { Admin } from '../../../platform/auth.ts';
import { retryOnConflict } from '../../../platform/conflicts.ts';
import { StudioError } from '../../../platform/errors.ts';
import { askToKeepReady } from '../../jobs/download-jobs.ts';
import type { SessionRow } from '../../sessions/repository.ts';
import { tell } from '../../timeline/tell.ts';
import { canSee } from '../access/access.ts';
import { photosPerTransaction, writeInVersion } from '../editing.ts';
import { requireSession } from '../row/find.ts';
import type { ReadyPhoto } from '../row/lifecycle.ts';
import { placeOf, readBefore, readPhoto, readPhotos } from '../row/repository.ts';
import { toStudioPhoto } from '../row/views.ts';
import { naturalOrderOf } from './order.ts';
import { keysBetween } from './places.ts';

/**
 * Moves photos, in the order of their ids, into a chapter or to a place in their session. Only the moved photos are
 * written; each batch and the chapters' counts change in one transaction, in the version of the session that was read.
 * @returns the photos after the move, without those that do not exist
 * @throws StudioError NOT_FOUND for the session; INVALID for a chapter or a photo that is no longer there, for a place
 * in a session with another order, or when there is no room left between two photos
 */
export async function arrangePhotos(
  actor: Admin,
  sessionId: string,
  arrangement: ArrangePhotos,
): Promise<StudioPhoto[]> {
  const ids = [...new Set(arrangement.photo_ids)];
  const arranged: ReadyPhoto[] = [];
  let arrangedIn: SessionRow | undefined;
  for (let start = 0; start < ids.length; start += photosPerTransaction) {
    const some = ids.slice(start, start + photosPerTransaction);
    arranged.push(
      ...(await retryOnConflict(async () => {
        const session = await requireSession(actor, sessionId);
        const photos = (await readPhotos(sessionId, some)).filter((photo) => canSee(actor, photo, session));
        const after = await arrange(session, photos, arrangement, new Set(ids.slice(start)));
        const changes = photos.map((photo, at) => ({ photo, edited: after[at]! }));
        const moved = changes.filter(({ photo, edited }) => !isSame(photo, edited));
        const photo_ids = moved.map(({ photo }) => photo.id);
        const told = tell(actor, { kind: 'photos-arranged', session, count: moved.length, photo_ids });
        await writeInVersion('arrange', session, moved, told);
        arrangedIn = session;
        return after;
      })),
    );
  }
  const session = arrangedIn;
  if (!session) return [];
  await askToKeepReady(session, { photosChanged: true });
  return arranged.map((photo) => toStudioPhoto(photo, session));
}

const isSame = (one: ReadyPhoto, other: ReadyPhoto) =>
  one.chapter_id === other.chapter_id && one.place === other.place && one.place_order === other.place_order;

async function arrange(
  session: SessionRow,
  photos: ReadyPhoto[],
  { photo_ids, chapter_id, place }: ArrangePhotos,
  /** Photos that are still at their old place. */
  unmoved: ReadonlySet<string>,
): Promise<ReadyPhoto[]> {
  if (chapter_id) requireChapter(session, chapter_id);
  if (!place) {
    return photos.map((photo) => {
      const moved = chapter_id === undefined ? photo : inChapter(photo, chapter_id ?? undefined);
      return place === null ? withoutPlace(moved) : moved;
    });
  }
  if (session.photo_order !== 'custom') {
    throw new StudioError('INVALID', 'Photos are placed by hand only while the session is ordered by hand.');
  }
  const next = place.before === null ? undefined : await requireNext(session, place.before, photo_ids);
  const chapter = next ? next.chapter_id : chapter_id === undefined ? photos[0]?.chapter_id : (chapter_id ?? undefined);
  const order = naturalOrderOf(session);
  const part = chapter === undefined ? 'none' : { chapter };
  const before = await readBefore(session.id, order, part, next, unmoved);
  const keys = keysBetween(before && placeOf(before, order), next && placeOf(next, order), photos.length);
  if (!keys) {
    throw new StudioError('INVALID', 'There is no room left between these two photos. Move one of the two first.');
  }
  return photos.map((photo, at) => ({ ...inChapter(photo, chapter), place: keys[at]!, place_order: order }));
}

function requireChapter({ chapters }: SessionRow, chapter: string): void {
  if (chapters.some(({ id }) => id === chapter)) return;
  throw new StudioError('INVALID', undefined, { fields: { chapter_id: 'This chapter does not exist any more.' } });
}

async function requireNext(session: SessionRow, id: string, moved: string[]): Promise<ReadyPhoto> {
  const photo = moved.includes(id) ? undefined : await readPhoto({ session_id: session.id, id });
  if (photo?.state === 'ready') return photo;
  throw new StudioError('INVALID', undefined, {
    fields: { place: 'The photo that these should stand before is not there any more.' },
  });
}

function inChapter(photo: ReadyPhoto, chapter: string | undefined): ReadyPhoto {
  const { chapter_id: _, ...rest } = photo;
  return chapter === undefined ? rest : { ...rest, chapter_id: chapter };
}

/** The photo at its natural place. */
function withoutPlace(photo: ReadyPhoto): ReadyPhoto {
  const { place: _, place_order: __, ...rest } = photo;
  return rest;
}

/** A restored photo, without a chapter or a place that its session does not have any more. */
export function fitting(photo: ReadyPhoto, session: SessionRow): ReadyPhoto {
  const hasChapter = session.chapters.some(({ id }) => id === photo.chapter_id);
  const isPlaced = session.photo_order === 'custom' && photo.place_order === session.base_order;
  const placed = isPlaced ? photo : withoutPlace(photo);
  return hasChapter ? placed : inChapter(placed, undefined);
}
