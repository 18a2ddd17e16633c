import type { Photo } from '../row/lifecycle.ts';
import { stageOf } from './attributes.ts';

/**
 * Returns the photo with the number of the email that tells of it, as `finished_round` says, before it is written.
 * @param round the number of the session's next email; fails to be exact unless the write fails when the email is sent
 */
export function inRound<P extends Photo>(photo: P, round: number): P {
  const { finished_round, ...rest } = photo as P & { finished_round?: number };
  const isAnnounced = finished_round !== undefined && finished_round < round;
  if (stageOf(photo) !== 'finished') return rest as P;
  if (photo.state === 'ready' && photo.is_approved) return { ...rest, finished_round: finished_round ?? round } as P;
  return isAnnounced ? photo : (rest as P);
}
