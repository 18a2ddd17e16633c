import { nextRound } from '../../sessions/announcement-writes.ts';
import type { SessionRow } from '../../sessions/repository.ts';
import type { Photo } from '../row/lifecycle.ts';
import { stageOf } from './attributes.ts';

/**
 * Returns the photo to write, with the number of the email that announces it as finished (`finished_round`).
 * @param round the number of the session's next email. The caller's write must fail when that email is sent meanwhile.
 */
export function inRound<P extends Photo>(photo: P, round: number): P {
  const { finished_round, ...photoWithoutRound } = photo as P & { finished_round?: number };
  const isAnnounced = finished_round !== undefined && finished_round < round;
  if (stageOf(photo) !== 'finished') return photoWithoutRound as P;
  if (photo.state === 'ready' && photo.is_approved)
    return { ...photoWithoutRound, finished_round: finished_round ?? round } as P;
  return isAnnounced ? photo : (photoWithoutRound as P);
}

/** Whether the client can see a finished photo that no email has announced yet. */
export const isNewlyFinished = (photo: Photo, session: SessionRow): boolean =>
  photo.state === 'ready' && photo.is_approved && photo.finished_round === nextRound(session);
