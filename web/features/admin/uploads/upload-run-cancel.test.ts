import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import {
  apiError,
  failed,
  gate,
  over,
  photo,
  photos,
  startRun,
  states,
  stored,
  target,
  untilAborted,
  upload,
} from './upload-run-testing.ts';

test('cancelling stops waiting and running uploads; finished ones stay', async () => {
  const { run, calls } = startRun({
    put: (url, ...rest) => (url < 's3:004' ? Promise.resolve(stored) : untilAborted(url, ...rest)),
  });
  run.add(target, photos(60));
  await waitFor(() => expect(states(run.snapshot()).filter((state) => state === 'sending')).toHaveLength(4));
  run.cancel();
  expect(run.snapshot().running).toBe(false);
  expect(states(run.snapshot())).toEqual([...Array(3).fill('uploaded'), ...Array(57).fill('cancelled')]);
  const asks = calls.puts.length;
  // The new run starts at once, without waiting for the old run's backoff.
  run.add(target, [photo('000.jpg')]);
  await over(run);
  expect(states(run.snapshot())).toEqual(['uploaded']);
  expect(calls.puts.slice(asks)).toEqual(['s3:000.jpg']);
});

test('photos that got a ticket and were not uploaded are named, so that their session can forget them', async () => {
  const { run } = startRun({
    requestTickets: async (_, files) => files.map((file) => ({ ...upload(file.file_name), photo_id: file.file_name })),
    put: (url, _headers, _file, signal) =>
      url === 's3:001.jpg'
        ? Promise.resolve(stored)
        : new Promise((resolve) => signal.addEventListener('abort', () => resolve(failed))),
  });
  run.add(target, photos(3));
  await waitFor(() => expect(run.snapshot().completed).toBe(1));
  run.cancel();
  await over(run);
  expect(run.snapshot().unsent).toEqual(['002.jpg', '003.jpg']);
});

test('a file stored while cancelling counts as uploaded', async () => {
  const arriving = gate();
  const { run, calls } = startRun({
    async put() {
      await arriving.promise;
      return stored;
    },
  });
  run.add(target, photos(1));
  await waitFor(() => expect(calls.puts).toHaveLength(1));
  run.cancel();
  arriving.resolve();
  await waitFor(() => expect(states(run.snapshot())).toEqual(['uploaded']));
});

test('cancelled files stay cancelled when their pending requests complete', async () => {
  const reading = gate();
  const asking = gate();
  const { run, calls } = startRun({
    async checksum(file) {
      await reading.promise;
      if (file.name === '001.jpg') throw new Error('gone');
      return 'sha256';
    },
    async requestTickets() {
      await asking.promise;
      throw apiError('BUSY');
    },
  });
  run.add(target, photos(1));
  run.cancel();
  run.add(target, photos(2, 2));
  reading.resolve();
  await waitFor(() => expect(calls.batches).toHaveLength(1));
  run.cancel();
  asking.resolve();
  // Let the worker loop run once more: it must not request tickets.
  await new Promise((resolve) => setTimeout(resolve));
  expect(states(run.snapshot())).toEqual(['cancelled', 'cancelled']);
  expect(calls.batches).toHaveLength(1);
});

test('a run waiting for the network can be cancelled', async () => {
  const { run } = startRun({ untilOnline: () => new Promise(() => {}) });
  run.add(target, photos(3));
  await waitFor(() => expect(run.snapshot().paused).toBe(true));
  run.cancel();
  await waitFor(() => expect(run.snapshot()).toMatchObject({ running: false, paused: false }));
});
