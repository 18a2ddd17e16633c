import type { Context, ScheduledEvent } from 'aws-lambda';
import type { Report } from './report.ts';
import { runTasks } from './run-tasks.ts';
import { tasks } from './tasks.ts';

/** Milliseconds before the function's timeout at which the run ends and leaves its remaining work for the next day. */
const reserve = 30_000;

/**
 * Runs the daily tasks: among others it queues uploads again that were not processed, fails uploads that never arrived,
 * and erases photos, sessions and customers that were in the trash for 30 days.
 * @param event EventBridge's event; a manual invocation has no time, and the current time applies
 */
export const handler = (
  { time = new Date().toISOString() }: Partial<Pick<ScheduledEvent, 'time'>>,
  context: Context,
): Promise<Report> =>
  runTasks(tasks, {
    now: new Date(time),
    ago: (milliseconds) => new Date(Date.parse(time) - milliseconds),
    isOver: () => context.getRemainingTimeInMillis() < reserve,
  });
