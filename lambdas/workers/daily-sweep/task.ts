import { log } from '../../platform/log.ts';
import type { Outcome } from './report.ts';

/** The time of a run, and whether it is over. */
export interface Sweep {
  now: Date;
  /** Returns the time that many milliseconds before `now`. */
  ago(milliseconds: number): Date;
  /** Returns true when no time is left for another piece of work; the next day's run goes on. */
  isOver(): boolean;
}

/** One task of the sweep. */
export interface Task {
  /** Completes 'The sweep could not …'. */
  name: string;
  run(sweep: Sweep): Promise<Outcome>;
  /**
   * True when its failure also fails the run, after the other tasks: AWS repeats the run, and the owner gets an alarm.
   */
  failsRun?: true;
}

/**
 * Works on one row. A failure is logged and counted, and does not stop the work on other rows.
 * @param failure completes 'The sweep failed on …'
 */
export async function attempt(failure: string, work: () => Promise<Outcome>, facts: object): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    log.error(`The sweep failed on ${failure}.`, { ...facts, error });
    return { failed: 1 };
  }
}
