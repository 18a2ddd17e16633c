import type { SetReply, StudioPhoto } from '#shared/contract/photos/photos.ts';
import { isSameText } from '#shared/text/typed-text.ts';
import type { Admin } from '../../../platform/auth.ts';
import { WriteConflictError } from '../../../platform/conflicts.ts';
import { StudioError } from '../../../platform/errors.ts';
import { transact } from '../../../platform/table.ts';
import type { SessionRow } from '../../sessions/repository.ts';
import { tell } from '../../timeline/tell.ts';
import { requirePhoto } from '../row/find.ts';
import type { ReadyPhoto } from '../row/lifecycle.ts';
import { changePhoto } from '../row/repository.ts';
import { toStudioPhoto } from '../row/views.ts';

/**
 * Sets the studio's reply under a photo, in place of the reply that its writer has seen. The client sees it with the
 * photo.
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
  const { reply: _, ...rest } = photo;
  const replied: ReadyPhoto = reply === '' ? rest : { ...rest, reply };
  try {
    await transact([
      changePhoto('reply', photo, replied),
      ...tell(actor, { kind: 'note-answered', session, count: replyOf(photo) === '' ? 1 : 0, photo_ids: [photoId] }),
    ]);
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
    const { photo: now } = await requirePhoto(actor, sessionId, photoId);
    // Another tab saved the same reply first.
    if (replyOf(now) !== reply) throw replyChanged(now, session);
  }
  return toStudioPhoto(replied, session);
}

const replyOf = ({ reply = '' }: ReadyPhoto) => reply;

const replyChanged = (photo: ReadyPhoto, session: SessionRow) =>
  new StudioError('CHANGED_MEANWHILE', 'Another reply was saved meanwhile.', {
    details: { current: toStudioPhoto(photo, session) },
  });
