import { waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { isolated } from '#shared/text/isolated.ts';
import { failed, gate, named, over, photo, photos, startRun, states, stored, target } from './upload-run-testing.ts';

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
