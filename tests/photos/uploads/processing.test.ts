import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queues } from '../../../infra/blueprint/queues.ts';
import { countDeadLetters } from '../../../infra/commands/redrive.ts';
import { listStudioPhotos, listUnsettled } from '../../../lambdas/domain/photos/lists/studio-list.ts';
import { readSession } from '../../../lambdas/domain/sessions/repository.ts';
import { s3, sqs } from '../../../lambdas/platform/aws.ts';
import { env } from '../../../lambdas/platform/env.ts';
import { handler as processPhoto } from '../../../lambdas/workers/process-photo/handler.ts';
import { noStack } from '../../support/studio/no-stack.ts';
import { makePhoto } from '../samples.ts';
import { context, deliver, drain, openStudio, type PhotoStudio, receive, toRecord } from '../studio.ts';
import {
  admin,
  ask,
  complete,
  derivativesAt,
  inventory,
  keysIn,
  loseRow,
  makeSession,
  put,
  read,
  stored,
  upload,
} from '../world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('from ticket to ready: row, counters, derivatives, original with its name, nothing left in the landing bucket', async () => {
  const bytes = await makePhoto({ width: 3_000, height: 2_000 });
  const session = await makeSession();
  const key = await upload(session, bytes, 'Zoë & “Max” 01.jpg');
  expect((await listUnsettled(admin, session.id)).items).toMatchObject([{ state: 'pending', reason: null }]);
  await drain('photo', processPhoto);

  const photo = await read(key);
  if (photo.state !== 'ready') throw new Error(photo.state);
  expect(photo).toMatchObject({
    file_name: 'Zoë & “Max” 01.jpg',
    width: 3_000,
    height: 2_000,
    captured_at: '2026-05-01T15:00:00.000Z',
    content_type: 'image/jpeg',
    is_approved: true,
    downloadable: true,
  });
  expect(photo.thumbhash.length).toBeGreaterThan(10);
  expect((await listUnsettled(admin, session.id)).items).toEqual([]);
  expect(await inventory(session)).toEqual(complete(1));

  const derivatives = await Promise.all(derivativesAt(photo).map(stored));
  expect(await readSession(session.id)).toMatchObject({
    original_bytes: bytes.length,
    derivative_bytes: derivatives.reduce((total, { bytes: { length } }) => total + length, 0),
  });

  const original = await stored(photo.original_key);
  expect(original.bytes.equals(bytes)).toBe(true);
  expect(original.StorageClass).toBe('INTELLIGENT_TIERING');
  expect(original.ContentType).toBe('image/jpeg');
  expect(original.ContentDisposition).toBe(
    `attachment; filename="Zo_ & _Max_ 01.jpg"; filename*=UTF-8''Zo%C3%AB%20%26%20%E2%80%9CMax%E2%80%9D%2001.jpg`,
  );
  expect(Buffer.from(photo.crc32, 'base64').readUInt32BE()).toBe(crc32(bytes));
  expect(photo.original_key).toMatch(
    new RegExp(`^originals/${session.customer_id}/${session.id}/\\d{17}-${photo.id}-Zoe-Max-01\\.jpg$`),
  );
  const large = await stored(`media/${session.customer_id}/${session.id}/${photo.media_key}/2048.jpg`);
  expect(large.CacheControl).toContain('immutable');
  expect(large.ContentType).toBe('image/jpeg');
  const metadata = await sharp(large.bytes).metadata();
  expect([metadata.width, metadata.height, metadata.exif]).toEqual([2_048, 1_365, undefined]);
});

test('photos of one batch keep the order in which they were selected', async () => {
  const session = await makeSession();
  const files = await Promise.all(Array.from({ length: 6 }, () => makePhoto()));
  const tickets = await ask(
    session,
    files.map((bytes, index) => ({ bytes, name: `${9 - index}.jpg` })),
  );
  for (const index of [3, 1, 5, 0, 4, 2]) expect(await put(tickets[index], files[index]!)).toBe(200);
  await drain('photo', processPhoto);
  const { items } = await listStudioPhotos(admin, session.id);
  expect(items.map((item) => item.file_name)).toEqual(['9.jpg', '8.jpg', '7.jpg', '6.jpg', '5.jpg', '4.jpg']);
});

describe('files that can’t be photos', () => {
  test('are refused with a reason and kept; other files are unharmed; they can be uploaded again', async () => {
    const session = await makeSession();
    const good = await makePhoto();
    const broken = (await makePhoto()).subarray(0, 2_000);
    const [badKey, goodKey] = [await upload(session, broken, 'broken.jpg'), await upload(session, good, 'good.jpg')];
    await drain('photo', processPhoto);
    expect((await read(goodKey)).state).toBe('ready');
    const failed = await read(badKey);
    if (failed.state !== 'failed') throw new Error(failed.state);
    expect(failed.reason).toContain('damaged or incomplete');
    expect((await stored(failed.kept_key ?? '')).bytes.equals(broken)).toBe(true);
    expect(await inventory(session)).toEqual(complete(1));
    expect((await listUnsettled(admin, session.id)).items).toMatchObject([
      { file_name: 'broken.jpg', state: 'failed', reason: failed.reason },
    ]);

    const again = await upload(session, broken, 'broken.jpg');
    expect(again).toEqual(badKey);
    expect(await read(again)).toMatchObject({
      state: 'pending',
      kept_key: failed.kept_key,
      uploaded_at: failed.uploaded_at,
    });
    await drain('photo', processPhoto);
    expect(await read(again)).toMatchObject({ state: 'failed' });
  });

  test('a PNG named .jpg is stored as PNG', async () => {
    const session = await makeSession();
    const png = await sharp(await makePhoto())
      .png()
      .toBuffer();
    const key = await upload(session, png, 'really.jpg');
    await drain('photo', processPhoto);
    const photo = await read(key);
    expect(photo).toMatchObject({ state: 'ready', content_type: 'image/png' });
    expect((await stored(photo.state === 'ready' ? photo.original_key : '')).ContentType).toBe('image/png');
  });
});

