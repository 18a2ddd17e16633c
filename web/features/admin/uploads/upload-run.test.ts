import { waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import type { Ticket, TicketRequest } from '#shared/contract/photos/uploads.ts';
import { isolated } from '#shared/text/isolated.ts';
import type { PutOutcome } from './put.ts';
import type { UploadSnapshot, UploadTarget } from './upload-item.ts';
import { UploadRun, type UploadServices } from './upload-run.ts';

const target: UploadTarget = { customer: 'c', session: 's'.repeat(20), is_approved: true, downloadable: true };

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

/** A run with fake services that record their calls. */
function startRun(
  services: Partial<Omit<UploadServices, 'requestTickets'>> & {
    requestTickets?: (target: UploadTarget, files: TicketRequest[]) => Promise<Ticket[]>;
  } = {},
) {
  const calls = {
    begun: [] as (string | undefined)[],
    batches: [] as TicketRequest[][],
    targets: [] as UploadTarget[],
    puts: [] as string[],
    most: 0,
  };
  let sending = 0;
  const put: UploadServices['put'] = async (url, headers, file, signal, onProgress) => {
    calls.puts.push(url);
    sending += 1;
    calls.most = Math.max(calls.most, sending);
    try {
      return await (services.put ?? (async () => stored))(url, headers, file, signal, onProgress);
    } finally {
      sending -= 1;
    }
  };
  const run = new UploadRun({
    staleness: services.staleness ?? (async () => undefined),
    giveUp: services.giveUp ?? (async () => {}),
    checksum: services.checksum ?? (async (file) => `sha256 of ${file.name}`),
    async requestTickets(to, { begun_at, files }) {
      calls.batches.push(files);
      calls.targets.push(to);
      calls.begun.push(begun_at);
      const tickets = (await services.requestTickets?.(to, files)) ?? files.map((file) => upload(file.file_name));
      return { tickets, begun_at: begun_at ?? `begun ${calls.batches.length}` };
    },
    put,
    pause: services.pause ?? (async () => {}),
    untilOnline: services.untilOnline ?? (() => undefined),
  });
  return { run, calls };
}

const over = (run: UploadRun) => waitFor(() => expect(run.snapshot().running).toBe(false));
const states = (snapshot: UploadSnapshot) => snapshot.items.map((item) => item.state);
const named = (snapshot: UploadSnapshot, name: string) => snapshot.items.find((item) => item.name === name);

/** A promise that the test settles. */
const gate = () => Promise.withResolvers<void>();

/** An upload that ends only when aborted, like an aborted XMLHttpRequest. */
const untilAborted: UploadServices['put'] = (_url, _headers, _file, signal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(failed)));

test('60 files upload in order, with at most 25 tickets per request and four concurrent uploads', async () => {
  const { run, calls } = startRun({
    async put() {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return stored;
    },
  });
  const files = photos(60);
  run.add(target, files);
  await over(run);
  expect(calls.batches.map((batch) => batch.length)).toEqual([25, 25, 10]);
  expect(calls.batches.flat().map((file) => file.file_name)).toEqual(files.map((file) => file.name));
  expect(calls.puts).toHaveLength(60);
  expect(calls.most).toBe(4);
  expect(run.snapshot()).toMatchObject({ completed: 60, total: 60, percent: 100, running: false });
});

test('a ticket request has name, type, size and checksum', async () => {
  const { run, calls } = startRun();
  run.add(target, [new File(['x'], 'SCAN.TIFF', { type: '' })]);
  await over(run);
  expect(calls.batches).toEqual([
    [{ file_name: 'SCAN.TIFF', content_type: 'image/tiff', size: 1, sha256: 'sha256 of SCAN.TIFF', place: 0 }],
  ]);
});

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

