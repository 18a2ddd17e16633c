import { limits } from '#shared/limits.ts';
import { endOfDay } from '#shared/time/studio-time.ts';
import { StudioError } from '../../platform/errors.ts';
import { dayMs } from '../../platform/time.ts';

/**
 * Returns the instant at which a last day, `YYYY-MM-DD`, ends in the studio's time zone.
 * @throws StudioError INVALID for a day in the past or too far away
 */
export function checkedEnd(ends_on: string): string {
  const daysAway = (Date.parse(ends_on) - Date.now()) / dayMs;
  if (daysAway > limits.linkDaysAtMost) throw wrongEnd('Choose a day within the next five years.');
  const end = endOfDay(ends_on);
  if (end.getTime() <= Date.now()) throw wrongEnd('Choose today or a later day.');
  return end.toISOString();
}

const wrongEnd = (ends_on: string) => new StudioError('INVALID', undefined, { fields: { ends_on } });
