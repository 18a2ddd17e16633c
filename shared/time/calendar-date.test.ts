import { afterEach, describe, expect, test } from 'vitest';
import { calendarDate, daysAfter } from './calendar-date.ts';

const timeZoneBefore = process.env.TZ;
afterEach(() => {
  if (timeZoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = timeZoneBefore;
});

describe.each(['UTC', 'America/Chicago', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Sao_Paulo'])(
  'in %s',
  (zone) => {
    test.each(['2026-01-01', '2026-03-08', '2018-11-04', '2026-12-31'])('%s is formatted as the same day', (date) => {
      process.env.TZ = zone;
      const [year = '', , day = ''] = date.split('-');
      expect(calendarDate(date)).toMatch(new RegExp(`\\b${Number(day)}\\b`));
      expect(calendarDate(date)).toContain(year);
    });
  },
);

test('a calendar date is formatted as Intl does', () => {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  const days = Array.from({ length: 12 * 31 }, (_, day) => new Date(Date.UTC(2027, 0, 1 + day)));
  for (const day of days) expect(calendarDate(day.toISOString().slice(0, 10))).toBe(format.format(day));
});

test.each([
  ['2027-03-01', -1, '2027-02-28'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-08', 0, '2026-03-08'],
])('the day of %s and %s days is %s', (date, days, other) => {
  expect(daysAfter(date, days)).toBe(other);
});
