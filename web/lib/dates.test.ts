import { afterEach, describe, expect, test, vi } from 'vitest';

const here = process.env.TZ;
afterEach(() => {
  if (here === undefined) delete process.env.TZ;
  else process.env.TZ = here;
});

/** As a browser in that time zone loads it. */
async function datesIn(zone: string) {
  process.env.TZ = zone;
  vi.resetModules();
  return import('./dates.ts');
}

describe.each(['UTC', 'America/Chicago', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Sao_Paulo'])(
  'in %s',
  (zone) => {
    test.each(['2026-01-01', '2026-03-08', '2018-11-04', '2026-12-31'])('%s stays that day', async (date) => {
      const { calendarDate } = await datesIn(zone);
      const [year = '', , day = ''] = date.split('-');
      expect(calendarDate(date)).toMatch(new RegExp(`\\b${Number(day)}\\b`));
      expect(calendarDate(date)).toContain(year);
    });
  },
);

test('an instant is shown as the reader’s own day', async () => {
  const instant = '2026-05-01T03:00:00.000Z';
  expect((await datesIn('America/Chicago')).dayOf(instant)).toMatch(/Apr.*30|30.*Apr/);
  expect((await datesIn('Europe/Berlin')).dayOf(instant)).toMatch(/May.*\b1\b|\b1\b.*May/);
});
