import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDownloads, requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import { readDownloads } from '../../lambdas/domain/downloads/repository.ts';
import { readEmail } from '../../lambdas/domain/emails/outbox.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { deletePhoto, restorePhotos } from '../../lambdas/domain/photos/trash/trash.ts';
import { announceSession } from '../../lambdas/domain/sessions/announcement.ts';
import { editSession } from '../../lambdas/domain/sessions/editing.ts';
import { readSession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { dynamodb, sqs } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as prepareDownload } from '../../lambdas/workers/prepare-download/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { keyOfUrl, makeGallery, unpack } from './archives.ts';
import { makePhoto } from './samples.ts';
import { context, drain, openStudio, type PhotoStudio } from './studio.ts';
import { admin, keysIn, stored, upload } from './world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

/** Creates a session of photos and announces it; its download is prepared. */
async function announce(names: string[]) {
  const gallery = await makeGallery(names);
  await dynamodb().send(
    new UpdateCommand({
      TableName: env('CUSTOMERS_TABLE'),
      Key: { id: gallery.session.customer_id },
      UpdateExpression: 'SET email = :email',
      ExpressionAttributeValues: { ':email': 'ada@example.com' },
    }),
  );
  await announceSession(admin, gallery.session.id, { announced_at: null, message: '' });
  await drain('download', prepareDownload);
  return gallery;
}

/** Delivers the message about a change at this time, which SQS keeps back for a while. */
async function changeDelivered(session: SessionRow, since = new Date().toISOString()): Promise<void> {
  const body = JSON.stringify({ session_id: session.id, since });
  await prepareDownload({ Records: [{ messageId: '1', body } as SQSRecord] }, context());
  await drain('download', prepareDownload);
}

async function delayed(): Promise<number> {
  const { Attributes } = await sqs().send(
    new GetQueueAttributesCommand({
      QueueUrl: env('DOWNLOAD_QUEUE_URL'),
      AttributeNames: ['ApproximateNumberOfMessagesDelayed'],
    }),
  );
  return Number(Attributes?.ApproximateNumberOfMessagesDelayed);
}

const usable = async ({ customer_id }: SessionRow) =>
  (await readDownloads(customer_id)).filter((row) => row.state === 'ready' || row.state === 'preparing');
const archives = ({ customer_id }: SessionRow) => keysIn('PHOTOS_BUCKET', `downloads/${customer_id}/`);
const ask = ({ session, client }: Awaited<ReturnType<typeof makeGallery>>) =>
  requestDownload(client, { kind: 'session', session_id: session.id });

test('the download of an announced session is ready when the client asks for it, and unknown to them before', async () => {
  const gallery = await announce(['1.jpg', '2.jpg']);
  expect(await listDownloads(gallery.client)).toEqual({ items: [] });
  const download = await ask(gallery);
  expect(download).toMatchObject({ state: 'ready', photos_count: 2, parts: [{ photos_count: 2 }] });
  const { bytes } = await stored(keyOfUrl(download.parts[0]!.url));
  expect(Object.keys(await unpack(bytes))).toEqual(['1.jpg', '2.jpg']);
  expect(await listDownloads(gallery.client)).toMatchObject({ items: [{ id: download.id, state: 'ready' }] });
  expect(await readEmail(`download-ready#${download.id}#${download.created_at}`)).toBeUndefined();
});

test('the client who asks while it is prepared ahead gets the email when it is ready', async () => {
  const gallery = await makeGallery(['1.jpg']);
  const { session } = gallery;
  await dynamodb().send(
    new UpdateCommand({
      TableName: env('CUSTOMERS_TABLE'),
      Key: { id: session.customer_id },
      UpdateExpression: 'SET email = :email',
      ExpressionAttributeValues: { ':email': 'ada@example.com' },
    }),
  );
  await announceSession(admin, session.id, { announced_at: null, message: '' });
  const body = JSON.stringify({ session_id: session.id });
  await prepareDownload({ Records: [{ messageId: '1', body } as SQSRecord] }, context());
  const asked = await ask(gallery);
  expect(asked.state).toBe('preparing');
  await drain('download', prepareDownload);
  expect((await listDownloads(gallery.client)).items).toMatchObject([{ id: asked.id, state: 'ready' }]);
  expect(await readEmail(`download-ready#${asked.id}#${asked.created_at}`)).toMatchObject({ state: 'queued' });
});

