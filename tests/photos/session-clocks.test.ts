import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PhotoCounts } from '#shared/contract/photos/photo-counts.ts';
import { type EditSession, SessionCameras } from '#shared/contract/sessions/sessions.ts';
import { requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import { readDownloads } from '../../lambdas/domain/downloads/repository.ts';
import { writeTogether } from '../../lambdas/domain/photos/editing.ts';
import { countPhotosByFilter } from '../../lambdas/domain/photos/lists/counts.ts';
import { arrangePhotos } from '../../lambdas/domain/photos/order/arranging.ts';
import { listCameras } from '../../lambdas/domain/photos/order/cameras.ts';
import { inClocks } from '../../lambdas/domain/photos/order/clocks.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { changePhoto, readAllReady } from '../../lambdas/domain/photos/row/repository.ts';
import { deletePhoto, restorePhotos } from '../../lambdas/domain/photos/trash/trash.ts';
import { editSession } from '../../lambdas/domain/sessions/editing.ts';
import { endClocks, readSession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { WriteConflictError } from '../../lambdas/platform/conflicts.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { handler as prepareDownload } from '../../lambdas/workers/prepare-download/handler.ts';
import { readPlan } from '../../lambdas/workers/prepare-download/plan.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { setClocks } from '../../lambdas/workers/process-photo/set-clocks.ts';
import { drain, openStudio, type PhotoStudio, sweepAfter } from './studio.ts';
import { admin, clientOf, makeSession, read, upload } from './world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

let shade = 0;
const taken = (Model: string, DateTimeOriginal: string, more: Record<string, string> = {}) => {
  shade += 1;
  const background = { r: shade % 256, g: shade >> 8, b: 90 };
  return sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .withExif({ IFD0: { ...(Model && { Model }) }, IFD2: { DateTimeOriginal, ...more } })
    .jpeg()
    .toBuffer();
};

/** A wedding in Rome: cameras with the clocks of the place and no zone, phones with one. Named in the true order. */
const wedding = [
  ['r1', 'Camera A', '2026:07:11 15:00:00'],
  ['r2', 'Phone', '2026:07:11 15:05:00', '+02:00'],
  ['r3', 'Camera A', '2026:07:11 15:10:00'],
  ['r4', 'Phone', '2026:07:11 15:15:00', '+02:00'],
  ['r5', 'Camera A', '2026:07:11 23:30:00'],
  ['r6', 'Phone', '2026:07:11 23:45:00', '+02:00'],
] as const;

async function uploadWedding(session: SessionRow): Promise<Map<string, ReadyPhoto>> {
  const keys = [];
  for (const [name, model, clock, offset] of wedding) {
    const bytes = await taken(model, clock, offset ? { OffsetTimeOriginal: offset } : {});
    keys.push([name, await upload(session, bytes, `${name}.jpg`)] as const);
  }
  await drain('photo', processPhoto);
  return new Map(await Promise.all(keys.map(async ([name, key]) => [name, (await read(key)) as ReadyPhoto] as const)));
}

const inOrder = async ({ id }: SessionRow) =>
  (await readAllReady(id, 'captured')).map(({ file_name }) => file_name.slice(0, -4));
const timesOf = async ({ id }: SessionRow) =>
  Object.fromEntries(
    (await readAllReady(id, 'captured')).map((photo) => [photo.file_name.slice(0, -4), photo.captured_at]),
  );
const current = async ({ id }: SessionRow) => (await readSession(id))!;

async function edit(session: SessionRow, change: Omit<EditSession, 'version'>): Promise<void> {
  const { version } = await current(session);
  await editSession(admin, session.id, { ...change, version });
}

const names = wedding.map(([name]) => name);

test('photos of a camera without a zone lie among the phones’ once the session has its zone, and back without it', async () => {
  const session = await makeSession({ photo_order: 'captured' });
  await uploadWedding(session);
  expect(await inOrder(session)).toEqual(['r2', 'r4', 'r1', 'r3', 'r6', 'r5']);
  await edit(session, { time_zone: 'Europe/Rome' });
  expect(await current(session)).toMatchObject({ time_zone: 'Europe/Rome', clocks_pending: true });
  await drain('photo', processPhoto);
  expect(await inOrder(session)).toEqual(names);
  expect(await timesOf(session)).toMatchObject({ r1: '2026-07-11T13:00:00.000Z', r2: '2026-07-11T13:05:00.000Z' });
  expect((await current(session)).clocks_pending).toBeUndefined();
  await edit(session, { time_zone: null });
  await drain('photo', processPhoto);
  expect(await inOrder(session)).toEqual(['r2', 'r4', 'r1', 'r3', 'r6', 'r5']);
  expect(await current(session)).not.toHaveProperty('time_zone');
});

test('a zone that the session has before the upload holds for it', async () => {
  const session = await makeSession({ photo_order: 'captured' });
  await edit(session, { time_zone: 'Europe/Rome' });
  await uploadWedding(session);
  expect(await inOrder(session)).toEqual(names);
});

test('one camera’s clock is put forward and back, also of one with a zone, and of two of a model by their numbers', async () => {
  const session = await makeSession({ photo_order: 'captured', time_zone: 'Europe/Rome' });
  await upload(session, await taken('R5', '2026:07:11 14:00:30', { BodySerialNumber: '011' }), 'b.jpg');
  await upload(session, await taken('R5', '2026:07:11 15:00:00', { BodySerialNumber: '022' }), 'a.jpg');
  await upload(session, await taken('Phone', '2026:07:11 16:02:00', { OffsetTimeOriginal: '+02:00' }), 'c.jpg');
  await drain('photo', processPhoto);
  expect(await inOrder(session)).toEqual(['b', 'a', 'c']);
  await edit(session, { clock_shifts: { 'R5 #011': 3_600, Phone: -3_600 } });
  await drain('photo', processPhoto);
  expect(await timesOf(session)).toEqual({
    a: '2026-07-11T13:00:00.000Z',
    b: '2026-07-11T13:00:30.000Z',
    c: '2026-07-11T13:02:00.000Z',
  });
  expect(await inOrder(session)).toEqual(['a', 'b', 'c']);
  // One that comes later is shifted, too; 0 is no shift.
  await upload(session, await taken('R5', '2026:07:11 14:01:00', { BodySerialNumber: '011' }), 'd.jpg');
  await drain('photo', processPhoto);
  expect((await timesOf(session)).d).toBe('2026-07-11T13:01:00.000Z');
  await edit(session, { clock_shifts: { 'R5 #011': 0 } });
  await drain('photo', processPhoto);
  expect((await timesOf(session)).b).toBe('2026-07-11T12:00:30.000Z');
  expect(await current(session)).not.toHaveProperty('clock_shifts');
});

test('photos in the trash come back with the session’s clocks; those of before keep their times', async () => {
  const session = await makeSession({ photo_order: 'captured' });
  const photos = await uploadWedding(session);
  await deletePhoto(admin, session.id, photos.get('r1')!.id);
  const r3 = photos.get('r3')!;
  const { capture: _, ...before } = r3;
  await transact([changePhoto('edit', r3, before as ReadyPhoto)]);
  await edit(session, { time_zone: 'Europe/Rome' });
  await drain('photo', processPhoto);
  await restorePhotos(admin, session.id, [photos.get('r1')!.id]);
  expect(await inOrder(session)).toEqual(['r1', 'r2', 'r4', 'r3', 'r5', 'r6']);
});

test('a step that began before the clocks were changed again writes nothing by the old ones', async () => {
  const session = await makeSession({ photo_order: 'captured' });
  const photo = (await uploadWedding(session)).get('r1')!;
  await edit(session, { time_zone: 'Asia/Tokyo' });
  const stale = await current(session);
  const changes = [{ photo, edited: inClocks(photo, stale) }];
  expect(changes[0]!.edited.captured_at).toBe('2026-07-11T06:00:00.000Z');
  await edit(session, { time_zone: 'Europe/Rome' });
  await expect(writeTogether('clock', stale, changes, [])).rejects.toThrow(WriteConflictError);
  await expect(transact([endClocks(stale)])).rejects.toThrow(WriteConflictError);
  await drain('photo', processPhoto);
  expect(await inOrder(session)).toEqual(names);
});

test('a photo that is moved into a chapter with the time of before is not written: its place would be of that time', async () => {
  const chapter_id = newId();
  const session = await makeSession({ photo_order: 'captured', chapters: [{ id: chapter_id, name: 'Dinner' }] });
  const photos = await uploadWedding(session);
  const stale = photos.get('r1')!;
  await edit(session, { time_zone: 'Europe/Rome' });
  await drain('photo', processPhoto);
  await expect(transact([changePhoto('arrange', stale, { ...stale, chapter_id })])).rejects.toThrow(WriteConflictError);
  await arrangePhotos(admin, session.id, { photo_ids: [stale.id, photos.get('r2')!.id], chapter_id });
  expect(await inOrder(session)).toEqual(['r1', 'r2', 'r3', 'r4', 'r5', 'r6']);
});

test('work that was not queued, or stopped between two pages, is done by the sweep; a session in the trash waits', async () => {
  const session = await makeSession({ photo_order: 'captured' });
  await uploadWedding(session);
  await edit(session, { time_zone: 'Europe/Rome' });
  await drain('photo', async () => ({ batchItemFailures: [] }));
  expect((await current(session)).clocks_pending).toBe(true);
  expect(await sweepAfter(0)).toMatchObject({ ordering: 1 });
  await drain('photo', processPhoto);
  expect(await inOrder(session)).toEqual(names);
  await setClocks({ kind: 'set-clocks', session_id: session.id });
  expect(await inOrder(session)).toEqual(names);
});

test('files in an archive have the clocks of the place; an archive from before the change is prepared anew', async () => {
  const session = await makeSession({ photo_order: 'captured' });
  await uploadWedding(session);
  const client = clientOf(session);
  const datesOf = async (id: string) => {
    await drain('download', prepareDownload);
    const row = (await readDownloads(session.customer_id)).find((one) => one.id === id)!;
    const plan = (await readPlan(row)).flat();
    return Object.fromEntries(plan.map(({ name, modified }) => [name.slice(0, -4), modified]));
  };
  const before = await requestDownload(client, { kind: 'session', session_id: session.id });
  expect(await datesOf(before.id)).toMatchObject({ r1: '2026-07-11T15:00:00', r2: '2026-07-11T08:05:00' });
  await edit(session, { time_zone: 'Europe/Rome' });
  await drain('photo', processPhoto);
  const after = await requestDownload(client, { kind: 'session', session_id: session.id });
  expect(after.id).not.toBe(before.id);
  expect(await datesOf(after.id)).toEqual({
    r1: '2026-07-11T15:00:00',
    r2: '2026-07-11T15:05:00',
    r3: '2026-07-11T15:10:00',
    r4: '2026-07-11T15:15:00',
    r5: '2026-07-11T23:30:00',
    r6: '2026-07-11T23:45:00',
  });
});

test('the studio sees the cameras of a session, what their clocks say, and which zone most files tell', async () => {
  const session = await makeSession({ photo_order: 'captured' });
  await uploadWedding(session);
  await upload(session, await taken('', '2026:07:11 08:00:00', { OffsetTimeOriginal: '-05:00' }), 'scan.jpg');
  await drain('photo', processPhoto);
  const { cameras, fixed_count } = SessionCameras.parse(await listCameras(admin, session.id));
  expect(cameras.map(({ samples, ...facts }) => ({ ...facts, names: samples.map((one) => one.file_name) }))).toEqual([
    { name: 'Camera A', photos_count: 3, without_zone: 3, names: ['r1.jpg', 'r3.jpg', 'r5.jpg'] },
    { name: 'Phone', photos_count: 3, without_zone: 0, names: ['r2.jpg', 'r4.jpg', 'r6.jpg'] },
    { name: 'Unknown camera', photos_count: 1, without_zone: 0, names: ['scan.jpg'] },
  ]);
  expect(fixed_count).toBe(0);
  const { told_zone } = PhotoCounts.parse(await countPhotosByFilter(admin, session.id));
  const clock = expect.stringMatching(/^2026-07-11T(15:[01]5|23:45):00.000$/);
  expect(told_zone).toEqual({ ahead: 120, photos_count: 3, clock, without_zone: 3 });
});
