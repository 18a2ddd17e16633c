import { StudioError } from '../../../platform/errors.ts';
import { readSession, type SessionRow } from '../../sessions/repository.ts';
import { canSee, canSeeSession, isOwnSession, type Viewer } from '../access/access.ts';
import type { ReadyPhoto } from './lifecycle.ts';
import { readPhoto } from './repository.ts';

/**
 * Returns a session that the actor may see.
 * @throws StudioError NOT_FOUND when the session is missing, or belongs to another customer; GALLERY_ENDED for its client
 * and guests after its last day
 */
export async function requireSession(actor: Viewer, sessionId: string): Promise<SessionRow> {
  const session = await readSession(sessionId);
  if (!session || !isOwnSession(actor, session)) throw new StudioError('NOT_FOUND');
  if (!canSeeSession(actor, session)) throw new StudioError('GALLERY_ENDED');
  return session;
}

/**
 * Returns a photo that the actor may see, and its session.
 * @throws StudioError NOT_FOUND when the photo is missing, or the actor may not see it
 */
export async function requirePhoto(
  actor: Viewer,
  sessionId: string,
  photoId: string,
): Promise<{ photo: ReadyPhoto; session: SessionRow }> {
  const [session, photo] = await Promise.all([
    requireSession(actor, sessionId),
    readPhoto({ session_id: sessionId, id: photoId }),
  ]);
  if (!photo || !canSee(actor, photo, session)) throw new StudioError('NOT_FOUND');
  return { photo, session };
}
