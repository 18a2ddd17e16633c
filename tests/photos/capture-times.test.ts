import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StudioPage } from '#shared/contract/photos/photos.ts';
import { readCaptureTimesAgain } from '../../infra/commands/capture-times.ts';
import { listStudioPhotos } from '../../lambdas/domain/photos/lists/studio-list.ts';
import { deletePhoto } from '../../lambdas/domain/photos/trash/trash.ts';
import { dynamodb, s3 } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { makePhoto } from './samples.ts';
import { drain, openStudio, type PhotoStudio } from './studio.ts';
import { admin, makeSession, upload, uploadVersion } from './world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

const target = () => ({
  dynamodb: dynamodb(),
  s3: s3(),
  tables: { photos: 'photos', sessions: 'sessions' } as never,
  photosBucket: env('PHOTOS_BUCKET'),
});

const image = (DateTimeOriginal: string, width = 90) =>
  sharp({ create: { width, height: width, channels: 3, background: 'red' } }).withExif({
    IFD2: { DateTimeOriginal, OffsetTime: '+09:00' },
  });

/** A row with the keys of its indexes. */
const rowOf = async ({ session_id, id }: { session_id: string; id: string }) =>
  (await dynamodb().send(new GetCommand({ TableName: 'photos', Key: { session_id, id } }))).Item!;

/** Sets a row's capture time, and its place in that order, as a version did that took the editor's zone. */
const setTime = (Key: { session_id: string; id: string }, captured_at: string, captured_order?: string) =>
  dynamodb().send(
    new UpdateCommand({
      TableName: 'photos',
      Key: { session_id: Key.session_id, id: Key.id },
      UpdateExpression: `SET captured_at = :at${captured_order ? ', captured_order = :order' : ''}`,
      ExpressionAttributeValues: { ':at': captured_at, ...(captured_order && { ':order': captured_order }) },
    }),
  );

