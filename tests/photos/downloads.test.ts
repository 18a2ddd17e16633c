import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDownloads, requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import { changeDownload, readDownload } from '../../lambdas/domain/downloads/repository.ts';
import { withdrawDownloads } from '../../lambdas/domain/downloads/withdrawal.ts';
import { readLetter } from '../../lambdas/domain/outbox.ts';
import { deletePhoto } from '../../lambdas/domain/photos/bin.ts';
import { editPhotos, markPhoto } from '../../lambdas/domain/photos/editing.ts';
import { dynamodb, s3 } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { write } from '../../lambdas/platform/table.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as prepareDownload } from '../../lambdas/workers/prepare-download/handler.ts';
import { isLong } from '../support/long.ts';
import { keyOfUrl, makeGallery, makeLargeGallery, openUploads, sha256, unpack, unpackFile } from './archives.ts';
import { context, drain, openStudio, type PhotoStudio, receive, toRecord } from './studio.ts';
import { admin, clientOf, keysIn, makeSession, stored } from './world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

test('a session becomes one archive of its originals, under their names; asked for again it is there', async () => {
  const { session, client, files, keys } = await makeGallery([
    'a.jpg',
    'A.JPG',
    'Zoë 家族.jpg',
    'hidden.jpg',
    'kept.jpg',
  ]);
  await editPhotos(admin, session.id, { photo_ids: [keys[3]!.id], is_approved: false });
  await editPhotos(admin, session.id, { photo_ids: [keys[4]!.id], downloadable: false });
  await drain('media', moveDerivatives);

  const asked = await requestDownload(client, { kind: 'session', session_id: session.id });
  expect(asked).toMatchObject({ state: 'preparing', title: 'Müller’s Wedding!', parts: [], photos_count: 0 });
  expect((await requestDownload(client, { kind: 'session', session_id: session.id })).id).toBe(asked.id);
  await drain('download', prepareDownload);

  const { items } = await listDownloads(client);
  expect(items).toMatchObject([{ id: asked.id, state: 'ready', photos_count: 3 }]);
  const [part] = items[0]!.parts;
  expect(items[0]!.parts).toHaveLength(1);
  expect(part).toMatchObject({ file_name: 'muller-s-wedding.zip', photos_count: 3 });
  expect(part!.url).toMatch(/^\/downloads\/.*Signature=/);
  const zip = await stored(keyOfUrl(part!.url));
  expect(zip.bytes.length).toBe(part!.size);
  expect(items[0]!.prepared_bytes).toBe(part!.size);
  expect(zip.ContentDisposition).toContain('filename="muller-s-wedding.zip"');
  expect(await unpack(zip.bytes)).toEqual({
    'a.jpg': sha256(files[0]!),
    'A (2).JPG': sha256(files[1]!),
    'Zoë 家族.jpg': sha256(files[2]!),
  });
  expect(await requestDownload(client, { kind: 'session', session_id: session.id })).toMatchObject({
    id: asked.id,
    state: 'ready',
  });
  expect(await receive('download')).toEqual([]);
  expect(await openUploads(session.customer_id)).toEqual([]);
});

test('its client is told by one letter, if there is an address to write to', async () => {
  const { session, client } = await makeGallery(['1.jpg', '2.jpg']);
  const ask = () => requestDownload(client, { kind: 'session', session_id: session.id });
  const { id, created_at } = await ask();
  await drain('download', prepareDownload);
  expect(await readLetter(`download-ready#${id}#${created_at}`)).toBeUndefined();

  await dynamodb().send(
    new UpdateCommand({
      TableName: env('CUSTOMERS_TABLE'),
      Key: { id: session.customer_id },
      UpdateExpression: 'SET email = :email',
      ExpressionAttributeValues: { ':email': 'ada@example.com' },
    }),
  );
  await withdrawDownloads([{ session_id: session.id, id: '', customer_id: session.customer_id }]);
  const again = await ask();
  await drain('download', prepareDownload);
  expect(await readLetter(`download-ready#${again.id}#${again.created_at}`)).toMatchObject({
    state: 'queued',
    to: 'ada@example.com',
    title: 'Müller’s Wedding!',
    photos_count: 2,
    parts: 1,
  });
});

test('after seven days it is over, and is prepared anew for whoever asks', async () => {
  const { session, client } = await makeGallery(['1.jpg']);
  const ask = () => requestDownload(client, { kind: 'session', session_id: session.id });
  const { id, created_at, expires_at } = await ask();
  await drain('download', prepareDownload);
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBeGreaterThan(7 * 24 * 60 * 60_000 - 1_000);
  const row = await readDownload({ customer_id: session.customer_id, id });
  const aMomentAgo = Math.floor(Date.now() / 1_000) - 1;
  await write(changeDownload(row!, { expires_at: aMomentAgo }, () => new Error('changed')));
  expect((await listDownloads(client)).items).toEqual([]);

  expect(await ask()).toMatchObject({ id, state: 'preparing', parts: [] });
  await drain('download', prepareDownload);
  const [again] = (await listDownloads(client)).items;
  expect(again).toMatchObject({ id, state: 'ready' });
  expect(keyOfUrl(again!.parts[0]!.url)).not.toBe(row!.parts[0]!.key);
});

