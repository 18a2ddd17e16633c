import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteCustomer } from '../../lambdas/domain/customer-deletion.ts';
import { deletePhoto } from '../../lambdas/domain/photos/bin.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { listUnsettled } from '../../lambdas/domain/photos/gallery.ts';
import { readPhoto } from '../../lambdas/domain/photos/repository.ts';
import { dynamodb, s3, sqs } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { handler as sweep } from '../../lambdas/workers/daily-sweep/handler.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { Fuse } from '../support/fuse.ts';
import { makePhoto } from './samples.ts';
import { context, drain, openStudio, type PhotoStudio, receive } from './studio.ts';
import { admin, ask, complete, inventory, keysIn, makeSession, put, read, upload } from './world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

const day = 24 * 60 * 60_000;

/** What the sweep does when so many days have passed. */
const sweepAfter = (days: number, milliseconds = 600_000) =>
  sweep({ time: new Date(Date.now() + days * day).toISOString() }, context(milliseconds));

const nothing = {
  requeued: 0,
  expired: 0,
  forgotten: 0,
  moved: 0,
  erased: 0,
  withdrawn: 0,
  sessions_erased: 0,
  customers_erased: 0,
  failed: 0,
  unfinished: false,
};

test('an upload that never comes fails after a day and is forgotten a week later; it can come all the same', async () => {
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

test('a file whose event got lost is processed the next day', async () => {
  const session = await makeSession();
  const key = await upload(session, await makePhoto());
  const lost = await receive('photo', 600);
  expect(lost).toHaveLength(1);
  expect(await sweepAfter(0.9)).toEqual(nothing);
  // It lies there, so the photo that waits for it does not expire.
  expect(await sweepAfter(1.1)).toEqual({ ...nothing, requeued: 1 });
  expect((await read(key)).state).toBe('pending');
  await drain('photo', processPhoto);
  expect((await read(key)).state).toBe('ready');
  expect(await inventory(session)).toEqual(complete(1));
  expect(await sweepAfter(2.2)).toEqual(nothing);
});

test('a file that lies there without a row is found as well', async () => {
  const session = await makeSession();
  const key = await upload(session, await makePhoto());
  await receive('photo', 600);
  await dynamodb().send(new DeleteCommand({ TableName: env('PHOTOS_TABLE'), Key: key }));
  expect(await sweepAfter(1.1)).toEqual({ ...nothing, requeued: 1 });
  await drain('photo', processPhoto);
  expect(await inventory(session)).toEqual(complete(1));
});

test('a move whose message got lost is asked for again', async () => {
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

test('the bin keeps for 30 days, then the photo goes with all its files, and may come again', async () => {
  const session = await makeSession();
  const bytes = await makePhoto();
  const key = await upload(session, bytes);
  await drain('photo', processPhoto);
  await deletePhoto(admin, session.id, key.id);
  await drain('media', moveDerivatives);
  expect(await ask(session, [{ bytes }])).toEqual([{ state: 'binned', photo_id: key.id }]);
  expect(await sweepAfter(29)).toEqual(nothing);
  expect(await keysIn('PHOTOS_BUCKET', `originals/${session.customer_id}/`)).toHaveLength(1);

  // S3 fails half-way: the row stays, and so does the way back to its files.
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

test('a customer who can’t be erased keeps no other from it', async () => {
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

test('without time left it says so', async () => {
  const session = await makeSession();
  await ask(session, [{ bytes: await makePhoto() }]);
  expect(await sweepAfter(1.1, 1_000)).toEqual({ ...nothing, unfinished: true });
  expect(await sweepAfter(1.1)).toEqual({ ...nothing, expired: 1 });
});

test('a file that is refused before any step of the sweep stays refused, and kept', async () => {
  const fuse = new Fuse(s3(), dynamodb(), sqs());
  for (let step = 1; ; step += 1) {
    const key = await upload(await makeSession(), Buffer.from(`no photo ${step}`));
    const refuse = () => drain('photo', processPhoto);
    const { hasPaused } = await fuse.pauseAt(step, () => sweepAfter(1.1), refuse);
    await refuse();
    expect(await read(key)).toMatchObject({ state: 'failed', kept_key: expect.any(String) });
    if (!hasPaused) return expect(step).toBeGreaterThan(8);
  }
});

test('a file that comes again while the sweep erases what was thrown away, at any step, is not lost', async () => {
  const fuse = new Fuse(s3(), dynamodb());
  for (let step = 1; ; step += 1) {
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
      expect(step).toBeGreaterThan(5);
      break;
    }
    expect(await inventory(session), `step ${step}`).toEqual(complete(accepted ? 1 : 0));
  }
});
