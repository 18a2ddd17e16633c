import pLimit from 'p-limit';
import type { Inspection } from './inspect-image.ts';

/** Photos that need a full decode: two of the largest would not fit into memory together. */
const largeOnesAtOnce = pLimit(1);
const largeBytes = 300_000_000;

/** Runs `work`, which decodes this photo, when there is memory for it. */
export const withMemory = <Result>({ unpackedBytes }: Inspection, work: () => Promise<Result>): Promise<Result> =>
  unpackedBytes > largeBytes ? largeOnesAtOnce(work) : work();
