import { expect, test } from 'vitest';
import { parseShift, sayClock, sayShift, shiftBetween } from './shift-text.ts';

test.each([
  ['1:02:30', 3_750],
  ['0:05', 300],
  ['7', 25_200],
  [' 26280:00:00 ', 94_608_000],
  ['１：０２：３０', 3_750],
  ['٠:٠٥', 300],
  ['1:60', undefined],
  ['one', undefined],
  ['', undefined],
])('%j is %s seconds', (typed, seconds) => {
  expect(parseShift(typed)).toBe(seconds);
});

test('a shift is said as it is typed, and by its direction', () => {
  expect(sayShift(-3_750)).toBe('1:02:30');
  expect([0, 60, -25_200].map(sayClock)).toEqual(['as it is', 'put forward by 0:01:00', 'put back by 7:00:00']);
  expect(shiftBetween('2026-07-11T13:00:00.000Z', '2026-07-11T12:59:00.400Z')).toBe(-60);
});
