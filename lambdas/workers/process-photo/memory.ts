import pLimit from 'p-limit';
import type { Inspection } from './inspect-image.ts';

/** Limits how many large photos are decoded at once: two of the largest would not fit into memory together. */
const largePhotosAtOnce = pLimit(1);
/** Bytes of decoded pixels beyond which a photo is large. */
const largeBytes = 300_000_000;

/** Runs `work`, which decodes this photo, as soon as there is memory for it. */
export const withMemory = <Result>({ unpackedBytes }: Inspection, work: () => Promise<Result>): Promise<Result> =>
  unpackedBytes > largeBytes ? largePhotosAtOnce(work) : work();
