import { expect, test } from 'vitest';
import { endOfDay, today } from './studio-time.ts';

test.each([
  ['2026-07-01', '2026-07-02T05:00:00.000Z'],
  ['2026-12-31', '2027-01-01T06:00:00.000Z'],
  // Clocks change at 2:00 on 2026-03-08 and 2026-11-01.
  ['2026-03-07', '2026-03-08T06:00:00.000Z'],
  ['2026-03-08', '2026-03-09T05:00:00.000Z'],
  ['2026-10-31', '2026-11-01T05:00:00.000Z'],
  ['2026-11-01', '2026-11-02T06:00:00.000Z'],
])('%s ends in Houston at %s', (date, end) => {
  expect(endOfDay(date).toISOString()).toBe(end);
});

test('today is the date in the studio’s time zone, not in UTC', () => {
  expect(today(new Date('2025-05-05T04:59:00Z'))).toBe('2025-05-04');
  expect(today(new Date('2025-05-05T05:01:00Z'))).toBe('2025-05-05');
  expect(today(new Date('2025-12-31T23:00:00Z'))).toBe('2025-12-31');
});