test('capture times are read from the originals again; what differs is corrected, and nothing else', async () => {
  const session = await makeSession();
  const jpeg = await upload(session, await image('2026:07:10 15:00:00').jpeg().toBuffer(), 'IMG_1.jpg');
  const right = await upload(session, await image('2026:07:10 16:00:00').jpeg().toBuffer(), 'IMG_2.jpg');
  // Its tags stand behind 480 KB of pixels.
  const long = await image('2026:07:10 17:00:00', 400).tiff({ compression: 'none' }).toBuffer();
  const tiff = await upload(session, long, 'IMG_3.tif');
  const png = await upload(session, await image('2026:07:10 18:00:00').png().toBuffer(), 'IMG_4.png');
  const none = await upload(
    session,
    await sharp({ create: { width: 300, height: 60, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer(),
    'IMG_5.jpg',
  );
  const deleted = await upload(session, await image('2026:07:10 19:00:00').jpeg().toBuffer(), 'IMG_6.jpg');
  const replaced = await upload(session, await image('2026:07:10 20:00:00').jpeg().toBuffer(), 'IMG_7.jpg');
  await drain('photo', processPhoto);
  await deletePhoto(admin, session.id, deleted.id);
  await uploadVersion(session, replaced.id, await makePhoto({ width: 200, height: 200 }), 'IMG_7-Edit.jpg');
  await drain('photo', processPhoto);
  const all = [jpeg, right, tiff, png, none, deleted, replaced];
  const before = await Promise.all(all.map(rowOf));
  const said: string[] = [];
  await readCaptureTimesAgain(target(), (line) => said.push(line));
  expect(said).toEqual([
    'No photo can have a wrong time zone: no original is read.',
    'Read the capture times of 0 photos again, and corrected 0.',
  ]);
  expect(await Promise.all(all.map(rowOf))).toEqual(before);

  for (const key of [jpeg, tiff, png, none, replaced]) {
    const row = await rowOf(key);
    const wrong = '2026-07-10T06:00:00.000Z';
    await setTime(key, wrong, row.captured_order.replace(row.captured_at ?? '~', wrong));
  }
  await setTime(deleted, '2026-07-10T10:00:00.000Z');
  await readCaptureTimesAgain(target(), (line) => said.push(line));
  // The one that is right is not read.
  expect(said.at(-1)).toBe('Read the capture times of 6 photos again, and corrected 6.');
  expect(await Promise.all(all.map(rowOf))).toEqual(before);
  expect(before[0]).toMatchObject({ captured_at: '2026-07-10T20:00:00.000Z' });
  expect(before[4]).toMatchObject({ captured_at: null });

  // A photo that was put into a chapter while its time was corrected: the order is of the time before.
  await setTime(jpeg, before[0]!.captured_at, before[0]!.captured_order.replace('T20:', 'T06:'));
  await readCaptureTimesAgain(target(), (line) => said.push(line));
  expect(said.at(-1)).toBe('Read the capture times of 0 photos again, and corrected 1.');
  expect(await Promise.all(all.map(rowOf))).toEqual(before);
});

test('the price is said before an original is read; photos from before are read once', async () => {
  const session = await makeSession();
  const old = await upload(session, await image('2026:07:11 15:00:00').jpeg().toBuffer(), 'IMG_1.jpg');
  const young = await upload(session, await image('2026:07:11 16:00:00').jpeg().toBuffer(), 'IMG_2.jpg');
  await upload(session, await makePhoto({ width: 60, height: 40 }), 'IMG_3.jpg');
  await drain('photo', processPhoto);
  const gigabytes = 1_000;
  for (const [key, days] of [
    [old, 31],
    [young, 29],
  ] as const) {
    await dynamodb().send(
      new UpdateCommand({
        TableName: 'photos',
        Key: { session_id: key.session_id, id: key.id },
        UpdateExpression: 'SET uploaded_at = :at, #size = :size REMOVE #capture',
        ExpressionAttributeNames: { '#size': 'size', '#capture': 'capture' },
        ExpressionAttributeValues: {
          ':at': new Date(Date.now() - days * 86_400_000).toISOString(),
          ':size': gigabytes * 1e9,
        },
      }),
    );
  }
  const said: string[] = [];
  const reads: number[] = [];
  s3().middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName === 'GetObjectCommand') reads.push(said.length);
        return next(args);
      },
    { step: 'initialize', name: 'reads', override: true },
  );
  await readCaptureTimesAgain(target(), (line) => said.push(line));
  s3().middlewareStack.remove('reads');
  // Only the older one has left the first tier; a JPEG's head is enough.
  expect(said).toEqual([
    '2 photos can have a wrong time zone. To fetch: 0 GB come from S3 itself: free within 100 GB a month, at most $0.00. Originals that nobody has read for 30 days return to a dearer storage tier for three months: at most $36.00 in all (docs/cost.md, "What an export costs"). Requests cost at most $0.00.',
    'Read the capture times of 2 photos again, and corrected 0.',
  ]);
  expect(reads).toEqual([1, 1]);
  await readCaptureTimesAgain(target(), (line) => said.push(line));
  expect(said.slice(2)).toEqual([
    'No photo can have a wrong time zone: no original is read.',
    'Read the capture times of 0 photos again, and corrected 0.',
  ]);
});

test('a clock at the end of the year 9999 is no capture time: the studio’s list of the session opens', async () => {
  const session = await makeSession();
  const photo = await upload(session, await image('9999:12:31 23:59:59').jpeg().toBuffer(), 'IMG_1.jpg');
  await drain('photo', processPhoto);
  const page = async () => StudioPage.parse(await listStudioPhotos(admin, session.id));
  expect((await page()).items).toMatchObject([{ id: photo.id, captured_at: null }]);
  const row = await rowOf(photo);

  // As a former version has stored it.
  const beyond = '+010000-01-01T05:59:59.000Z';
  await setTime(photo, beyond, row.captured_order.replace('~', beyond));
  await readCaptureTimesAgain(target(), () => undefined);
  expect(await rowOf(photo)).toEqual(row);
});

test('a photo whose first file is gone or no longer kept is named and unchanged', async () => {
  const session = await makeSession();
  const photo = await upload(session, await image('2026:07:10 15:00:00').jpeg().toBuffer(), 'IMG_1.jpg');
  await drain('photo', processPhoto);
  const set = (name: string, value: string) =>
    dynamodb().send(
      new UpdateCommand({
        TableName: 'photos',
        Key: { session_id: photo.session_id, id: photo.id },
        UpdateExpression: 'SET #name = :value',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':value': value },
      }),
    );
  const run = async () => {
    const said: string[] = [];
    await readCaptureTimesAgain(target(), (line) => said.push(line));
    return said.find((line) => line.includes(photo.id));
  };
  // As a former version has stored it.
  await set('captured_at', '2026-07-10T06:00:00.000Z');
  await set('original_key', 'originals/gone.jpg');
  expect(await run()).toContain("originals/gone.jpg is missing or can't be read");
  await set('version_name', 'IMG_1-Edit.jpg');
  expect(await run()).toContain('its first file is no longer kept');
});
