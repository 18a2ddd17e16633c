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
