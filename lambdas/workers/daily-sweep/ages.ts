import { dayMs, hourMs } from '../../platform/time.ts';

/** Milliseconds after which the sweep takes over. */

/** Longer than an upload with all retries of its event. */
export const landedAge = dayMs;
/** Longer than a move, or one run of a worker. */
export const movingAge = hourMs;
/** How long a failed upload stays visible. */
export const absentAge = 7 * dayMs;
