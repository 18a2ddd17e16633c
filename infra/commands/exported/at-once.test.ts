import { expect, test } from 'vitest';
import { forEachAtOnce } from './at-once.ts';

test('each item is processed once, at most eight at a time', async () => {
  let running = 0;
  let maxRunning = 0;
  const done: number[] = [];
  async function* numbers() {
    for (let number = 0; number < 100; number += 1) yield number;
  }
  await forEachAtOnce(numbers(), async (number) => {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await new Promise(setImmediate);
    running -= 1;
    done.push(number);
  });
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, number) => number));
  expect(maxRunning).toBe(8);
});

test('after a failure the started items are completed, and no more are started', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = forEachAtOnce([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], async (number) => {
    begun.push(number);
    if (number === 3) throw new Error('No. 3 failed.');
    await new Promise(setImmediate);
    ended.push(number);
  });
  await expect(work).rejects.toThrow('No. 3 failed.');
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(ended).toEqual([0, 1, 2, 4, 5, 6, 7]);
});
