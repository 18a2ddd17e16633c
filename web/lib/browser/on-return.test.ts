import { afterEach, expect, test, vi } from 'vitest';
import { onReturn } from './on-return.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('calls back once per return, and not after the listeners are removed', () => {
  vi.useFakeTimers({ now: 10_000 });
  const callback = vi.fn();
  const stop = onReturn(callback);
  document.dispatchEvent(new Event('visibilitychange'));
  dispatchEvent(new Event('focus'));
  expect(callback).toHaveBeenCalledTimes(1);
  vi.setSystemTime(12_000);
  dispatchEvent(new Event('focus'));
  expect(callback).toHaveBeenCalledTimes(2);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  vi.setSystemTime(14_000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(callback).toHaveBeenCalledTimes(2);
  vi.restoreAllMocks();
  stop();
  dispatchEvent(new Event('focus'));
  expect(callback).toHaveBeenCalledTimes(2);
});
