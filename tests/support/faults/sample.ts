import { crc32 } from 'node:zlib';
import { expect } from 'vitest';
import { isLong } from './long.ts';
import { Random } from './random.ts';

/**
 * Returns random numbers for the running test. They are the same for the same title and seed (vitest.config.ts prints
 * it), whatever else runs.
 */
export function randomOfTest(seed = process.env.STUDIO_SEED): Random {
  return new Random(crc32(`${seed} ${expect.getState().currentTestName}`));
}

/**
 * Returns the requests at which a test interrupts work, 1, 2, …, without an end: the test ends with the first that the
 * work doesn't reach. In a long run these are all requests. In a short run one is drawn of the first three, one of the
 * nine after these, one of the next 27, and so on, so that each can be drawn, and every work is interrupted early.
 */
export function* interruptedRequests(random = randomOfTest(), isWhole = isLong): Generator<number, never> {
  let from = 1;
  for (let size = isWhole ? 1 : 3; ; size *= isWhole ? 1 : 3) {
    yield from + random.below(size);
    from += size;
  }
}

/** Returns all items in a long run; in a short run so many of them, drawn for the running test. */
export function drawn<Item>(items: readonly Item[], count: number, random = randomOfTest(), isWhole = isLong): Item[] {
  if (isWhole) return [...items];
  const left = [...items];
  return Array.from({ length: Math.min(count, items.length) }, () => left.splice(random.below(left.length), 1)).flat();
}
