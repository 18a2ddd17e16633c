import { describe, expect, test } from 'vitest';
import { dueReminder } from './gallery-end-reminders.ts';

const session = {
  ends_on: '2026-12-31',
  end_set_on: '2026-10-01',
  announced_at: '2026-10-02T18:00:00.000Z',
  visible_count: 12,
};

describe('the reminder that is due', () => {
  test.each([
    ['2026-11-30', undefined],
    ['2026-12-01', 30],
    // The sweep did not run on December 1.
    ['2026-12-02', 30],
    ['2026-12-23', 30],
    ['2026-12-24', 7],
    ['2026-12-29', 7],
    ['2026-12-30', 1],
    ['2026-12-31', 1],
    ['2027-01-01', undefined],
  ])('on %s is that of %s days before', (day, days) => {
    expect(dueReminder(session, day)).toBe(days);
  });

  test.each([
    // Set closer than 30 days, on the day of the reminder of 7 days, and closer than that.
    ['2026-12-02', '2026-12-03', undefined],
    ['2026-12-02', '2026-12-24', 7],
    ['2026-12-24', '2026-12-24', 7],
    ['2026-12-25', '2026-12-26', undefined],
    ['2026-12-25', '2026-12-30', 1],
    ['2026-12-31', '2026-12-31', undefined],
  ])('of an end that was set on %s is on %s that of %s days before', (end_set_on, day, days) => {
    expect(dueReminder({ ...session, end_set_on }, day)).toBe(days);
  });

  test('is none where the announcement has just said the day, or nothing was ever said', () => {
    // In Houston it is still December 1.
    expect(dueReminder({ ...session, announced_at: '2026-12-02T05:00:00.000Z' }, '2026-12-02')).toBeUndefined();
    expect(dueReminder({ ...session, announced_at: '2026-12-20T18:00:00.000Z' }, '2026-12-21')).toBeUndefined();
    expect(dueReminder({ ...session, announced_at: '2026-12-20T18:00:00.000Z' }, '2026-12-24')).toBe(7);
    expect(dueReminder({ ...session, announced_at: undefined }, '2026-12-24')).toBeUndefined();
    expect(dueReminder({ ...session, visible_count: 0 }, '2026-12-24')).toBeUndefined();
    expect(dueReminder({ ...session, ends_on: null }, '2026-12-24')).toBeUndefined();
  });
});
