import type { ArrangePhotos, StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { Admin } from '../../../platform/auth.ts';
import { retryOnConflict } from '../../../platform/conflicts.ts';
import { StudioError } from '../../../platform/errors.ts';
import { askToKeepReady } from '../../jobs/download-jobs.ts';
import type { SessionRow } from '../../sessions/repository.ts';
import { recordActivity } from '../../timeline/record.ts';
import { canSee } from '../access/access.ts';
import { photosPerTransaction, writeInVersion } from '../editing.ts';
import { requireSession } from '../row/find.ts';
import type { ReadyPhoto } from '../row/lifecycle.ts';
import { positionKey, readBefore, readPhoto, readPhotos } from '../row/repository.ts';
import { toStudioPhoto } from '../row/views.ts';
import { naturalOrderOf } from './order.ts';
import { positionsBetween } from './positions.ts';

/**
 * Moves photos, in the order of their ids, into a chapter or to a position in their session. Only moved photos are
 * written; each batch and the chapters' counters change in one transaction, which fails when the session changed since
 * it was read.
 * @returns the photos after the move, without missing ones
 * @throws StudioError NOT_FOUND for the session; INVALID when the chapter or the photo to place before is missing, when
 * the session is not ordered by hand, or when no position is free between two photos
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
    const batchIds = ids.slice(start, start + photosPerTransaction);
    arranged.push(
      ...(await retryOnConflict(async () => {
        const session = await requireSession(actor, sessionId);
        const photos = (await readPhotos(sessionId, batchIds)).filter((photo) => canSee(actor, photo, session));
        const after = await arrange(session, photos, arrangement, new Set(ids.slice(start)));
        const changes = photos.map((photo, index) => ({ photo, edited: after[index]! }));
        const moved = changes.filter(({ photo, edited }) => !hasSamePosition(photo, edited));
        const photo_ids = moved.map(({ photo }) => photo.id);
        const entries = recordActivity(actor, { kind: 'photos-arranged', session, count: moved.length, photo_ids });
        await writeInVersion('arrange', session, moved, entries);
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

const hasSamePosition = (first: ReadyPhoto, second: ReadyPhoto) =>
  first.chapter_id === second.chapter_id && first.place === second.place && first.place_order === second.place_order;

async function arrange(
  session: SessionRow,
  photos: ReadyPhoto[],
  { photo_ids, chapter_id, place }: ArrangePhotos,
  /** The ids of photos that are still at their old position. */
  unmovedIds: ReadonlySet<string>,
): Promise<ReadyPhoto[]> {
  if (chapter_id) requireChapter(session, chapter_id);
  if (!place) {
    return photos.map((photo) => {
      const moved = chapter_id === undefined ? photo : inChapter(photo, chapter_id ?? undefined);
      return place === null ? withoutPosition(moved) : moved;
    });
  }
  if (session.photo_order !== 'custom') {
    throw new StudioError('INVALID', 'Photos are placed by hand only while the session is ordered by hand.');
  }
  const nextPhoto = place.before === null ? undefined : await requireNext(session, place.before, photo_ids);
  const chapter = nextPhoto
    ? nextPhoto.chapter_id
    : chapter_id === undefined
      ? photos[0]?.chapter_id
      : (chapter_id ?? undefined);
  const order = naturalOrderOf(session);
  const section = chapter === undefined ? 'none' : { chapter };
  const photoBefore = await readBefore(session.id, order, section, nextPhoto, unmovedIds);
  const keys = positionsBetween(
    photoBefore && positionKey(photoBefore, order),
    nextPhoto && positionKey(nextPhoto, order),
    photos.length,
  );
  if (!keys) {
    throw new StudioError('INVALID', 'There is no room left between these two photos. Move one of the two first.');
  }
  return photos.map((photo, index) => ({ ...inChapter(photo, chapter), place: keys[index]!, place_order: order }));
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
  const { chapter_id: _, ...photoWithoutChapter } = photo;
  return chapter === undefined ? photoWithoutChapter : { ...photoWithoutChapter, chapter_id: chapter };
}

/** Returns the photo without its position set by hand. */
function withoutPosition(photo: ReadyPhoto): ReadyPhoto {
  const { place: _, place_order: __, ...photoWithoutPosition } = photo;
  return photoWithoutPosition;
}

/** Returns a restored photo without a chapter or position that its session no longer has. */
export function fitting(photo: ReadyPhoto, session: SessionRow): ReadyPhoto {
  const hasChapter = session.chapters.some(({ id }) => id === photo.chapter_id);
  const keepsPosition = session.photo_order === 'custom' && photo.place_order === session.base_order;
  const placedPhoto = keepsPosition ? photo : withoutPosition(photo);
  return hasChapter ? placedPhoto : inChapter(placedPhoto, undefined);
}
