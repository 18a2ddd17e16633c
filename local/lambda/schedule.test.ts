import { afterEach, expect, test, vi } from 'vitest';
import type { Functions } from './runtime.ts';
import { callDaily, lastOccurrence } from './schedule.ts';

afterEach(() => vi.useRealTimers());

test.each([
  [8, '2026-03-01T08:00:00Z', '2026-03-01T08:00:00Z'],
  [8, '2026-03-01T07:59:59Z', '2026-02-28T08:00:00Z'],
  [8, '2026-03-01T23:00:00Z', '2026-03-01T08:00:00Z'],
  [0, '2026-03-01T00:00:01Z', '2026-03-01T00:00:00Z'],
])('the last %i o’clock UTC, at %s, is %s', (hour, now, last) => {
  expect(new Date(lastOccurrence(hour, Date.parse(now)))).toEqual(new Date(last));
});

test('a function is called once at its hour, and after a sleep of the machine when it wakes up', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T07:59:00Z') });
  const calls: [name: string, time: string][] = [];
  const functions: Functions = {
    names: ['sweep'],
    invoke: async (name, event) => {
      calls.push([name, (event as { time: string }).time]);
      return { requestId: 'r', ok: true, payload: 'null' };
    },
    close: async () => {},
  };
  const stop = callDaily(functions, 'sweep', 8);
  vi.advanceTimersByTime(59_000);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(10 * 60_000);
  expect(calls).toEqual([['sweep', '2026-03-01T08:00:00Z']]);
  // The machine sleeps: the clock advances, timers do not fire.
  vi.setSystemTime(Date.parse('2026-03-02T11:00:00Z'));
  vi.advanceTimersByTime(60_000);
  expect(calls.slice(1)).toEqual([['sweep', '2026-03-02T08:00:00Z']]);
  stop();
  vi.advanceTimersByTime(48 * 3_600_000);
  expect(calls).toHaveLength(2);
});
