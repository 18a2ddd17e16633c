/** Whether the full counts are asked for (`npm run test:all`) instead of bounded samples. */
export const isLong = process.env.STUDIO_TEST_LONG === '1';

/** A count for a test: a sample in every run, the full number in a long one. */
export const sized = (sample: number, whole: number): number => (isLong ? whole : sample);
