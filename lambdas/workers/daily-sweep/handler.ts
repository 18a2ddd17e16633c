import type { Context, ScheduledEvent } from 'aws-lambda';
import { log } from '../../platform/log.ts';
import type { Sweep } from './part.ts';
import { parts } from './parts.ts';
import { type Outcome, type Report, sumOf } from './report.ts';

/** Milliseconds before the function's timeout at which the rest is left for the next day. */
const reserve = 30_000;

/**
 * Queues uploads again that were not processed, fails uploads that never arrived, and erases what was in the trash for
 * 30 days. A part that fails does not keep the others from their turn.
 * @param event EventBridge's event; a manual invocation has no time, and the current time applies
 * @throws AggregateError after all parts, if one failed that fails the run
 */
export async function handler(
  { time = new Date().toISOString() }: Partial<Pick<ScheduledEvent, 'time'>>,
  context: Context,
): Promise<Report> {
  const sweep: Sweep = {
    now: new Date(time),
    ago: (milliseconds) => new Date(Date.parse(time) - milliseconds),
    isOver: () => context.getRemainingTimeInMillis() < reserve,
  };
  const outcomes: Outcome[] = [];
  const errors: unknown[] = [];
  for (const { name, run, failsRun } of parts) {
    try {
      outcomes.push(await run(sweep));
    } catch (error) {
      log.error(`The sweep could not ${name}.`, { error });
      outcomes.push({ failed: 1 });
      if (failsRun) errors.push(error);
    }
  }
  const report = sumOf(outcomes);
  log.info('Daily sweep', { ...report });
  if (errors.length > 0) throw new AggregateError(errors, 'Parts of the sweep failed; the log says which.');
  return report;
}
