import { setTimeout as wait } from 'node:timers/promises';
import { StudioError } from './errors.ts';

/** The error when the condition of a write was not met: another request changed the row after it was read. */
export class WriteConflictError extends Error {
  override readonly name = 'WriteConflictError';

  constructor(options?: ErrorOptions) {
    super('The condition of a write did not hold: the row has changed since it was read.', options);
  }
}

const attempts = 5;
/** Milliseconds. The wait before attempt n + 1 is random, up to n times this. */
const longestWait = 50;

/**
 * Runs `work` and retries it, with jitter, while its writes conflict with those of other requests. At each attempt
 * `work` must read again everything that its decision depends on.
 * @param work receives the number of the attempt, from 1
 * @throws StudioError BUSY when the last attempt conflicts, too
 */
export async function retryOnConflict<Result>(work: (attempt: number) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === attempts) throw new StudioError('BUSY');
    }
    await wait(Math.random() * longestWait * attempt);
  }
}

const isConflict = (error: unknown): boolean =>
  error instanceof WriteConflictError || (error instanceof StudioError && error.code === 'CHANGED_MEANWHILE');
