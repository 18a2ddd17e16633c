import { afterEach, expect, test, vi } from 'vitest';

const timeZoneBefore = process.env.TZ;
afterEach(() => {
  if (timeZoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = timeZoneBefore;
});

/** Loads the module as a browser in that time zone does. */
async function datesIn(zone: string) {
  process.env.TZ = zone;
  vi.resetModules();
  return import('./dates.ts');
}

test('an instant is formatted as the day in the reader’s time zone', async () => {
  const instant = '2026-05-01T03:00:00.000Z';
  expect((await datesIn('America/Chicago')).dayOf(instant)).toMatch(/Apr.*30|30.*Apr/);
  expect((await datesIn('Europe/Berlin')).dayOf(instant)).toMatch(/May.*\b1\b|\b1\b.*May/);
});