test('a present photo counts as completed; a photo in the trash does not', async () => {
  const { run, calls } = startRun({
    requestTickets: async () => [
      { state: 'present', photo_id: 'p', file_name: '001.jpg' },
      { state: 'trashed', photo_id: 'q' },
      { state: 'refused', message: 'This session is full.' },
    ],
  });
  run.add(target, photos(3));
  await over(run);
  expect(calls.puts).toEqual([]);
  expect(run.snapshot()).toMatchObject({ completed: 1, total: 3, percent: 33 });
  expect(states(run.snapshot())).toEqual(['present', 'refused', 'refused']);
  expect(run.snapshot().items[1]?.message).toMatch(/trash.*Restore/);
  expect(run.snapshot().items[2]?.message).toBe('This session is full.');
});

test('an unsupported file is refused at once without a ticket request', async () => {
  const { run, calls } = startRun();
  run.add(target, [photo('good.jpg'), new File(['x'], 'IMG_1.HEIC', { type: 'image/heic' })]);
  expect(named(run.snapshot(), 'IMG_1.HEIC')).toMatchObject({
    state: 'refused',
    message: expect.stringMatching(/JPEG/),
  });
  await over(run);
  expect(calls.batches.flat().map((file) => file.file_name)).toEqual(['good.jpg']);
  expect(run.snapshot()).toMatchObject({ completed: 1, total: 2, percent: 50 });
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

test('files can be added to a run, also for another session', async () => {
  const first = gate();
  const elsewhere = { ...target, session: 't'.repeat(20), downloadable: false };
  const { run, calls } = startRun({
    async put(url) {
      if (url === 's3:001.jpg') await first.promise;
      return stored;
    },
  });
  run.add(target, photos(2));
  await waitFor(() => expect(named(run.snapshot(), '002.jpg')?.state).toBe('uploaded'));
  run.add(elsewhere, photos(2, 3));
  // The others don't wait for the slow upload.
  await waitFor(() => expect(run.snapshot()).toMatchObject({ completed: 3, total: 4, percent: 75, running: true }));
  first.resolve();
  await over(run);
  expect(calls.targets).toEqual([target, elsewhere]);
  expect(run.snapshot()).toMatchObject({ completed: 4, total: 4, percent: 100 });
});

test('files of two targets never share a request for tickets', async () => {
  const { run, calls } = startRun();
  const hidden = { ...target, is_approved: false };
  run.add(target, photos(3));
  run.add(hidden, photos(3, 4));
  await over(run);
  expect(calls.targets).toEqual([target, hidden]);
  expect(calls.batches.map((batch) => batch.length)).toEqual([3, 3]);
});

test('a new run keeps failed files of the previous one and drops the others', async () => {
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

const changed = 'This file changed after it was chosen. Choose it again.';

test('a file that changed before it is read is stale, and not retried; chosen again, it continues in its place', async () => {
  const edited = photo('002.jpg');
  const stale = new Set<File>([edited]);
  const { run, calls } = startRun({
    async checksum(file) {
      if (stale.has(file)) throw new Error('NotReadableError');
      return `sha256 of ${file.name}`;
    },
    staleness: async (file) => (stale.has(file) ? changed : undefined),
  });
  run.add(target, [photo('001.jpg'), edited, photo('003.jpg')]);
  await over(run);
  expect(states(run.snapshot())).toEqual(['uploaded', 'stale', 'uploaded']);
  expect(named(run.snapshot(), '002.jpg')).toMatchObject({ message: changed });
  run.retry();
  expect(states(run.snapshot())).toEqual(['uploaded', 'stale', 'uploaded']);

  const [again, other] = [new File(['longer'], '002.jpg', { type: 'image/jpeg' }), photo('004.jpg')];
  expect(run.chooseAgain([other, again])).toEqual(new Map([[edited, again]]));
  await over(run);
  expect(run.snapshot().items.map(({ name, state, size }) => [name, state, size])).toEqual([
    ['001.jpg', 'uploaded', 7],
    ['002.jpg', 'uploaded', 6],
    ['003.jpg', 'uploaded', 7],
  ]);
  expect(calls.puts).toHaveLength(3);
});

test('a file that changes while it is sent is not taken for a cut connection; its photo is given up', async () => {
  const edited = photo('001.jpg');
  const again = photo('001.jpg');
  const givenUp: string[] = [];
  const { run, calls } = startRun({
    checksum: async (file) => (file === edited ? 'before' : 'after'),
    staleness: async (file) => (file === edited ? changed : undefined),
    requestTickets: async (_, [file]) => [{ ...upload(file!.sha256), photo_id: `photo ${file!.sha256}` } as Ticket],
    put: async (_url, _headers, file) => (file === edited ? failed : stored),
    giveUp: async ({ session }, id) => void givenUp.push(`${session} ${id}`),
  });
  run.add(target, [edited]);
  await over(run);
  expect(run.snapshot().items[0]).toMatchObject({ state: 'stale', message: changed });
  expect(calls.puts).toEqual(['s3:before']);
  expect(run.snapshot().unsent).toEqual(['photo before']);
  run.chooseAgain([again]);
  await over(run);
  expect(run.snapshot()).toMatchObject({ completed: 1, total: 1, unsent: [] });
  expect(givenUp).toEqual([`${target.session} photo before`]);
});

interface Way {
  replaces?: string;
  attach?: true;
}
test.each<[string, Way]>([
  ['whose bytes are the former ones again', {}],
  ['that replaces a photo', { replaces: 'photo' }],
  ['that is attached', { attach: true }],
])('what waits for a file %s is not given up when it is chosen again', async (_, { replaces, attach }) => {
  const name = attach ? '001.heic' : '001.jpg';
  const edited = new File(['bytes'], name, { type: attach ? '' : 'image/jpeg' });
  const to = { ...target, ...(attach && { attach }) };
  const giveUp = vi.fn(async () => {});
  const { run } = startRun({
    staleness: async (file) => (file === edited ? changed : undefined),
    requestTickets: async (_target, [file]) => [
      { ...upload('001'), photo_id: replaces || attach ? `photo ${file!.size}` : 'same' } as Ticket,
    ],
    put: async (_url, _headers, file) => (file === edited ? failed : stored),
    giveUp,
  });
  run.add(to, [edited], new Map(replaces ? [[edited, replaces]] : []));
  await over(run);
  expect(states(run.snapshot())).toEqual(['stale']);
  run.chooseAgain([new File(['other bytes'], name, { type: edited.type })]);
  await over(run);
  expect(states(run.snapshot())).toEqual(['uploaded']);
  expect(giveUp).not.toHaveBeenCalled();
});

test('bytes that S3 refuses because they changed are chosen again, not retried', async () => {
  const { run } = startRun({ put: async () => ({ kind: 'changed', message: changed }) });
  run.add(target, photos(1));
  await over(run);
  expect(states(run.snapshot())).toEqual(['stale']);
});

test('a stale file that is added again takes its place, also in another run; in another session it is another file', async () => {
  const stale = new Set<File>(photos(2));
  const { run } = startRun({
    async checksum(file) {
      if (stale.has(file)) throw new Error('NotFoundError');
      return 'sha256';
    },
    staleness: async (file) => (stale.has(file) ? changed : undefined),
  });
  run.add(target, [...stale]);
  await over(run);
  run.add({ ...target, session: 'another' }, photos(1));
  await over(run);
  expect(states(run.snapshot())).toEqual(['stale', 'stale', 'uploaded']);
  run.add(target, photos(1, 2));
  await over(run);
  expect(run.snapshot().items.map(({ name, state }) => `${name} ${state}`)).toEqual([
    '001.jpg stale',
    '002.jpg uploaded',
  ]);
});

test('files that are retried or chosen again keep their places among those that were chosen with them', async () => {
  const [first, edited, third] = photos(3) as [File, File, File];
  let isReadable = false;
  const { run, calls } = startRun({
    async checksum(file) {
      if (file === edited || (file === first && !isReadable)) throw new Error('NotReadableError');
      return 'sha256';
    },
    staleness: async (file) => (file === edited ? changed : undefined),
  });
  run.add(target, [first, edited, third]);
  await over(run);
  isReadable = true;
  run.retry();
  await over(run);
  run.chooseAgain(photos(1, 2));
  await over(run);
  run.add(target, photos(1, 4));
  await over(run);
  expect(calls.batches.flat().map(({ file_name, place }) => [file_name, place])).toEqual([
    ['003.jpg', 2],
    ['001.jpg', 0],
    ['002.jpg', 1],
    ['004.jpg', 0],
  ]);
  expect(calls.begun).toEqual([undefined, 'begun 1', 'begun 1', undefined]);
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

test('snapshots are immutable, stable without changes, and listeners are notified', async () => {
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
  expect(before).toEqual({ items: [], completed: 0, total: 0, running: false, paused: false, percent: 0, unsent: [] });
  expect(begun.items[0]).toMatchObject({ state: 'reading', sent: 0 });
  expect(run.snapshot().items[0]).toMatchObject({ state: 'uploaded', sent: 7 });
  await waitFor(() => expect(listener).toHaveBeenCalled());
  unsubscribe();
});

test('clear() removes a finished run and ignores a running one', async () => {
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
  expect(run.snapshot()).toEqual({
    items: [],
    completed: 0,
    total: 0,
    running: false,
    paused: false,
    percent: 0,
    unsent: [],
  });
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

test('a run waiting for the network can be cancelled', async () => {
  const { run } = startRun({ untilOnline: () => new Promise(() => {}) });
  run.add(target, photos(3));
  await waitFor(() => expect(run.snapshot().paused).toBe(true));
  run.cancel();
  await waitFor(() => expect(run.snapshot()).toMatchObject({ running: false, paused: false }));
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

test('the next batch is hashed while one uploads', async () => {
  const line = gate();
  const read: string[] = [];
  const { run, calls } = startRun({
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
  await waitFor(() => expect(calls.batches).toHaveLength(2));
  expect(read).toHaveLength(50);
  expect(calls.puts).toHaveLength(4);
  line.resolve();
  await over(run);
  expect(run.snapshot().completed).toBe(60);
});

test.each([
  ['photos', 'jpg', {}],
  ['attachments', 'mov', { attach: true as const }],
])('two names of one content are one file, and each is said for what it is: %s', async (_, ending, attach) => {
  const { run } = startRun({ checksum: async (file) => `sha256 of ${file.size} bytes` });
  const file = (name: string, content: string) => new File([content], `${name}.${ending}`);
  run.add({ ...target, ...attach }, [file('a', 'same'), file('b', 'same'), file('c', 'another')]);
  await over(run);
  expect(run.snapshot()).toMatchObject({ completed: 3, total: 3, unsent: [] });
  expect(states(run.snapshot()).filter((state) => state === 'uploaded')).toHaveLength(2);
  const twin = run.snapshot().items.find(({ state }) => state === 'present');
  const other = twin?.name === `a.${ending}` ? `b.${ending}` : `a.${ending}`;
  expect(twin).toMatchObject({
    same_as: other,
    message: `The same file as ${isolated(other)}, which is in this session: skipped.`,
  });
});

test('a file that the session has under another name says so; under the same name in another spelling it was there', async () => {
  const { run } = startRun({
    requestTickets: async (_to, files) =>
      files.map(() => ({ state: 'present', photo_id: 'p', file_name: 'Zo\u00eb.jpg' })),
  });
  run.add(target, [photo('Zoe\u0308.jpg'), photo('b.jpg')]);
  await over(run);
  expect(run.snapshot().items.map(({ same_as, message }) => [same_as, message])).toEqual([
    [undefined, 'Already in this session: skipped.'],
    ['Zo\u00eb.jpg', `The same file as ${isolated('Zo\u00eb.jpg')}, which is in this session: skipped.`],
  ]);
});

test('of two names of one content, the other is uploaded when the first fails', async () => {
  let sent = 0;
  const { run } = startRun({
    checksum: async () => 'the same',
    put: async () => {
      sent += 1;
      return sent === 1 ? { kind: 'changed', message: 'Choose it again.' } : stored;
    },
  });
  run.add(target, photos(2));
  await over(run);
  expect(states(run.snapshot())).toEqual(['stale', 'uploaded']);
});
