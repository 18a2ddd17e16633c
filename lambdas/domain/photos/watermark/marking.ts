import type { SessionRow } from '../../sessions/repository.ts';
import { isMarkedProof } from '../access/access.ts';
import { stageOf } from '../access/attributes.ts';
import type { Photo, ReadyPhoto, VersionedPhoto } from '../row/lifecycle.ts';

/** Which photos of a session have, need, or wait for a watermark. See docs/photo-lifecycle.md, "Watermarks". */

/** Whether the client is meant to see the photo: they do, or will when it is marked. */
export const isMeant = ({ is_approved, awaits_mark }: Pick<ReadyPhoto, 'is_approved' | 'awaits_mark'>): boolean =>
  is_approved || awaits_mark === true;

/** Whether a photo is a proof that its client is meant to see, so that it needs the session's watermark. */
export const isMarkable = (photo: Photo): photo is ReadyPhoto =>
  photo.state === 'ready' && stageOf(photo) === 'proof' && isMeant(photo);

/** Whether the session's watermark can't be on a proof, as process-photo has found. */
export const isUnmarkable = (
  photo: Pick<ReadyPhoto, 'stage' | 'unmarkable_with'>,
  { watermark_id }: Pick<SessionRow, 'watermark_id'>,
): boolean => watermark_id !== undefined && stageOf(photo) === 'proof' && photo.unmarkable_with === watermark_id;

/** Whether process-photo has to make marked derivatives of a photo. */
export const needsMark = (photo: Photo, session: Pick<SessionRow, 'watermark_id'>): photo is ReadyPhoto =>
  session.watermark_id !== undefined &&
  isMarkable(photo) &&
  photo.marked_with !== session.watermark_id &&
  !isUnmarkable(photo, session);

/**
 * Returns a photo as it is to be written into its session: where proofs are shown marked, one that the client is meant
 * to see and that has no marked derivatives is hidden until it has, and none is in the public gallery. One that the
 * session's watermark can't be on is hidden in any case. The photo itself when nothing of that applies.
 */
export function inMarks<P extends VersionedPhoto>(
  photo: P,
  session: Pick<SessionRow, 'marks_shown' | 'watermark_id'>,
): P {
  if (photo.state !== 'ready') return photo;
  const { awaits_mark, ...rest } = photo;
  const isWithout = isMarkedProof(photo, session) && photo.marked_key === undefined;
  const isHeld = isMeant(photo) && (isWithout || isUnmarkable(photo, session));
  const held = isHeld ? { ...rest, is_approved: false, awaits_mark: true } : { ...rest, is_approved: isMeant(photo) };
  const isSame = held.is_approved === photo.is_approved;
  const shown = (isSame ? photo : held) as P & ReadyPhoto;
  return isMarkedProof(photo, session) ? unfeatured(shown) : shown;
}

/** Whether process-photo has to make marked derivatives of one of these photos. */
export const isAwaiting = (photos: readonly Photo[], session: Pick<SessionRow, 'watermark_id'>): boolean =>
  photos.some((photo) => needsMark(photo, session));

/** Removes the photo from the public gallery at once; move-derivatives deletes its public copies. */
export function unfeatured<Featured extends ReadyPhoto>(photo: Featured): Featured {
  const { featured_in, featured_at, refeatured_at: _, ...rest } = photo;
  return featured_in === undefined && featured_at === undefined ? photo : (rest as Featured);
}
