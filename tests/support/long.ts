/** Whether the full counts are asked for (`npm run test:all`) instead of bounded samples. */
export const isLong = process.env.STUDIO_TEST_LONG === '1';

/** A count for a test: a sample in every run, the full number in a long one. */
export const sized = (sample: number, whole: number): number => (isLong ? whole : sample);

/**
 * Tests that interrupt work at each of its requests take every fourth one in a short run. Of two kinds of interruption,
 * one begins with the first request and the other with the third.
 */
export const stride = sized(4, 1);
export const firstStep = (moment: 'before' | 'after'): number => (moment === 'before' ? 1 : sized(3, 1));
