import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import {
  apiError,
  expired,
  failed,
  gate,
  named,
  over,
  photos,
  startRun,
  states,
  stored,
  target,
  upload,
} from './upload-run-testing.ts';

test('an interrupted upload is retried with the same ticket', async () => {
  const outcomes = [failed, failed, stored];
  const { run, calls } = startRun({ put: async () => outcomes.shift() ?? stored });
  run.add(target, photos(1));
  await over(run);
  expect(calls.puts).toHaveLength(3);
  expect(calls.batches).toHaveLength(1);
  expect(run.snapshot()).toMatchObject({ completed: 1, percent: 100 });
});

test('a repeatedly interrupted upload fails with a reason; Retry uploads it', async () => {
  let broken = true;
  const { run, calls } = startRun({ put: async () => (broken ? failed : stored) });
  run.add(target, photos(1));
  await over(run);
  expect(run.snapshot().items[0]).toMatchObject({ state: 'failed', message: 'The connection was cut off.', sent: 0 });
  expect(calls.puts.length).toBeLessThan(10);

  broken = false;
  run.retry();
  await over(run);
  expect(run.snapshot().items[0]).toMatchObject({ state: 'uploaded' });
  expect(run.snapshot().items[0]).not.toHaveProperty('message');
});

test('an expired ticket is replaced by a new one', async () => {
  const { run, calls } = startRun({
    put: async (url) => (url === 's3:first' ? expired : stored),
    requestTickets: async () => [upload(calls.batches.length === 1 ? 'first' : 'second')],
  });
  run.add(target, photos(1));
  await over(run);
  expect(calls.puts).toEqual(['s3:first', 's3:second']);
  expect(states(run.snapshot())).toEqual(['uploaded']);
});

test('a photo that is present when its ticket is renewed counts as uploaded', async () => {
  const { run, calls } = startRun({
    put: async () => expired,
    requestTickets: async () =>
      calls.batches.length === 1 ? [upload('first')] : [{ state: 'present', photo_id: 'p', file_name: '001.jpg' }],
  });
  run.add(target, photos(1));
  await over(run);
  expect(run.snapshot()).toMatchObject({ completed: 1, percent: 100 });
});

test.each(['OFFLINE', 'BUSY', 'TOO_MANY', 'UNEXPECTED'])('ticket requests are retried after %s', async (code) => {
  let answers = 0;
  const { run } = startRun({
    async requestTickets(_target, files) {
      answers += 1;
      if (answers < 3) throw apiError(code);
      return files.map((file) => upload(file.file_name));
    },
  });
  run.add(target, photos(2));
  await over(run);
  expect(answers).toBe(3);
  expect(run.snapshot()).toMatchObject({ completed: 2, total: 2 });
});

test('a permanent API error fails only that batch without a retry; Retry uploads it', async () => {
  let refusing = true;
  const { run, calls } = startRun({
    async requestTickets(_target, files) {
      if (refusing && files.some((file) => file.file_name === '026.jpg')) throw apiError('FORBIDDEN');
      return files.map((file) => upload(file.file_name));
    },
  });
  run.add(target, photos(60));
  await over(run);
  expect(calls.batches).toHaveLength(3);
  const bad = run.snapshot().items.filter((item) => item.state === 'failed');
  expect(bad.map((item) => item.name)).toEqual(photos(25, 26).map((file) => file.name));
  expect(bad[0]?.message).toBe('FORBIDDEN.');
  expect(run.snapshot()).toMatchObject({ completed: 35, total: 60, percent: 58 });

  refusing = false;
  run.retry();
  await over(run);
  expect(run.snapshot()).toMatchObject({ completed: 60, percent: 100 });
});

test('Retry of one file does not change the others', async () => {
  let broken = true;
  const { run } = startRun({ put: async () => (broken ? failed : stored) });
  run.add(target, photos(2));
  await over(run);
  broken = false;
  run.retry(named(run.snapshot(), '002.jpg')?.id);
  await over(run);
  expect(states(run.snapshot())).toEqual(['failed', 'uploaded']);
});

test('an unreadable file fails alone; Retry reads it again', async () => {
  let readable = false;
  const { run } = startRun({
    async checksum(file) {
      if (file.name === '002.jpg' && !readable) throw new Error('NotReadableError');
      return `sha256 of ${file.name}`;
    },
  });
  run.add(target, photos(3));
  await over(run);
  expect(states(run.snapshot())).toEqual(['uploaded', 'failed', 'uploaded']);
  expect(named(run.snapshot(), '002.jpg')?.message).toMatch(/could not be read/);
  readable = true;
  run.retry();
  await over(run);
  expect(run.snapshot()).toMatchObject({ completed: 3, percent: 100 });
});

test('a missing ticket and a throwing put fail the file', async () => {
  const { run } = startRun({
    requestTickets: async () => [upload('001.jpg')],
    async put() {
      throw new TypeError('Invalid URL');
    },
  });
  run.add(target, photos(2));
  await over(run);
  expect(run.snapshot().items.map(({ state, message }) => [state, message])).toEqual([
    ['failed', 'Invalid URL'],
    ['failed', 'The server sent no response for this file.'],
  ]);
});

test('while offline everything waits without counting attempts and continues by itself', async () => {
  let back: PromiseWithResolvers<void> | undefined;
  let puts = 0;
  const { run, calls } = startRun({
    untilOnline: () => back?.promise,
    async put() {
      puts += 1;
      // Goes offline during more uploads than there are attempts.
      if (puts <= 10) {
        back = gate();
        return failed;
      }
      return stored;
    },
  });
  run.add(target, photos(1));
  for (let time = 1; time <= 10; time += 1) {
    await waitFor(() => expect(run.snapshot().paused).toBe(true));
    expect(calls.puts).toHaveLength(time);
    back?.resolve();
    back = undefined;
    await waitFor(() => expect(calls.puts).toHaveLength(time + 1));
  }
  await over(run);
  expect(run.snapshot()).toMatchObject({ completed: 1, paused: false });
});

test('failures reduce concurrent uploads; successes raise them to four again', async () => {
  let sending = 0;
  const atOnce: number[] = [];
  const { run } = startRun({
    async put() {
      sending += 1;
      atOnce.push(sending);
      const fails = atOnce.length <= 12;
      await new Promise((resolve) => setTimeout(resolve));
      sending -= 1;
      return fails ? failed : stored;
    },
  });
  run.add(target, photos(60));
  await over(run);
  expect(run.snapshot().completed).toBe(60);
  expect(atOnce.slice(0, 4)).toEqual([1, 2, 3, 4]);
  expect(Math.max(...atOnce.slice(8, 14))).toBe(1);
  expect(atOnce.slice(-8)).toContain(4);
});
