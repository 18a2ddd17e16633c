import { expect, test } from 'vitest';
import { emptyReport, sumOf } from './report.ts';

test('counts add up, and what is true of one part is true of the run', () => {
  expect(sumOf([])).toEqual(emptyReport());
  expect(sumOf([{ erased: 2, failed: 1 }, { erased: 1, unfinished: true }, { unfinished: false }])).toEqual({
    ...emptyReport(),
    erased: 3,
    failed: 1,
    unfinished: true,
  });
});
