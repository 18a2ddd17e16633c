import type { PublishStateName } from '#shared/contract/website.ts';
import type { PublishState } from './repository.ts';

/** Minutes after which an unfinished publication counts as failed: longer than all attempts of the worker take. */
export const publishMinutes = 15;

/**
 * Returns the state of the newest publication, and since when it is in it. A publication that takes longer than all
 * attempts counts as failed, because a worker that was killed or timed out records nothing.
 * @param now the present time in milliseconds
 */
export function whereIs(
  { asked_at, live, failed, ...asked }: PublishState,
  now = Date.now(),
): { state: PublishStateName; since: string | null } {
  if (isSame(live, asked)) return { state: 'live', since: null };
  if (isSame(failed, asked)) {
    return { state: 'failed', since: failed.at ?? asked_at ?? null };
  }
  const isLate = asked_at !== undefined && now - Date.parse(asked_at) > publishMinutes * 60_000;
  return { state: isLate ? 'failed' : 'publishing', since: asked_at ?? null };
}

/** Whether a recorded publication is the one that visitors are to see. */
export const isSame = (
  recorded: PublishState['live'],
  { number, build, currency }: Pick<PublishState, 'number' | 'build' | 'currency'>,
): boolean => recorded.number === number && recorded.build === build && recorded.currency === currency;
