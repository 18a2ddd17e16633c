import { expect, test, vi } from 'vitest';
import { secondsUntilNextTry } from './next-try.ts';

test('work that waits long is asked for less often, and at most as late as SQS can deliver it', () => {
  vi.useFakeTimers({ now: new Date('2026-11-26T12:00:00.000Z') });
  const tries = ['12:00:00', '11:59:30', '11:50:00', '09:00:00', '00:00:00'];
  expect(tries.map((at) => secondsUntilNextTry(`2026-11-26T${at}.000Z`))).toEqual([5, 5, 60, 900, 900]);
  vi.useRealTimers();
});
