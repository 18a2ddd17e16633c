import { expect, test } from 'vitest';
import { aheadOfUtc, endOfDay, today } from './studio-time.ts';

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

test.each([
  ['America/Chicago', '2026-03-08T01:59:59', '2026-03-08T07:59:59.000Z'],
  // A clock never shows this time; it is read as if the clock had not been put forward.
  ['America/Chicago', '2026-03-08T02:30:00', '2026-03-08T08:30:00.000Z'],
  ['America/Chicago', '2026-03-08T03:00:00', '2026-03-08T08:00:00.000Z'],
  ['Europe/Rome', '2026-03-29T01:59:59', '2026-03-29T00:59:59.000Z'],
  ['Europe/Rome', '2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
  ['Europe/Rome', '2026-03-29T03:00:00', '2026-03-29T01:00:00.000Z'],
  // A clock shows this time twice; it is the first of the two.
  ['America/Chicago', '2026-11-01T01:30:00', '2026-11-01T06:30:00.000Z'],
  ['America/Chicago', '2026-11-01T02:00:00', '2026-11-01T08:00:00.000Z'],
  ['Europe/Rome', '2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
  ['Europe/Rome', '2026-10-25T03:00:00', '2026-10-25T02:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05T01:45:00', '2026-04-04T14:45:00.000Z'],
  ['Asia/Kathmandu', '2026-07-11T15:00:00', '2026-07-11T09:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-07-11T00:10:00', '2026-07-10T10:10:00.000Z'],
])('a clock in %s that shows %s is read as %s', (zone, clock, instant) => {
  const written = Date.parse(`${clock}Z`);
  expect(new Date(written - aheadOfUtc(written, zone)).toISOString()).toBe(instant);
});
