import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('no more than so many at once, in order, and a failure makes room as well', async () => {
  const turns = new Turns(2);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5].map((number) =>
      turns.take(async () => {
        started.push(number);
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (number % 2 === 0) throw new Error(`${number}`);
        return number;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  expect(results.map((result) => result.status)).toEqual(
    [0, 1, 2, 3, 4, 5].map((n) => (n % 2 ? 'fulfilled' : 'rejected')),
  );
});