test('favorites of all sessions; another star makes another download', async () => {
  const { session, client, files, keys } = await makeGallery(['1.jpg', '2.jpg']);
  await expect(requestDownload(client, { kind: 'favorites' })).rejects.toMatchObject({ code: 'INVALID' });
  await markPhoto(client, session.id, keys[1]!.id, { is_favorite: true });
  const first = await requestDownload(client, { kind: 'favorites' });
  await drain('download', prepareDownload);
  const [download] = (await listDownloads(client)).items;
  expect(await unpack((await stored(keyOfUrl(download!.parts[0]!.url))).bytes)).toEqual({ '2.jpg': sha256(files[1]!) });
  await markPhoto(client, session.id, keys[0]!.id, { is_favorite: true });
  expect((await requestDownload(client, { kind: 'favorites' })).id).not.toBe(first.id);
  await drain('download', prepareDownload);
  expect((await listDownloads(client)).items).toHaveLength(2);
});

test('another’s session is not there, an empty one has nothing to download', async () => {
  const { session } = await makeGallery(['1.jpg']);
  const stranger = clientOf(await makeSession());
  await expect(requestDownload(stranger, { kind: 'session', session_id: session.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect((await listDownloads(stranger)).items).toEqual([]);
  const empty = await makeSession();
  await expect(requestDownload(clientOf(empty), { kind: 'session', session_id: empty.id })).rejects.toMatchObject({
    code: 'INVALID',
  });
});

describe('hiding, deleting or closing a photo', () => {
  test.each([
    ['hide', (session: string, id: string) => editPhotos(admin, session, { photo_ids: [id], is_approved: false })],
    ['delete', (session: string, id: string) => deletePhoto(admin, session, id)],
    ['close', (session: string, id: string) => editPhotos(admin, session, { photo_ids: [id], downloadable: false })],
  ])('%s: the archives that hold it are gone; asked again, the others come', async (_, withdraw) => {
    const { session, client, keys } = await makeGallery(['1.jpg', '2.jpg']);
    const before = await requestDownload(client, { kind: 'session', session_id: session.id });
    await drain('download', prepareDownload);
    await withdraw(session.id, keys[0]!.id);
    await drain('media', moveDerivatives);
    expect((await listDownloads(client)).items).toEqual([]);
    expect(await keysIn('PHOTOS_BUCKET', `downloads/${session.customer_id}/`)).toEqual([]);
    const after = await requestDownload(client, { kind: 'session', session_id: session.id });
    expect(after.id).not.toBe(before.id);
    await drain('download', prepareDownload);
    const [download] = (await listDownloads(client)).items;
    expect(Object.keys(await unpack((await stored(keyOfUrl(download!.parts[0]!.url))).bytes))).toEqual(['2.jpg']);
  });
});

test('a run without time hands over to another', async () => {
  const { session, client } = await makeGallery(['1.jpg']);
  const { id } = await requestDownload(client, { kind: 'session', session_id: session.id });
  const [message] = await receive('download', 600);
  expect(await prepareDownload({ Records: [toRecord(message!)] }, context(1_000))).toEqual({ batchItemFailures: [] });
  expect(await readDownload({ customer_id: session.customer_id, id })).toMatchObject({
    state: 'preparing',
    parts_ready: 0,
  });
  await drain('download', prepareDownload);
  expect((await listDownloads(client)).items).toMatchObject([{ id, state: 'ready' }]);
});

test('an archive of many pieces is handed over between two pieces when time is over', async () => {
  const { session, client, expected } = await makeLargeGallery();
  await requestDownload(client, { kind: 'session', session_id: session.id });
  let runs = 0;
  for (let messages = await receive('download', 600); messages.length > 0; messages = await receive('download', 600)) {
    runs += 1;
    let looks = 0;
    // Time for the look at the start and for one piece.
    const getRemainingTimeInMillis = () => (++looks > 1 ? 1_000 : 120_000);
    const short = { ...context(), getRemainingTimeInMillis };
    expect(await prepareDownload({ Records: messages.map(toRecord) }, short)).toEqual({ batchItemFailures: [] });
  }
  expect(runs).toBe(4);
  const [download] = (await listDownloads(client)).items;
  expect(await unpack((await stored(keyOfUrl(download!.parts[0]!.url))).bytes)).toEqual(expected);
});

test.runIf(isLong)('a session of 5 GB becomes three archives, each whole by itself', { timeout: 600_000 }, async () => {
  const { session, client, expected } = await makeLargeGallery(770, 6_500_000);
  await requestDownload(client, { kind: 'session', session_id: session.id });
  await drain('download', prepareDownload);
  const [download] = (await listDownloads(client)).items;
  expect(download).toMatchObject({ state: 'ready', photos_count: 770 });
  expect(download!.parts.map((part) => part.file_name)).toEqual([1, 2, 3].map((part) => `large-${part}-of-3.zip`));
  const folder = await mkdtemp(join(tmpdir(), 'parts-'));
  const unpacked: Record<string, string> = {};
  try {
    for (const { url, file_name, size } of download!.parts) {
      expect(size).toBeLessThanOrEqual(2_000_000_000);
      const path = join(folder, file_name);
      const { Body } = await s3().send(new GetObjectCommand({ Bucket: env('PHOTOS_BUCKET'), Key: keyOfUrl(url) }));
      await pipeline(Body as Readable, createWriteStream(path));
      expect((await stat(path)).size).toBe(size);
      Object.assign(unpacked, unpackFile(path));
      await rm(path);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  expect(unpacked).toEqual(expected);
});
