import type { SessionRow } from '../../sessions/repository.ts';
import { isMarkedProof } from '../access/access.ts';
import { stageOf } from '../access/attributes.ts';
import type { Photo, ReadyPhoto, VersionedPhoto } from '../row/lifecycle.ts';

/** Decides which photos of a session have, need, or wait for a watermark. See docs/photo-lifecycle.md, "Watermarks". */

/** Whether the studio shows the photo to the client: they see it now, or will see it once it is marked. */
export const isMeantForClients = ({
  is_approved,
  awaits_mark,
}: Pick<ReadyPhoto, 'is_approved' | 'awaits_mark'>): boolean => is_approved || awaits_mark === true;

/**
 * Whether a photo is a ready proof that the studio shows to the client, so that it can need the session's watermark.
 */
export const isMarkable = (photo: Photo): photo is ReadyPhoto =>
  photo.state === 'ready' && stageOf(photo) === 'proof' && isMeantForClients(photo);

/** Whether process-photo has found that the session's present watermark can't be on this proof. */
export const isUnmarkable = (
  photo: Pick<ReadyPhoto, 'stage' | 'unmarkable_with'>,
  { watermark_id }: Pick<SessionRow, 'watermark_id'>,
): boolean => watermark_id !== undefined && stageOf(photo) === 'proof' && photo.unmarkable_with === watermark_id;

/** Whether process-photo still has to make marked derivatives of this photo. */
export const needsWatermark = (photo: Photo, session: Pick<SessionRow, 'watermark_id'>): photo is ReadyPhoto =>
  session.watermark_id !== undefined &&
  isMarkable(photo) &&
  photo.marked_with !== session.watermark_id &&
  !isUnmarkable(photo, session);

/**
 * Returns the photo to write into its session. If the session shows proofs marked, a visible proof is hidden until its
 * marked derivatives exist, and every proof is removed from the public gallery. A proof that the session's watermark
 * can't be on is always hidden. Returns the same object when nothing changes.
 */
export function inWatermark<P extends VersionedPhoto>(
  photo: P,
  session: Pick<SessionRow, 'marks_shown' | 'watermark_id'>,
): P {
  if (photo.state !== 'ready') return photo;
  const { awaits_mark, ...photoWithoutWait } = photo;
  const lacksMark = isMarkedProof(photo, session) && photo.marked_key === undefined;
  const mustHide = isMeantForClients(photo) && (lacksMark || isUnmarkable(photo, session));
  const photoToShow = mustHide
    ? { ...photoWithoutWait, is_approved: false, awaits_mark: true }
    : { ...photoWithoutWait, is_approved: isMeantForClients(photo) };
  const hasSameVisibility = photoToShow.is_approved === photo.is_approved;
  const photoForClients = (hasSameVisibility ? photo : photoToShow) as P & ReadyPhoto;
  return isMarkedProof(photo, session) ? unfeatured(photoForClients) : photoForClients;
}

/** Whether process-photo still has to make marked derivatives of one of these photos. */
export const isAwaiting = (photos: readonly Photo[], session: Pick<SessionRow, 'watermark_id'>): boolean =>
  photos.some((photo) => needsWatermark(photo, session));

/** Returns the photo without its listing in the public gallery; move-derivatives deletes the public copies. */
export function unfeatured<Featured extends ReadyPhoto>(photo: Featured): Featured {
  const { featured_in, featured_at, refeatured_at: _, ...photoNotFeatured } = photo;
  return featured_in === undefined && featured_at === undefined ? photo : (photoNotFeatured as Featured);
}
