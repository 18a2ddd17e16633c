import { expect, test } from 'vitest';
import { Random } from './random.ts';
import { drawn, interruptedRequests, randomOfTest } from './sample.ts';

const first = (count: number, requests: Generator<number>) =>
  Array.from({ length: count }, () => requests.next().value);

test('a long run interrupts work at each request', () => {
  expect(first(6, interruptedRequests(new Random(1), true))).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a short run interrupts it once in each of ever longer parts, and with time at every request', () => {
  const drawn = new Set<number>();
  for (let seed = 0; seed < 400; seed += 1) {
    const [early, middle, late] = first(3, interruptedRequests(new Random(seed), false));
    for (const [request, from, to] of [
      [early, 1, 3],
      [middle, 4, 12],
      [late, 13, 39],
    ] as const) {
      expect(request).toBeGreaterThanOrEqual(from);
      expect(request).toBeLessThanOrEqual(to);
      drawn.add(request!);
    }
  }
  expect([...drawn].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 39 }, (_, index) => index + 1));
});

test('the same seed draws the same for a test, and another seed something else', () => {
  const drawnBy = (seed: string) => first(5, interruptedRequests(randomOfTest(seed), false));
  expect(drawnBy('1')).toEqual(drawnBy('1'));
  expect(drawnBy('2')).not.toEqual(drawnBy('1'));
});

test('this run has a seed', () => {
  expect(process.env.STUDIO_SEED).toMatch(/^\d+$/);
});

test('a short run draws some of a list, each once; a long one takes all', () => {
  const letters = ['a', 'b', 'c', 'd'];
  const met = new Set<string>();
  for (let seed = 0; seed < 50; seed += 1) {
    const some = drawn(letters, 2, new Random(seed), false);
    expect(new Set(some).size).toBe(2);
    for (const one of some) met.add(one);
  }
  expect([...met].toSorted()).toEqual(letters);
  expect(drawn(letters, 9, new Random(1), false).toSorted()).toEqual(letters);
  expect(drawn(letters, 2, new Random(1), true)).toEqual(letters);
});
