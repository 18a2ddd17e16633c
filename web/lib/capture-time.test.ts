import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { takenAt } from './capture-time.ts';

const timeZoneBefore = process.env.TZ;
afterEach(() => {
  if (timeZoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = timeZoneBefore;
});

test.each(['America/Chicago', 'Europe/Berlin', 'Asia/Tokyo', 'Pacific/Honolulu'])(
  'a reader in %s reads when a photo was taken as everyone does',
  (zone) => {
    process.env.TZ = zone;
    expect(takenAt('2026-10-18T23:30:00.000Z')).toBe('Oct 18, 2026, 6:30 PM');
    // Winter time in Houston.
    expect(takenAt('2026-12-31T03:15:00.000Z')).toBe('Dec 30, 2026, 9:15 PM');
  },
);

test('a session in another zone is read in that zone, which is named', () => {
  process.env.TZ = 'Asia/Tokyo';
  const rome = { time_zone: 'Europe/Rome' };
  expect(takenAt('2026-07-11T13:00:00.000Z', rome)).toBe('Jul 11, 2026, 3:00 PM (Rome, GMT+2)');
  expect(takenAt('2026-12-11T13:00:00.000Z', rome)).toBe('Dec 11, 2026, 2:00 PM (Rome, GMT+1)');
  expect(takenAt('2026-07-11T13:00:00.000Z', { time_zone: 'Etc/GMT-2' })).toBe('Jul 11, 2026, 3:00 PM (GMT+2)');
  expect(takenAt('2026-07-11T13:00:00.000Z', { time_zone: 'America/Chicago' })).toBe('Jul 11, 2026, 8:00 AM');
});

test('no screen shows a capture time in the reader’s own zone', () => {
  const web = join(import.meta.dirname, '..');
  const wrong = globSync('{app,features,links,photos,ui}/**/*.{ts,tsx}', { cwd: web }).filter((file) =>
    /\b(timeOf|dayOf|clockOf|titleOfDay)\([^)]*captured_at/.test(readFileSync(join(web, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});
