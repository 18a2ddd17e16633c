import { dayMs, hourMs } from '../../platform/time.ts';

/** Milliseconds after which the sweep continues or undoes work that stopped. */

/** Age of a file in the landing bucket, longer than an upload with all retries of its event. */
export const landedAge = dayMs;
/** Age of a move of files, longer than a move or one run of a worker. */
export const movingAge = hourMs;
/** Age until which a failed upload stays visible. */
export const absentAge = 7 * dayMs;
