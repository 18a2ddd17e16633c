import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { limits } from '#shared/limits.ts';
import type { Outcome } from '../outcome.ts';
import { useBatches } from './batches.ts';

const size = limits.photosPerEdit;
const idsTo = (count: number) => Array.from({ length: count }, (_, index) => `photo ${index}`);

function start() {
  const calls: string[] = [];
  const report = {
    setProgress: vi.fn(),
    clearProgress: vi.fn(() => void calls.push('clearProgress')),
    setOutcome: vi.fn<(outcome: Outcome | undefined) => void>(),
  };
  const cached = { refetchAffected: vi.fn(() => void calls.push('refetchAffected')) };
  const { result, rerender } = renderHook(() => useBatches(report, cached));
  return { run: () => result.current, rerender, report, cached, calls };
}

test('work runs in batches, one after the other, with progress', async () => {
  const { run, report, calls } = start();
  const ids = idsTo(2 * size + 1);
  const batches: string[][] = [];
  const act = async (batch: string[]) => {
    // The progress of a batch is shown before it begins, and the next batch begins after it has ended.
    expect(report.setProgress).toHaveBeenLastCalledWith({
      text: 'Hiding',
      done: batches.flat().length,
      total: ids.length,
    });
    await Promise.resolve();
    batches.push(batch);
  };
  expect(await run()('Hiding', ids, act, vi.fn())).toBe(true);
  expect(batches).toEqual([ids.slice(0, size), ids.slice(size, 2 * size), ids.slice(2 * size)]);
  expect(calls).toEqual(['clearProgress', 'refetchAffected']);
  // The former outcome is cleared; the caller sets the new outcome.
  expect(report.setOutcome.mock.calls).toEqual([[undefined]]);
});

test('a failure stops the work, says how much is done, and retries the rest only', async () => {
  const { run, report, calls } = start();
  const ids = idsTo(3 * size);
  const act = vi.fn(async (batch: string[]) => {
    if (batch[0] === ids[size]) throw new Error('Not now.');
  });
  const retry = vi.fn();
  expect(await run()('Hiding', ids, act, retry)).toBe(false);
  expect(act).toHaveBeenCalledTimes(2);
  const outcome = report.setOutcome.mock.lastCall?.[0];
  expect(outcome).toMatchObject({
    tone: 'error',
    text: `Hiding failed. ${size} photos of ${3 * size} are done. Not now.`,
  });
  expect(calls).toEqual(['clearProgress', 'refetchAffected']);
  expect(retry).not.toHaveBeenCalled();
  outcome?.retry?.();
  expect(retry).toHaveBeenCalledExactlyOnceWith(ids.slice(size));
});

test('a failure of the first batch claims nothing as done', async () => {
  const { run, report } = start();
  const retry = vi.fn();
  await run()('Deleting', ['a', 'b'], () => Promise.reject(new Error('Not now.')), retry);
  const outcome = report.setOutcome.mock.lastCall?.[0];
  expect(outcome?.text).toBe('Deleting failed. Not now.');
  outcome?.retry?.();
  expect(retry).toHaveBeenCalledExactlyOnceWith(['a', 'b']);
});

test('without photos nothing is requested, and the work is done', async () => {
  const { run, report } = start();
  const act = vi.fn();
  expect(await run()('Hiding', [], act, vi.fn())).toBe(true);
  expect(act).not.toHaveBeenCalled();
  expect(report.setProgress).not.toHaveBeenCalled();
});
