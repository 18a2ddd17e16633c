import { expect, test, vi } from 'vitest';
import type { Ticket, TicketRequest } from '#shared/contract/photos.ts';
import type { PutOutcome } from './put.ts';
import { UploadRun, type UploadServices, type UploadSnapshot, type UploadTarget } from './upload-run.ts';

const target: UploadTarget = { session: 's'.repeat(20), is_approved: true, downloadable: true };

const photo = (name: string) => new File([name], name, { type: 'image/jpeg' });
const photos = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => photo(`${String(from + index).padStart(3, '0')}.jpg`));

const upload = (name: string): Ticket => ({
  state: 'upload',
  photo_id: 'p'.repeat(20),
  url: `s3:${name}`,
  headers: {},
});
const stored: PutOutcome = { kind: 'stored' };
const failed: PutOutcome = { kind: 'failed', message: 'The connection was cut off.' };
const expired: PutOutcome = { kind: 'expired', message: 'The upload took too long to begin.' };
const apiError = (code: string) => Object.assign(new Error(`${code}.`), { code });

/** A run whose services do what is said, and note what they were asked. */
function startRun(services: Partial<UploadServices> = {}) {
  const asked = { batches: [] as TicketRequest[][], targets: [] as UploadTarget[], puts: [] as string[], most: 0 };
  let sending = 0;
  const put: UploadServices['put'] = async (url, headers, file, signal, onProgress) => {
    asked.puts.push(url);
    sending += 1;
    asked.most = Math.max(asked.most, sending);
    try {
      return await (services.put ?? (async () => stored))(url, headers, file, signal, onProgress);
    } finally {
      sending -= 1;
    }
  };
  const run = new UploadRun({
    checksum: services.checksum ?? (async (file) => `sha256 of ${file.name}`),
    async requestTickets(to, files) {
      asked.batches.push(files);
      asked.targets.push(to);
      return services.requestTickets?.(to, files) ?? files.map((file) => upload(file.file_name));
    },
    put,
    pause: services.pause ?? (async () => {}),
    untilOnline: services.untilOnline ?? (() => undefined),
  });
  return { run, asked };
}

const over = (run: UploadRun) => vi.waitFor(() => expect(run.snapshot().running).toBe(false));
const states = (snapshot: UploadSnapshot) => snapshot.items.map((item) => item.state);
const named = (snapshot: UploadSnapshot, name: string) => snapshot.items.find((item) => item.name === name);

/** A promise that the test settles. */
const gate = () => Promise.withResolvers<void>();

/** An upload that only ends by being cancelled, as XMLHttpRequest ends then. */
const untilAborted: UploadServices['put'] = (_url, _headers, _file, signal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(failed)));

test('60 files go in their order, with tickets for at most 25 at once, and never more than four on the line', async () => {
  const { run, asked } = startRun({
    async put() {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return stored;
    },
  });
  const files = photos(60);
  run.add(target, files);
  await over(run);
  expect(asked.batches.map((batch) => batch.length)).toEqual([25, 25, 10]);
  expect(asked.batches.flat().map((file) => file.file_name)).toEqual(files.map((file) => file.name));
  expect(asked.puts).toHaveLength(60);
  expect(asked.most).toBe(4);
  expect(run.snapshot()).toMatchObject({ completed: 60, total: 60, percent: 100, running: false });
});

test('a ticket is asked for with name, type, size and checksum', async () => {
  const { run, asked } = startRun();
  run.add(target, [new File(['x'], 'SCAN.TIFF', { type: '' })]);
  await over(run);
  expect(asked.batches).toEqual([
    [{ file_name: 'SCAN.TIFF', content_type: 'image/tiff', size: 1, sha256: 'sha256 of SCAN.TIFF' }],
  ]);
});

test('what was cut off is sent again under the same ticket', async () => {
  const outcomes = [failed, failed, stored];
  const { run, asked } = startRun({ put: async () => outcomes.shift() ?? stored });
  run.add(target, photos(1));
  await over(run);
  expect(asked.puts).toHaveLength(3);
  expect(asked.batches).toHaveLength(1);
  expect(run.snapshot()).toMatchObject({ completed: 1, percent: 100 });
});

