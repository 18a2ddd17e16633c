import { DeleteObjectCommand, ListObjectVersionsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { downloadDays } from '../../lambdas/domain/downloads/new-download.ts';
import { deleteCustomer } from '../../lambdas/domain/flows/customer-deletion.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { listUnsettled } from '../../lambdas/domain/photos/lists/studio-list.ts';
import { readEvery, readPhoto } from '../../lambdas/domain/photos/row/repository.ts';
import { deleteSession } from '../../lambdas/domain/photos/trash/deleted-sessions.ts';
import { deletePhoto } from '../../lambdas/domain/photos/trash/trash.ts';
import { readAnySession } from '../../lambdas/domain/sessions/repository.ts';
import { dynamodb, s3, sqs } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { interruptedRequests } from '../support/faults/sample.ts';
import { makePhoto } from './samples.ts';
import { deliver, drain, openStudio, type PhotoStudio, receive, sweepAfter } from './studio.ts';
import { admin, ask, complete, inventory, keysIn, loseRow, makeSession, put, read, upload } from './world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

const day = 24 * 60 * 60_000;

/** The report of a sweep that many days from now. */

const nothing = {
  requeued: 0,
  expired: 0,
  forgotten: 0,
  moved: 0,
  erased: 0,
  dropped: 0,
  withdrawn: 0,
  rekeyed: 0,
  sessions_erased: 0,
  customers_erased: 0,
  links_erased: 0,
  offers_expired: 0,
  marking: 0,
  ordering: 0,
  pictures_cleared: 0,
  reminders: 0,
  daily_email: false,
  failed: 0,
  unfinished: false,
};

test('archives are deleted for good once their links have ended, each of their versions, and nothing else', async () => {
  const Bucket = env('PHOTOS_BUCKET');
  const storeAs = (Key: string) => s3().send(new PutObjectCommand({ Bucket, Key, Body: 'zip' }));
  await storeAs('downloads/somebody/one.zip');
  await storeAs('downloads/somebody/one.zip');
  await storeAs('downloads/somebody/two.zip');
  await s3().send(new DeleteObjectCommand({ Bucket, Key: 'downloads/somebody/two.zip' }));
  await storeAs('originals/somebody/one.jpg');
  const versions = async () => {
    const { Versions = [], DeleteMarkers = [] } = await s3().send(new ListObjectVersionsCommand({ Bucket }));
    return [...Versions, ...DeleteMarkers].map(({ Key }) => Key).filter((key) => key?.includes('/somebody/'));
  };
  await sweepAfter(downloadDays - 0.01);
  expect(await versions()).toHaveLength(5);
  await sweepAfter(downloadDays + 0.01);
  expect(await versions()).toEqual(['originals/somebody/one.jpg']);
  await s3().send(new DeleteObjectCommand({ Bucket, Key: 'originals/somebody/one.jpg' }));
});

test('an upload that does not arrive fails after a day and its row is deleted a week later; the file can still arrive', async () => {
  const session = await makeSession();
  const bytes = await makePhoto();
  const [ticket] = await ask(session, [{ bytes }]);
  expect(await sweepAfter(0.9)).toEqual(nothing);
  expect(await sweepAfter(1.1)).toEqual({ ...nothing, expired: 1 });
  expect((await listUnsettled(admin, session.id)).items).toMatchObject([
    { state: 'failed', reason: 'This file never arrived. Please upload it again.' },
  ]);
  expect(await sweepAfter(6.9)).toEqual(nothing);
  expect(await sweepAfter(7.5)).toEqual({ ...nothing, forgotten: 1 });
  expect((await listUnsettled(admin, session.id)).items).toEqual([]);
  await put(ticket, bytes);
  await drain('photo', processPhoto);
  expect(await inventory(session)).toEqual(complete(1));
});

test('an upload whose event was lost is processed the next day', async () => {
  const session = await makeSession();
  const key = await upload(session, await makePhoto());
  const lost = await receive('photo', 600);
  expect(lost).toHaveLength(1);
  expect(await sweepAfter(0.9)).toEqual(nothing);
  // The object is in the landing bucket, so its pending photo does not expire.
  expect(await sweepAfter(1.1)).toEqual({ ...nothing, requeued: 1 });
  expect((await read(key)).state).toBe('pending');
  await drain('photo', processPhoto);
  expect((await read(key)).state).toBe('ready');
  expect(await inventory(session)).toEqual(complete(1));
  expect(await sweepAfter(2.2)).toEqual(nothing);
});

test('an upload without a row is found as well', async () => {
  const session = await makeSession();
  const key = await upload(session, await makePhoto());
  await receive('photo', 600);
  await loseRow(key);
  expect(await sweepAfter(1.1)).toEqual({ ...nothing, requeued: 1 });
  await drain('photo', processPhoto);
  expect(await inventory(session)).toEqual(complete(1));
});

test('a move whose message was lost is queued again', async () => {
  const session = await makeSession();
  const key = await upload(session, await makePhoto());
  await drain('photo', processPhoto);
  studio.faults.sqs.set([{ operation: 'SendMessageBatch', error: 'AccessDenied', status: 403, times: 1 }]);
  await editPhotos(admin, session.id, { photo_ids: [key.id], is_approved: false });
  expect(await receive('media')).toEqual([]);
  expect(await sweepAfter(0.5)).toEqual({ ...nothing, moved: 1 });
  await drain('media', moveDerivatives);
  expect(await inventory(session)).toEqual(complete(1, 0));
  expect(await sweepAfter(0.5)).toEqual(nothing);
});

test('the trash keeps a photo for 30 days, then all its objects are deleted, and it may be uploaded again', async () => {
  const session = await makeSession();
  const bytes = await makePhoto();
  const key = await upload(session, bytes);
  await drain('photo', processPhoto);
  await deletePhoto(admin, session.id, key.id);
  await drain('media', moveDerivatives);
  expect(await ask(session, [{ bytes }])).toEqual([{ state: 'trashed', photo_id: key.id }]);
  expect(await sweepAfter(29)).toEqual(nothing);
  expect(await keysIn('PHOTOS_BUCKET', `originals/${session.customer_id}/`)).toHaveLength(1);

  // S3 fails halfway: the row, which has the keys of the remaining objects, is kept.
  studio.faults.s3.set([{ operation: 'DeleteObjects', error: 'AccessDenied', status: 403, times: 1 }]);
  expect(await sweepAfter(31)).toEqual({ ...nothing, failed: 1 });
  expect((await read(key)).state).toBe('deleted');
  expect(await sweepAfter(31)).toEqual({ ...nothing, erased: 1 });
  expect(await readPhoto(key)).toBeUndefined();
  expect(await inventory(session)).toEqual(complete(0));

  await upload(session, bytes);
  await drain('photo', processPhoto);
  expect(await inventory(session)).toEqual(complete(1));
});

test('a customer whose erasure fails does not block the erasure of others', async () => {
  const broken = await makeSession({ created_at: '2025-01-01T00:00:00.000Z' });
  const other = await makeSession();
  for (const { customer_id } of [broken, other]) await deleteCustomer(admin, customer_id);
  await drain('media', moveDerivatives);
  const setAddress = (address: unknown) =>
    dynamodb().send(
      new UpdateCommand({
        TableName: env('CUSTOMERS_TABLE'),
        Key: { id: broken.customer_id },
        UpdateExpression: 'SET address = :address',
        ExpressionAttributeValues: { ':address': address },
      }),
    );
  await setAddress(7);
  expect(await sweepAfter(31)).toEqual({ ...nothing, sessions_erased: 2, customers_erased: 1, failed: 1 });
  await setAddress('');
  expect(await sweepAfter(31)).toEqual({ ...nothing, customers_erased: 1 });
});

test('without time left the sweep reports that it is unfinished', async () => {
  const session = await makeSession();
  await ask(session, [{ bytes: await makePhoto() }]);
  expect(await sweepAfter(1.1, 1_000)).toEqual({ ...nothing, unfinished: true });
  expect(await sweepAfter(1.1)).toEqual({ ...nothing, expired: 1 });
});

test('a file refused before any step of the sweep stays refused, and its object is kept', async () => {
  const fuse = new Fuse(s3(), dynamodb(), sqs());
  for (const step of interruptedRequests()) {
    const key = await upload(await makeSession(), Buffer.from(`no photo ${step}`));
    const refuse = () => drain('photo', processPhoto);
    const { hasPaused } = await fuse.pauseAt(step, () => sweepAfter(1.1), refuse);
    await refuse();
    expect(await read(key)).toMatchObject({ state: 'failed', kept_key: expect.any(String) });
    if (!hasPaused) return expect(fuse.made).toBeGreaterThanOrEqual(8);
  }
});

test('a file uploaded again at any step of the sweep that erases its deleted predecessor is not lost', async () => {
  const fuse = new Fuse(s3(), dynamodb());
  for (const step of interruptedRequests()) {
    const session = await makeSession();
    const bytes = await makePhoto();
    const [first] = await ask(session, [{ bytes }]);
    if (first?.state !== 'upload') throw new Error('No ticket.');
    await deletePhoto(admin, session.id, first.photo_id);
    const deleted_at = new Date(Date.now() - 31 * day).toISOString();
    await dynamodb().send(
      new UpdateCommand({
        TableName: env('PHOTOS_TABLE'),
        Key: { session_id: session.id, id: first.photo_id },
        UpdateExpression: 'SET deleted_at = :at, sweep_at = :at, aside = :aside',
        ExpressionAttributeValues: { ':at': deleted_at, ':aside': `deleted#${deleted_at}#${first.photo_id}` },
      }),
    );
    let accepted = false;
    const { hasPaused } = await fuse.pauseAt(
      step,
      () => sweepAfter(0),
      async () => {
        const [again] = await ask(session, [{ bytes }]);
        accepted = again?.state === 'upload' && (await put(again, bytes)) === 200;
      },
    );
    await drain('photo', processPhoto);
    if (!hasPaused) {
      expect(fuse.made).toBeGreaterThanOrEqual(5);
      break;
    }
    expect(await inventory(session), `step ${step}`).toEqual(complete(accepted ? 1 : 0));
  }
});

describe('a session erased while an upload to it is processed', () => {
  /** A deleted session with one landed file; the event of its upload is in the queue. */
  async function deletedSession(bytes: Buffer) {
    const session = await makeSession();
    await upload(session, bytes);
    await deleteSession(admin, session.id, 0);
    await drain('media', moveDerivatives);
    return session;
  }
  const left = async ({ id, customer_id }: { id: string; customer_id: string }) => ({
    session: await readAnySession(id),
    rows: (await readEvery(id, 10, undefined)).rows,
    landing: await keysIn('LANDING_BUCKET', `${customer_id}/`),
    objects: (
      await Promise.all(
        ['originals', 'media', 'refused'].map((prefix) => keysIn('PHOTOS_BUCKET', `${prefix}/${customer_id}/`)),
      )
    ).flat(),
  });
  const files = {
    photo: () => makePhoto({ width: 80, height: 60 }),
    'refused file': async () => Buffer.from('no photo'),
  };

  test.each(Object.entries(files))('leaves nothing, before whichever request of the worker: %s', async (_, make) => {
    const fuse = new Fuse(s3(), dynamodb());
    for (const step of interruptedRequests()) {
      const session = await deletedSession(await make());
      const { hasPaused } = await fuse.pauseAt(
        step,
        () => drain('photo', processPhoto),
        () => sweepAfter(31),
      );
      await sweepAfter(32);
      await drain('photo', processPhoto);
      await sweepAfter(33);
      expect(await left(session), `step ${step}`).toEqual({ session: undefined, rows: [], landing: [], objects: [] });
      if (!hasPaused) return expect(fuse.made).toBeGreaterThanOrEqual(5);
    }
  });

  test.each(Object.entries(files))('leaves nothing of a worker that died at any request: %s', async (_, make) => {
    const fuse = new Fuse(s3(), dynamodb());
    for (const step of interruptedRequests()) {
      const session = await deletedSession(await make());
      fuse.arm(step, 'after');
      await deliver('photo', processPhoto);
      const { isBurnt } = fuse;
      fuse.disarm();
      await sweepAfter(31);
      // The event is delivered again.
      await drain('photo', processPhoto);
      await sweepAfter(32);
      await sweepAfter(33);
      expect(await left(session), `step ${step}`).toEqual({ session: undefined, rows: [], landing: [], objects: [] });
      if (!isBurnt) return expect(fuse.made).toBeGreaterThanOrEqual(5);
    }
  });
});
