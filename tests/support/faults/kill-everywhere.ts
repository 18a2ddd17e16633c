import type { Fuse } from './fuse.ts';
import { interruptedRequests } from './sample.ts';

/**
 * Interrupts the work at its requests (in a short run, at a sample of them) until it completes, and checks the state
 * each time.
 * @returns how many requests it makes
 */
export async function killEverywhere(
  fuse: Fuse,
  moment: 'before' | 'after',
  scene: () => Promise<{ work: () => Promise<unknown>; check: () => Promise<void> }>,
): Promise<number> {
  for (const request of interruptedRequests()) {
    const { work, check } = await scene();
    fuse.arm(request, moment);
    await work();
    const { isBurnt, made } = fuse;
    fuse.disarm();
    // The second delivery by SQS.
    await work();
    await check();
    if (!isBurnt) return made;
  }
  throw new Error('Unreachable: the requests have no end.');
}
