import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inTime } from './in-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('resolves with the module and rejects at once on failure', async () => {
  await expect(inTime(async () => 'module')).resolves.toBe('module');
  await expect(inTime(() => Promise.reject(new Error('404')))).rejects.toThrow('404');
  expect(vi.getTimerCount()).toBe(0);
});

test('a pending import rejects 120 s after the first call, also for later calls', async () => {
  const load = () => new Promise<never>(() => {});
  const rejection = expect(inTime(load)).rejects.toThrow('Code was not loaded within 120 s.');
  await vi.advanceTimersByTimeAsync(119_999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await rejection;
  const secondRejection = expect(inTime(load)).rejects.toThrow('120 s');
  await vi.advanceTimersByTimeAsync(0);
  await secondRejection;
});
