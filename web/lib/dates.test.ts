import { expect, test } from 'vitest';
import { calendarDate } from './dates.ts';

test.each(['2026-01-01', '2026-03-08', '2026-11-01', '2026-12-31'])('%s stays that day wherever it is read', (date) => {
  const day = String(Number(date.slice(8)));
  expect(calendarDate(date)).toMatch(new RegExp(`\\b${day}\\b`));
  expect(calendarDate(date)).toContain('2026');
});
