import { afterEach, describe, expect, test } from 'vitest';
import { calendarDate, dayOf } from './dates.ts';

const here = process.env.TZ;
afterEach(() => {
  if (here === undefined) delete process.env.TZ;
  else process.env.TZ = here;
});

describe.each(['UTC', 'America/Chicago', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Sao_Paulo'])(
  'in %s',
  (zone) => {
    test.each(['2026-01-01', '2026-03-08', '2018-11-04', '2026-12-31'])('%s stays that day', (date) => {
      process.env.TZ = zone;
      const [year = '', , day = ''] = date.split('-');
      expect(calendarDate(date)).toMatch(new RegExp(`\\b${Number(day)}\\b`));
      expect(calendarDate(date)).toContain(year);
    });
  },
);

test('an instant is shown as the reader’s own day', () => {
  const instant = '2026-05-01T03:00:00.000Z';
  process.env.TZ = 'America/Chicago';
  expect(dayOf(instant)).toMatch(/Apr.*30|30.*Apr/);
  process.env.TZ = 'Europe/Berlin';
  expect(dayOf(instant)).toMatch(/May.*\b1\b|\b1\b.*May/);
});
