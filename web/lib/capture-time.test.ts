import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { takenAt } from './capture-time.ts';

const here = process.env.TZ;
afterEach(() => {
  if (here === undefined) delete process.env.TZ;
  else process.env.TZ = here;
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

test('no screen shows a capture time in the reader’s own zone', () => {
  const web = join(import.meta.dirname, '..');
  const wrong = globSync('{app,features,links,photos,ui}/**/*.{ts,tsx}', { cwd: web }).filter((file) =>
    /\b(timeOf|dayOf|clockOf|titleOfDay)\([^)]*captured_at/.test(readFileSync(join(web, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});
