import type { Fuse } from './fuse.ts';
import { firstStep, stride } from './long.ts';

/**
 * Interrupts the work at its requests until it completes, and checks the state each time.
 * @returns how many requests it makes; in a short run, up to three more
 */
export async function killEverywhere(
  fuse: Fuse,
  moment: 'before' | 'after',
  scene: () => Promise<{ work: () => Promise<unknown>; check: () => Promise<void> }>,
) {
  for (let step = firstStep(moment); ; step += stride) {
    const { work, check } = await scene();
    fuse.arm(step, moment);
    await work();
    const { isBurnt } = fuse;
    fuse.disarm();
    // The second delivery by SQS.
    await work();
    await check();
    if (!isBurnt) return step - 1;
  }
}
