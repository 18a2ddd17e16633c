/** Whether the whole of the big counts is asked for (`npm run test:long`) rather than a sample that is bounded in time. */
export const isLong = process.env.STUDIO_TEST_LONG === '1';

/** How many of something a test takes: some in every run, all of them in a long one. */
export const sized = (sample: number, whole: number): number => (isLong ? whole : sample);
