import { mustRekey, rekeyEnded } from '../../domain/photos/access/ended-galleries.ts';
import { readAllSessions } from '../../domain/sessions/repository.ts';
import { type Outcome, type Report, sumOf } from './report.ts';
import { attempt, type Sweep } from './task.ts';

/** Gives the photos of ended galleries new media keys, once for each end. */
export async function rekeyEndedGalleries({ now, isOver }: Sweep): Promise<Report> {
  const outcomes: Outcome[] = [];
  const ended = (await readAllSessions()).filter((session) => mustRekey(session, now));
  for (const { id } of ended) {
    if (isOver()) return sumOf([...outcomes, { unfinished: true }]);
    const rekey = async (): Promise<Outcome> => {
      const { rekeyed, damaged, isDone } = await rekeyEnded(id, now, isOver);
      return { rekeyed, failed: damaged, unfinished: !isDone };
    };
    outcomes.push(await attempt('an ended gallery', rekey, { session_id: id }));
  }
  return sumOf(outcomes);
}