test('what is cut off again and again fails, says why, and Retry sends it', async () => {
  let broken = true;
  const { run, asked } = startRun({ put: async () => (broken ? failed : stored) });
  run.add(target, photos(1));
  await over(run);
  expect(run.snapshot().items[0]).toMatchObject({ state: 'failed', message: 'The connection was cut off.', sent: 0 });
  expect(asked.puts.length).toBeLessThan(10);

  broken = false;
  run.retry();
  await over(run);
  expect(run.snapshot().items[0]).toMatchObject({ state: 'uploaded' });
  expect(run.snapshot().items[0]).not.toHaveProperty('message');
});

test('an expired ticket is replaced by a new one', async () => {
  const { run, asked } = startRun({
    put: async (url) => (url === 's3:first' ? expired : stored),
    requestTickets: async () => [upload(asked.batches.length === 1 ? 'first' : 'second')],
  });
  run.add(target, photos(1));
  await over(run);
  expect(asked.puts).toEqual(['s3:first', 's3:second']);
  expect(states(run.snapshot())).toEqual(['uploaded']);
});

test('a photo that turns out to be there already, when its new ticket is asked for, has arrived', async () => {
  const { run, asked } = startRun({
    put: async () => expired,
    requestTickets: async () =>
      asked.batches.length === 1 ? [upload('first')] : [{ state: 'present', photo_id: 'p' }],
  });
  run.add(target, photos(1));
  await over(run);
  expect(run.snapshot()).toMatchObject({ completed: 1, percent: 100 });
});

test('what the session has already counts as completed; what lies in its bin does not', async () => {
  const { run, asked } = startRun({
    requestTickets: async () => [
      { state: 'present', photo_id: 'p' },
      { state: 'binned', photo_id: 'q' },
      { state: 'refused', message: 'This session is full.' },
    ],
  });
  run.add(target, photos(3));
  await over(run);
  expect(asked.puts).toEqual([]);
  expect(run.snapshot()).toMatchObject({ completed: 1, total: 3, percent: 33 });
  expect(states(run.snapshot())).toEqual(['present', 'refused', 'refused']);
  expect(run.snapshot().items[1]?.message).toMatch(/bin.*Restore/);
  expect(run.snapshot().items[2]?.message).toBe('This session is full.');
});

test('a file that can’t be a photo is refused by name at once, and no ticket is asked for it', async () => {
  const { run, asked } = startRun();
  run.add(target, [photo('good.jpg'), new File(['x'], 'IMG_1.HEIC', { type: 'image/heic' })]);
  expect(named(run.snapshot(), 'IMG_1.HEIC')).toMatchObject({
    state: 'refused',
    message: expect.stringMatching(/JPEG/),
  });
  await over(run);
  expect(asked.batches.flat().map((file) => file.file_name)).toEqual(['good.jpg']);
  expect(run.snapshot()).toMatchObject({ completed: 1, total: 2, percent: 50 });
});

