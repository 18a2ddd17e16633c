import { expect, test } from 'vitest';
import { lastOccurrence } from './schedule.ts';

test.each([
  [8, '2026-03-01T08:00:00Z', '2026-03-01T08:00:00Z'],
  [8, '2026-03-01T07:59:59Z', '2026-02-28T08:00:00Z'],
  [8, '2026-03-01T23:00:00Z', '2026-03-01T08:00:00Z'],
  [0, '2026-03-01T00:00:01Z', '2026-03-01T00:00:00Z'],
])('%i o’clock UTC was last, at %s, at %s', (hour, now, last) => {
  expect(new Date(lastOccurrence(hour, Date.parse(now)))).toEqual(new Date(last));
});