describe('events', () => {
  test('delivered twice in one batch count once', async () => {
    const session = await makeSession();
    await upload(session, await makePhoto());
    const messages = await receive('photo', 0);
    const Records = () => [...messages, ...messages].map(toRecord);
    expect(await processPhoto({ Records: Records() }, context())).toEqual({ batchItemFailures: [] });
    expect(await inventory(session)).toEqual(complete(1));
  });

  test('delivered twice to several workers count once', async () => {
    const session = await makeSession();
    await upload(session, await makePhoto());
    const messages = await receive('photo', 0);
    const Records = () => [...messages, ...messages].map(toRecord);
    await Promise.all([1, 2, 3].map(() => processPhoto({ Records: Records() }, context())));
    await drain('photo', processPhoto);
    expect(await processPhoto({ Records: Records() }, context())).toEqual({ batchItemFailures: [] });
    expect(await inventory(session)).toEqual(complete(1));
  });

  test('S3’s test event is ignored', async () => {
    const Records = [
      toRecord({ MessageId: '1', Body: JSON.stringify({ Service: 'Amazon S3', Event: 's3:TestEvent' }) }),
    ];
    expect(await processPhoto({ Records }, context())).toEqual({ batchItemFailures: [] });
  });

  test('are returned to the queue untouched when no time is left', async () => {
    const session = await makeSession();
    const key = await upload(session, await makePhoto());
    const Records = (await receive('photo', 0)).map(toRecord);
    const { batchItemFailures } = await processPhoto({ Records }, context(1_000));
    expect(batchItemFailures).toHaveLength(Records.length);
    expect((await read(key)).state).toBe('pending');
    await drain('photo', processPhoto);
    expect((await read(key)).state).toBe('ready');
  });

  test('a missing row is created again from the object alone', async () => {
    const session = await makeSession();
    const bytes = await makePhoto();
    const key = await upload(session, bytes, '家族の写真.jpg', { is_approved: false });
    const before = await read(key);
    await loseRow(key);
    await drain('photo', processPhoto);
    expect(await read(key)).toMatchObject({
      state: 'ready',
      file_name: '家族の写真.jpg',
      is_approved: false,
      downloadable: true,
      uploaded_at: before.uploaded_at,
    });
    expect(await inventory(session)).toEqual(complete(1, 0));
  });

  test('an object without a ticket is kept, and its message becomes a dead letter', async () => {
    const session = await makeSession();
    const Key = `${session.customer_id}/${session.id}/00000000000000000000000000`;
    await s3().send(new PutObjectCommand({ Bucket: env('LANDING_BUCKET'), Key, Body: 'x' }));
    expect(await deliver('photo', processPhoto)).toEqual({ received: 1, failed: 1 });
    expect(await keysIn('LANDING_BUCKET', `${session.customer_id}/`)).toEqual([Key]);
    // The remaining receives, until the queue moves the message to its dead-letter queue.
    for (let attempt = 0; attempt < queues.photo.maxReceiveCount - 1; attempt += 1)
      await deliver('photo', processPhoto);
    expect(await deliver('photo', processPhoto)).toEqual({ received: 0, failed: 0 });
    expect(await countDeadLetters(sqs(), noStack)).toContainEqual({ name: 'photo', waiting: 1 });
  });
});

test('many concurrent uploads to one session, by several workers: counters equal rows', async () => {
  const session = await makeSession();
  const files = await Promise.all(Array.from({ length: 24 }, () => makePhoto({ width: 60, height: 40 })));
  const tickets = await ask(
    session,
    files.map((bytes, index) => ({ bytes, name: `${index}.jpg` })),
  );
  await Promise.all(tickets.map((ticket, index) => put(ticket, files[index]!)));
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      for (let records = await receive('photo'); records.length > 0; records = await receive('photo')) {
        const { batchItemFailures } = await processPhoto({ Records: records.map(toRecord) }, context());
        expect(batchItemFailures).toEqual([]);
      }
    }),
  );
  expect(await inventory(session)).toEqual(complete(24));
  const hashes = await Promise.all(
    (await keysIn('PHOTOS_BUCKET', `originals/${session.customer_id}/`)).map(async (key) =>
      sha256((await stored(key)).bytes),
    ),
  );
  expect(hashes.toSorted()).toEqual(files.map(sha256).toSorted());
});
