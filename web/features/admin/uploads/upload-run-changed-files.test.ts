import { expect, test, vi } from 'vitest';
import type { Ticket } from '#shared/contract/photos/uploads.ts';
import {
  changed,
  failed,
  named,
  over,
  photo,
  photos,
  startRun,
  states,
  stored,
  target,
  upload,
} from './upload-run-testing.ts';

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
