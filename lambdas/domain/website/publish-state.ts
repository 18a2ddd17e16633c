import type { PublishStateName } from '#shared/contract/website.ts';
import type { PublishState } from './repository.ts';

/** Minutes after which what is still being published has failed: more than all attempts of the worker take. */
export const publishMinutes = 15;

/**
 * Returns where what visitors are to see is, and since when. What is on its way for longer than all attempts take has
 * failed, too: a worker that was killed or timed out records nothing.
 * @param now milliseconds
 */
export function whereIs(
  { number, build, asked_at, live, failed }: PublishState,
  now = Date.now(),
): { state: PublishStateName; since: string | null } {
  if (live.number === number && live.build === build) return { state: 'live', since: null };
  if (failed.number === number && failed.build === build) {
    return { state: 'failed', since: failed.at ?? asked_at ?? null };
  }
  const isLate = asked_at !== undefined && now - Date.parse(asked_at) > publishMinutes * 60_000;
  return { state: isLate ? 'failed' : 'publishing', since: asked_at ?? null };
}
