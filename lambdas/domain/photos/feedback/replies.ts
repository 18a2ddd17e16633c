import type { SetReply, StudioPhoto } from '#shared/contract/photos/photos.ts';
import { isSameText } from '#shared/text/typed-text.ts';
import type { Admin } from '../../../platform/auth.ts';
import { WriteConflictError } from '../../../platform/conflicts.ts';
import { StudioError } from '../../../platform/errors.ts';
import { transact } from '../../../platform/table.ts';
import type { SessionRow } from '../../sessions/repository.ts';
import { recordActivity } from '../../timeline/record.ts';
import { requirePhoto } from '../row/find.ts';
import type { ReadyPhoto } from '../row/lifecycle.ts';
import { changePhoto } from '../row/repository.ts';
import { toStudioPhoto } from '../row/views.ts';

/**
 * Sets the studio's reply under a photo; the client sees it with the photo. `reply_before` is the reply that the writer
 * has seen.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the photo in `details.current` when another reply was saved
 * first
 */
export async function setReply(
  actor: Admin,
  sessionId: string,
  photoId: string,
  { reply, reply_before }: SetReply,
): Promise<StudioPhoto> {
  const { photo, session } = await requirePhoto(actor, sessionId, photoId);
  if (replyOf(photo) === reply) return toStudioPhoto(photo, session);
  if (!isSameText(replyOf(photo), reply_before)) throw replyChanged(photo, session);
  const { reply: _, ...photoWithoutReply } = photo;
  const replied: ReadyPhoto = reply === '' ? photoWithoutReply : { ...photoWithoutReply, reply };
  try {
    await transact([
      changePhoto('reply', photo, replied),
      ...recordActivity(actor, {
        kind: 'note-answered',
        session,
        count: replyOf(photo) === '' ? 1 : 0,
        photo_ids: [photoId],
      }),
    ]);
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
    const { photo: currentPhoto } = await requirePhoto(actor, sessionId, photoId);
    // Another tab saved the same reply first.
    if (replyOf(currentPhoto) !== reply) throw replyChanged(currentPhoto, session);
  }
  return toStudioPhoto(replied, session);
}

const replyOf = ({ reply = '' }: ReadyPhoto) => reply;

const replyChanged = (photo: ReadyPhoto, session: SessionRow) =>
  new StudioError('CHANGED_MEANWHILE', 'Another reply was saved meanwhile.', {
    details: { current: toStudioPhoto(photo, session) },
  });
