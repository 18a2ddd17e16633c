import { expect, test } from 'vitest';
import { monthsAfter, sayMonth } from './months.ts';

test('months go over the end of a year', () => {
  expect(monthsAfter('2026-12', 1)).toBe('2027-01');
  expect(monthsAfter('2027-01', -1)).toBe('2026-12');
  expect(monthsAfter('2026-03', -1)).toBe('2026-02');
});

test('a month is said with its year', () => {
  expect(sayMonth('2026-11')).toBe('November 2026');
});
