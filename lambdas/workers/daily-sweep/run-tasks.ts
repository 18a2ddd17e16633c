import { log } from '../../platform/log.ts';
import { type Outcome, type Report, sumOf } from './report.ts';
import type { Sweep, Task } from './task.ts';

/**
 * Runs the tasks in their order, and logs the sum of their reports. A task that fails does not stop the others.
 * @throws AggregateError after the last task, if a task with `failsRun` failed
 */
export async function runTasks(tasks: Task[], sweep: Sweep): Promise<Report> {
  const outcomes: Outcome[] = [];
  const errors: unknown[] = [];
  for (const { name, run, failsRun } of tasks) {
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
  if (errors.length > 0) throw new AggregateError(errors, 'Tasks of the sweep failed; the log says which.');
  return report;
}
