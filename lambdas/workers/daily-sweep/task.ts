import { log } from '../../platform/log.ts';
import type { Outcome } from './report.ts';

/** The time of a run, and how much of it is left. */
export interface Sweep {
  now: Date;
  /** Returns the time that many milliseconds before `now`. */
  ago(milliseconds: number): Date;
  /** Returns true when no time is left for another piece of work; the next day's run goes on. */
  isOver(): boolean;
}

/** One matter that the sweep works on. */
export interface Task {
  /** Completes 'The sweep could not …'. */
  name: string;
  run(sweep: Sweep): Promise<Outcome>;
  /** Whether its failure also fails the run, after the other tasks: AWS repeats the run, and the owner gets an alarm. */
  failsRun?: true;
}

/**
 * Works on one row. A failure is logged and counted, and does not keep the other rows from their turn.
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
