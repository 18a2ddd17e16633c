import { expect, test } from 'vitest';
import { emptyReport, sumOf } from './report.ts';
import { runTasks } from './run-tasks.ts';
import type { Sweep, Task } from './task.ts';

const sweep: Sweep = { now: new Date(), ago: () => new Date(), isOver: () => false };
const fail = () => Promise.reject(new Error('The table is gone.'));
const erase: Task = { name: 'erase', run: async () => ({ erased: 2 }) };

test('counts add up, and what is true of one task is true of the run', () => {
  expect(sumOf([])).toEqual(emptyReport());
  expect(sumOf([{ erased: 2, failed: 1 }, { erased: 1, unfinished: true }, { unfinished: false }])).toEqual({
    ...emptyReport(),
    erased: 3,
    failed: 1,
    unfinished: true,
  });
});

test('a task that fails is counted, and those after it have their turn', async () => {
  const report = await runTasks([{ name: 'read', run: fail }, erase], sweep);
  expect(report).toEqual({ ...emptyReport(), erased: 2, failed: 1 });
});

test('a task that must not fail fails the run, after the others', async () => {
  const done: string[] = [];
  const last: Task = { name: 'end', run: async () => ({ erased: done.push('end') }) };
  await expect(runTasks([{ name: 'read', run: fail, failsRun: true }, last], sweep)).rejects.toThrow(
    'Tasks of the sweep failed',
  );
  expect(done).toEqual(['end']);
});