describe('a change of the photos afterwards', () => {
  test.each([
    [
      'a hidden photo',
      ({ session, keys }) => editPhotos(admin, session.id, { photo_ids: [keys[0]!.id], is_approved: false }),
      ['2.jpg'],
    ],
    [
      'a photo that may not be downloaded',
      ({ session, keys }) => editPhotos(admin, session.id, { photo_ids: [keys[0]!.id], downloadable: false }),
      ['2.jpg'],
    ],
    ['a deleted photo', ({ session, keys }) => deletePhoto(admin, session.id, keys[0]!.id), ['2.jpg']],
    [
      'a restored photo',
      async ({ session, keys }) => {
        await deletePhoto(admin, session.id, keys[0]!.id);
        await restorePhotos(admin, session.id, [keys[0]!.id]);
      },
      ['1.jpg', '2.jpg'],
    ],
    [
      'an added photo',
      async ({ session }) => {
        await upload(session, await makePhoto(), '3.jpg');
        await drain('photo', processPhoto);
      },
      ['1.jpg', '2.jpg', '3.jpg'],
    ],
  ] satisfies [string, (gallery: Awaited<ReturnType<typeof makeGallery>>) => Promise<unknown>, string[]][])(
    'by %s: a message after a while prepares it anew, and the former archive is deleted',
    async (_, change, names) => {
      const gallery = await announce(['1.jpg', '2.jpg']);
      const before = await delayed();
      await change(gallery);
      expect(await delayed()).toBeGreaterThan(before);
      await drain('media', moveDerivatives);
      await changeDelivered(gallery.session);
      const rows = await usable(gallery.session);
      expect(rows).toMatchObject([{ state: 'ready', requested: false }]);
      expect((await archives(gallery.session)).toSorted()).toEqual(
        [
          ...rows[0]!.parts.map((part) => part.key),
          rows[0]!.parts[0]!.key.replace('part-1.zip', 'plan.json'),
        ].toSorted(),
      );
      const download = await ask(gallery);
      expect(download.state).toBe('ready');
      const { bytes } = await stored(keyOfUrl(download.parts[0]!.url));
      expect(Object.keys(await unpack(bytes))).toEqual(names);
    },
  );

  test('followed by another change is left to that change’s message', async () => {
    const gallery = await announce(['1.jpg', '2.jpg']);
    const since = new Date().toISOString();
    const [{ id } = { id: '' }] = await usable(gallery.session);
    await deletePhoto(admin, gallery.session.id, gallery.keys[0]!.id);
    await changeDelivered(gallery.session, since);
    expect(await usable(gallery.session)).toMatchObject([{ id }]);
  });

  test('leaves an archive alone that the client has requested', async () => {
    const gallery = await announce(['1.jpg']);
    const { id } = await ask(gallery);
    await upload(gallery.session, await makePhoto(), '2.jpg');
    await drain('photo', processPhoto);
    await changeDelivered(gallery.session);
    expect((await usable(gallery.session)).map((row) => row.requested).toSorted()).toEqual([false, true]);
    expect((await listDownloads(gallery.client)).items).toMatchObject([{ id, state: 'ready' }]);
  });

  test('sends no message for a session that was not announced', async () => {
    const before = await delayed();
    const { session, keys } = await makeGallery(['1.jpg']);
    await editPhotos(admin, session.id, { photo_ids: [keys[0]!.id], is_approved: false });
    await changeDelivered(session);
    expect(await delayed()).toBe(before);
    expect(await usable(session)).toEqual([]);
  });
});

test('a message that arrives twice prepares nothing twice', async () => {
  const { session } = await announce(['1.jpg']);
  const stored = await archives(session);
  await changeDelivered(session);
  await changeDelivered(session);
  expect(await archives(session)).toEqual(stored);
});

test('what is prepared follows the sizes and the number of photos that the session allows', async () => {
  const gallery = await announce(['1.jpg', '2.jpg']);
  const change = async (values: Omit<Parameters<typeof editSession>[2], 'version'>) => {
    const { version } = (await readSession(gallery.session.id))!;
    await editSession(admin, gallery.session.id, { ...values, version });
    await drain('media', moveDerivatives);
    await changeDelivered(gallery.session);
  };
  await change({ download_sizes: ['web'] });
  expect(await usable(gallery.session)).toMatchObject([{ photo_size: 'web', state: 'ready' }]);
  await change({ download_allowance: 1 });
  expect(await usable(gallery.session)).toEqual([]);
  expect(await archives(gallery.session)).toEqual([]);
});