test.each(['OFFLINE', 'BUSY', 'TOO_MANY', 'UNEXPECTED'])('tickets are asked for again after %s', async (code) => {
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

test('what the API has decided fails exactly that batch, without asking again; Retry sends it', async () => {
  let refusing = true;
  const { run, asked } = startRun({
    async requestTickets(_target, files) {
      if (refusing && files.some((file) => file.file_name === '026.jpg')) throw apiError('FORBIDDEN');
      return files.map((file) => upload(file.file_name));
    },
  });
  run.add(target, photos(60));
  await over(run);
  expect(asked.batches).toHaveLength(3);
  const bad = run.snapshot().items.filter((item) => item.state === 'failed');
  expect(bad.map((item) => item.name)).toEqual(photos(25, 26).map((file) => file.name));
  expect(bad[0]?.message).toBe('FORBIDDEN.');
  expect(run.snapshot()).toMatchObject({ completed: 35, total: 60, percent: 58 });

  refusing = false;
  run.retry();
  await over(run);
  expect(run.snapshot()).toMatchObject({ completed: 60, percent: 100 });
});

test('Retry of one file leaves the others as they are', async () => {
  let broken = true;
  const { run } = startRun({ put: async () => (broken ? failed : stored) });
  run.add(target, photos(2));
  await over(run);
  broken = false;
  run.retry(named(run.snapshot(), '002.jpg')?.id);
  await over(run);
  expect(states(run.snapshot())).toEqual(['failed', 'uploaded']);
});

test('cancelling stops what is waiting and on the line; what arrived stays', async () => {
  const { run, asked } = startRun({
    put: (url, ...rest) => (url < 's3:004' ? Promise.resolve(stored) : untilAborted(url, ...rest)),
  });
  run.add(target, photos(60));
  await vi.waitFor(() => expect(states(run.snapshot()).filter((state) => state === 'sending')).toHaveLength(4));
  run.cancel();
  expect(run.snapshot().running).toBe(false);
  expect(states(run.snapshot())).toEqual([...Array(3).fill('uploaded'), ...Array(57).fill('cancelled')]);
  const asks = asked.puts.length;
  // Another run begins at once, not when the old one's pauses are over.
  run.add(target, [photo('000.jpg')]);
  await over(run);
  expect(states(run.snapshot())).toEqual(['uploaded']);
  expect(asked.puts.slice(asks)).toEqual(['s3:000.jpg']);
});

test('a file that arrived in the moment of cancelling is not called cancelled', async () => {
  const arriving = gate();
  const { run, asked } = startRun({
    async put() {
      await arriving.promise;
      return stored;
    },
  });
  run.add(target, photos(1));
  await vi.waitFor(() => expect(asked.puts).toHaveLength(1));
  run.cancel();
  arriving.resolve();
  await vi.waitFor(() => expect(states(run.snapshot())).toEqual(['uploaded']));
});

test('cancelled files stay cancelled, whatever was still being asked for them', async () => {
  const reading = gate();
  const asking = gate();
  const { run, asked } = startRun({
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
  await vi.waitFor(() => expect(asked.batches).toHaveLength(1));
  run.cancel();
  asking.resolve();
  // One more round of the worker: it has nothing left to do, and asks for nothing.
  await new Promise((resolve) => setTimeout(resolve));
  expect(states(run.snapshot())).toEqual(['cancelled', 'cancelled']);
  expect(asked.batches).toHaveLength(1);
});

test('files can be added to a run, also for another session', async () => {
  const first = gate();
  const elsewhere = { ...target, session: 't'.repeat(20), downloadable: false };
  const { run, asked } = startRun({
    async put(url) {
      if (url === 's3:001.jpg') await first.promise;
      return stored;
    },
  });
  run.add(target, photos(2));
  await vi.waitFor(() => expect(named(run.snapshot(), '002.jpg')?.state).toBe('uploaded'));
  run.add(elsewhere, photos(2, 3));
  // They don't wait for the slow one.
  await vi.waitFor(() => expect(run.snapshot()).toMatchObject({ completed: 3, total: 4, percent: 75, running: true }));
  first.resolve();
  await over(run);
  expect(asked.targets).toEqual([target, elsewhere]);
  expect(run.snapshot()).toMatchObject({ completed: 4, total: 4, percent: 100 });
});

test('files of two targets never share a request for tickets', async () => {
  const { run, asked } = startRun();
  const hidden = { ...target, is_approved: false };
  run.add(target, photos(3));
  run.add(hidden, photos(3, 4));
  await over(run);
  expect(asked.targets).toEqual([target, hidden]);
  expect(asked.batches.map((batch) => batch.length)).toEqual([3, 3]);
});

test('another run keeps what failed before, and forgets the rest', async () => {
  const { run } = startRun({ put: async (url) => (url === 's3:001.jpg' ? failed : stored) });
  run.add(target, [...photos(2), new File(['x'], 'notes.txt', { type: 'text/plain' })]);
  await over(run);
  run.add(target, photos(1, 3));
  await over(run);
  expect(run.snapshot().items.map(({ name, state }) => [name, state])).toEqual([
    ['001.jpg', 'failed'],
    ['003.jpg', 'uploaded'],
  ]);
});

test('a file that can’t be read any more fails by itself; after Retry it is read anew', async () => {
  let readable = false;
  const { run } = startRun({
    async checksum(file) {
      if (file.name === '002.jpg' && !readable) throw new Error('NotReadableError');
      return 'sha256';
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

test('a file without an answer, and a put that breaks, fail and are not forgotten', async () => {
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
    ['failed', 'The studio did not answer for this file.'],
  ]);
});

test('a snapshot never changes; without changes it is the same one; listeners hear of new ones', async () => {
  const { run } = startRun({
    async put(_url, _headers, file, _signal, onProgress) {
      onProgress(file.size);
      return stored;
    },
  });
  const listener = vi.fn();
  const unsubscribe = run.subscribe(listener);
  const before = run.snapshot();
  expect(run.snapshot()).toBe(before);
  run.add(target, photos(1));
  const begun = run.snapshot();
  expect(begun.items[0]).toMatchObject({ state: 'reading', sent: 0 });
  await over(run);
  expect(before).toEqual({ items: [], completed: 0, total: 0, running: false, paused: false, percent: 0 });
  expect(begun.items[0]).toMatchObject({ state: 'reading', sent: 0 });
  expect(run.snapshot().items[0]).toMatchObject({ state: 'uploaded', sent: 7 });
  await vi.waitFor(() => expect(listener).toHaveBeenCalled());
  unsubscribe();
});

test('clearing forgets a run that is over, and leaves a running one alone', async () => {
  const ending = gate();
  const { run } = startRun({
    async put() {
      await ending.promise;
      return stored;
    },
  });
  run.add(target, photos(1));
  run.clear();
  expect(run.snapshot().total).toBe(1);
  ending.resolve();
  await over(run);
  run.clear();
  expect(run.snapshot()).toEqual({ items: [], completed: 0, total: 0, running: false, paused: false, percent: 0 });
});

test('without a network everything waits, counts as no try, and goes on by itself', async () => {
  let back: PromiseWithResolvers<void> | undefined;
  let puts = 0;
  const { run, asked } = startRun({
    untilOnline: () => back?.promise,
    async put() {
      puts += 1;
      // The network goes in the middle of it, more often than anything is tried.
      if (puts <= 10) {
        back = gate();
        return failed;
      }
      return stored;
    },
  });
  run.add(target, photos(1));
  for (let time = 1; time <= 10; time += 1) {
    await vi.waitFor(() => expect(run.snapshot().paused).toBe(true));
    expect(asked.puts).toHaveLength(time);
    back?.resolve();
    back = undefined;
    await vi.waitFor(() => expect(asked.puts).toHaveLength(time + 1));
  }
  await over(run);
  expect(run.snapshot()).toMatchObject({ completed: 1, paused: false });
});

test('a run that waits for the network can be cancelled', async () => {
  const { run } = startRun({ untilOnline: () => new Promise(() => {}) });
  run.add(target, photos(3));
  await vi.waitFor(() => expect(run.snapshot().paused).toBe(true));
  run.cancel();
  await vi.waitFor(() => expect(run.snapshot()).toMatchObject({ running: false, paused: false }));
});

test('while the line fails fewer files are sent at once, and four again when it is calm', async () => {
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

test('the next batch is read while one is being sent', async () => {
  const line = gate();
  const read: string[] = [];
  const { run, asked } = startRun({
    async checksum(file) {
      read.push(file.name);
      return 'sha256';
    },
    async put() {
      await line.promise;
      return stored;
    },
  });
  run.add(target, photos(60));
  await vi.waitFor(() => expect(asked.batches).toHaveLength(2));
  expect(read).toHaveLength(50);
  expect(asked.puts).toHaveLength(4);
  line.resolve();
  await over(run);
  expect(run.snapshot().completed).toBe(60);
});
