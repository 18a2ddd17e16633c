import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { listDownloads, requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import { readGuestDownload, requestGuestDownload } from '../../lambdas/domain/downloads/guest-downloads.ts';
import { downloadPhoto } from '../../lambdas/domain/downloads/photo-downloads.ts';
import { changeDownload, readDownload } from '../../lambdas/domain/downloads/repository.ts';
import { withdrawDownloads } from '../../lambdas/domain/downloads/withdrawal.ts';
import { readEmail } from '../../lambdas/domain/emails/outbox.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { setFavoriteOrNote } from '../../lambdas/domain/photos/feedback/client-feedback.ts';
import { contentDisposition } from '../../lambdas/domain/photos/files/file-names.ts';
import { linkForStudio } from '../../lambdas/domain/photos/lists/studio-list.ts';
import { deletePhoto } from '../../lambdas/domain/photos/trash/trash.ts';
import { editSession } from '../../lambdas/domain/sessions/editing.ts';
import type { Guest } from '../../lambdas/platform/auth.ts';
import { dynamodb, s3 } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { write } from '../../lambdas/platform/table.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as prepareDownload } from '../../lambdas/workers/prepare-download/handler.ts';
import { isLong } from '../support/faults/long.ts';
import { keyOfUrl, makeGallery, makeLargeGallery, openUploads, sha256, unpack, unpackFile } from './archives.ts';
import { context, drain, openStudio, type PhotoStudio, receive, toRecord } from './studio.ts';
import { admin, clientOf, keysIn, makeSession, read, stored } from './world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

test('a session becomes one archive of its originals under their names; a second request returns the same download', async () => {
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

/** When a signed URL expires, as Unix time in seconds. */
function expiryOf(url: string): number {
  const policy = new URL(url, 'https://studio.example').searchParams.get('Policy') ?? '';
  const text = policy.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/');
  const { Statement } = JSON.parse(Buffer.from(text, 'base64').toString());
  return Statement[0].Condition.DateLessThan['AWS:EpochTime'];
}

test('JPEGs under other names are handed out as .jpg, to clients and guests; screens keep the photographer’s name', async () => {
  const names = ['IMG_0042.HEIC', 'a.png', 'b.pic', 'no ending'];
  const { session, client, files, keys } = await makeGallery(names);
  const expected = ['IMG_0042.jpg', 'a.jpg', 'b.jpg', 'no ending.jpg'];
  for (const [index, key] of keys.entries()) {
    const file_name = expected[index]!;
    const { url } = await downloadPhoto(client, session.id, key.id, 'original');
    expect(await downloadPhoto(client, session.id, key.id, 'original')).toMatchObject({ file_name });
    expect((await stored(keyOfUrl(url!))).ContentDisposition).toBe(contentDisposition('attachment', file_name));
    expect(await linkForStudio(admin, session.id, key.id, 'original')).toMatchObject({ file_name });
    expect(await read(key)).toMatchObject({ file_name: names[index], content_type: 'image/jpeg' });
  }
  const inside = Object.fromEntries(expected.map((name, index) => [name, sha256(files[index]!)]));
  await requestDownload(client, { kind: 'session', session_id: session.id });
  const guest: Guest = {
    ...{ kind: 'guest', id: 'g', link_id: 'link-a', session_id: session.id, made_by: 'studio' },
    download_sizes: ['original'],
  };
  const asked = await requestGuestDownload(guest, { photo_size: 'original' });
  await drain('download', prepareDownload);
  const parts = [...(await listDownloads(client)).items, await readGuestDownload(guest, asked.id)].map(
    ({ parts: [part] }) => part!.url,
  );
  expect(parts).toHaveLength(2);
  for (const url of parts) expect(await unpack((await stored(keyOfUrl(url))).bytes)).toEqual(inside);
});

describe('guests of a link', () => {
  const guestOf = (session: { id: string }, values: Partial<Guest> = {}): Guest => ({
    ...{ kind: 'guest', id: 'g', link_id: 'link-a', session_id: session.id, made_by: 'studio' },
    download_sizes: ['web', 'original'],
    ...values,
  });

  test('get the same archive of what their link allows, which the client has no part in', async () => {
    const { session, client, files, keys } = await makeGallery(['a.jpg', 'hidden.jpg', 'kept.jpg']);
    await editPhotos(admin, session.id, { photo_ids: [keys[1]!.id], is_approved: false });
    await editPhotos(admin, session.id, { photo_ids: [keys[2]!.id], downloadable: false });
    await drain('media', moveDerivatives);
    await writeAddress(session.customer_id);
    const guest = guestOf(session);
    const asked = await requestGuestDownload(guest, { photo_size: 'original' });
    expect(asked).toMatchObject({ state: 'preparing', parts: [] });
    expect((await requestGuestDownload({ ...guest, id: 'another' }, { photo_size: 'original' })).id).toBe(asked.id);
    await drain('download', prepareDownload);
    const ready = await readGuestDownload(guest, asked.id);
    expect(ready).toMatchObject({ state: 'ready', photos_count: 1 });
    expect(await unpack((await stored(keyOfUrl(ready.parts[0]!.url))).bytes)).toEqual({ 'a.jpg': sha256(files[0]!) });
    // The link ends with pictures that are open when it is revoked.
    const seconds = expiryOf(ready.parts[0]!.url) - Date.now() / 1_000;
    expect(seconds).toBeLessThanOrEqual(limits.guestPictureMinutes * 60);
    expect(seconds).toBeGreaterThan(60);

    expect((await listDownloads(client)).items).toEqual([]);
    const row = await readDownload({ customer_id: session.customer_id, id: asked.id });
    expect(await readEmail(`download-ready#${asked.id}#${row?.created_at}`)).toBeUndefined();
  });

  test('of another link, or of one that allows less now, get nothing', async () => {
    const { session } = await makeGallery(['a.jpg']);
    const guest = guestOf(session);
    const { id } = await requestGuestDownload(guest, { photo_size: 'original' });
    const less = guestOf(session, { download_sizes: ['web'] });
    for (const other of [guestOf(session, { link_id: 'link-b' }), less, guestOf(session, { download_sizes: [] })]) {
      await expect(readGuestDownload(other, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(requestGuestDownload(less, { photo_size: 'original' })).rejects.toMatchObject({ code: 'INVALID' });
    // A client's link allows no more than the client may download.
    const ofClient = guestOf(session, { made_by: 'client' });
    await editSession(admin, session.id, { download_sizes: ['web'], version: 0 });
    await expect(requestGuestDownload(ofClient, { photo_size: 'original' })).rejects.toMatchObject({ code: 'INVALID' });
    await drain('download', prepareDownload);
  });

  test('lose the archive when a photo in it is hidden', async () => {
    const { session, keys } = await makeGallery(['a.jpg', 'b.jpg']);
    const guest = guestOf(session);
    const { id } = await requestGuestDownload(guest, { photo_size: 'original' });
    await drain('download', prepareDownload);
    const [part] = (await readGuestDownload(guest, id)).parts;
    await editPhotos(admin, session.id, { photo_ids: [keys[1]!.id], is_approved: false });
    expect(await readGuestDownload(guest, id)).toMatchObject({ state: 'outdated', parts: [] });
    await drain('media', moveDerivatives);
    expect(await keysIn('PHOTOS_BUCKET', keyOfUrl(part!.url))).toEqual([]);
    expect((await requestGuestDownload(guest, { photo_size: 'original' })).id).not.toBe(id);
    await drain('download', prepareDownload);
  });
});

test('the client gets one email, if they have an address', async () => {
  const { session, client } = await makeGallery(['1.jpg', '2.jpg']);
  const ask = () => requestDownload(client, { kind: 'session', session_id: session.id });
  const { id, created_at } = await ask();
  await drain('download', prepareDownload);
  expect(await readEmail(`download-ready#${id}#${created_at}`)).toBeUndefined();

  await writeAddress(session.customer_id);
  await withdrawDownloads([{ session_id: session.id, id: '', customer_id: session.customer_id }]);
  const again = await ask();
  await drain('download', prepareDownload);
  expect(await readEmail(`download-ready#${again.id}#${again.created_at}`)).toMatchObject({
    state: 'queued',
    to: 'ada@example.com',
    download: { customer_id: session.customer_id, id: again.id, created_at: again.created_at },
  });
});

test('no email is sent while the client’s open page shows the download as ready', async () => {
  const { session, client } = await makeGallery(['1.jpg']);
  await writeAddress(session.customer_id);
  const { id, created_at } = await requestDownload(client, { kind: 'session', session_id: session.id });
  expect((await listDownloads(client)).items).toMatchObject([{ state: 'preparing' }]);
  await drain('download', prepareDownload);
  expect((await listDownloads(client)).items).toMatchObject([{ state: 'ready' }]);
  expect(await readEmail(`download-ready#${id}#${created_at}`)).toBeUndefined();
});

const writeAddress = (id: string) =>
  dynamodb().send(
    new UpdateCommand({
      TableName: env('CUSTOMERS_TABLE'),
      Key: { id },
      UpdateExpression: 'SET email = :email',
      ExpressionAttributeValues: { ':email': 'ada@example.com' },
    }),
  );

test('after seven days it expires, and the next request prepares it again', async () => {
  const { session, client } = await makeGallery(['1.jpg']);
  const ask = () => requestDownload(client, { kind: 'session', session_id: session.id });
  const { id, created_at, expires_at } = await ask();
  await drain('download', prepareDownload);
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBeGreaterThan(7 * 24 * 60 * 60_000 - 1_000);
  const row = await readDownload({ customer_id: session.customer_id, id });
  const aMomentAgo = Math.floor(Date.now() / 1_000) - 1;
  await write(changeDownload(row!, { expires_at: aMomentAgo }));
  expect((await listDownloads(client)).items).toEqual([]);

  expect(await ask()).toMatchObject({ id, state: 'preparing', parts: [] });
  await drain('download', prepareDownload);
  const [again] = (await listDownloads(client)).items;
  expect(again).toMatchObject({ id, state: 'ready' });
  expect(keyOfUrl(again!.parts[0]!.url)).not.toBe(row!.parts[0]!.key);
});

test('favorites of all sessions are one download; a further favorite makes a new one', async () => {
  const { session, client, files, keys } = await makeGallery(['1.jpg', '2.jpg']);
  await expect(requestDownload(client, { kind: 'favorites' })).rejects.toMatchObject({ code: 'INVALID' });
  await setFavoriteOrNote(client, session.id, keys[1]!.id, { is_favorite: true });
  const first = await requestDownload(client, { kind: 'favorites' });
  await drain('download', prepareDownload);
  const [download] = (await listDownloads(client)).items;
  expect(await unpack((await stored(keyOfUrl(download!.parts[0]!.url))).bytes)).toEqual({ '2.jpg': sha256(files[1]!) });
  await setFavoriteOrNote(client, session.id, keys[0]!.id, { is_favorite: true });
  expect((await requestDownload(client, { kind: 'favorites' })).id).not.toBe(first.id);
  await drain('download', prepareDownload);
  expect((await listDownloads(client)).items).toHaveLength(2);
});

test('another customer’s session is not found, and an empty one has nothing to download', async () => {
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
  ])(
    '%s: archives that contain the photo are deleted; the next request prepares the other photos',
    async (_, withdraw) => {
      const { session, client, keys } = await makeGallery(['1.jpg', '2.jpg']);
      const before = await requestDownload(client, { kind: 'session', session_id: session.id });
      await drain('download', prepareDownload);
      await withdraw(session.id, keys[0]!.id);
      // Outdated at once, before any worker runs.
      expect((await listDownloads(client)).items).toMatchObject([{ id: before.id, state: 'outdated', parts: [] }]);
      await drain('media', moveDerivatives);
      expect((await listDownloads(client)).items).toMatchObject([{ id: before.id, state: 'outdated', parts: [] }]);
      expect(await keysIn('PHOTOS_BUCKET', `downloads/${session.customer_id}/`)).toEqual([]);
      const after = await requestDownload(client, { kind: 'session', session_id: session.id });
      expect(after.id).not.toBe(before.id);
      await drain('download', prepareDownload);
      const { items } = await listDownloads(client);
      expect(items).toMatchObject([{ id: after.id, state: 'ready' }]);
      const [download] = items;
      expect(Object.keys(await unpack((await stored(keyOfUrl(download!.parts[0]!.url))).bytes))).toEqual(['2.jpg']);
    },
  );
});

test('hiding a photo after the plan was stored makes the download outdated, not ready', async () => {
  const { session, client, keys } = await makeGallery(['1.jpg', '2.jpg']);
  const { id, created_at } = await requestDownload(client, { kind: 'session', session_id: session.id });
  await writeAddress(session.customer_id);
  const [message] = await receive('download', 600);
  // The run stores the plan, and then its time is up.
  await prepareDownload({ Records: [toRecord(message!)] }, context(1_000));
  expect((await readDownload({ customer_id: session.customer_id, id }))?.parts).toHaveLength(1);
  await editPhotos(admin, session.id, { photo_ids: [keys[0]!.id], is_approved: false });
  // The download worker runs before the media worker, so nothing has deleted the download's objects yet.
  await drain('download', prepareDownload);
  expect((await listDownloads(client)).items).toMatchObject([{ id, state: 'outdated', parts: [] }]);
  expect(await readEmail(`download-ready#${id}#${created_at}`)).toBeUndefined();
  expect(await keysIn('PHOTOS_BUCKET', `downloads/${session.customer_id}/`)).toEqual([]);
});

test('a download contains exactly the photos visible when it was requested', async () => {
  const { session, client, keys } = await makeGallery(['1.jpg', '2.jpg']);
  await editPhotos(admin, session.id, { photo_ids: [keys[1]!.id], is_approved: false });
  const first = await requestDownload(client, { kind: 'session', session_id: session.id });
  // The photo is shown after the request and before the worker plans the archive.
  await editPhotos(admin, session.id, { photo_ids: [keys[1]!.id], is_approved: true });
  await drain('download', prepareDownload);
  const second = await requestDownload(client, { kind: 'session', session_id: session.id });
  expect(second.id).not.toBe(first.id);
  await drain('download', prepareDownload);
  const { items } = await listDownloads(client);
  const namesIn = async (id: string) => {
    const [part] = items.find((item) => item.id === id)!.parts;
    return Object.keys(await unpack((await stored(keyOfUrl(part!.url))).bytes));
  };
  expect(await namesIn(first.id)).toEqual(['1.jpg']);
  expect(await namesIn(second.id)).toEqual(['1.jpg', '2.jpg']);
});

test('a photo removed from the favorites stays in a download; a hidden one makes it outdated', async () => {
  const { session, client, keys } = await makeGallery(['1.jpg', '2.jpg']);
  for (const { id } of keys) await setFavoriteOrNote(client, session.id, id, { is_favorite: true });
  const { id } = await requestDownload(client, { kind: 'favorites' });
  await drain('download', prepareDownload);
  await setFavoriteOrNote(client, session.id, keys[0]!.id, { is_favorite: false });
  expect((await listDownloads(client)).items).toMatchObject([{ id, state: 'ready' }]);
  await editPhotos(admin, session.id, { photo_ids: [keys[0]!.id], is_approved: false });
  expect((await listDownloads(client)).items).toMatchObject([{ id, state: 'outdated', parts: [] }]);
});

test('the download of a session without visible photos is not listed, because the client may not see its name', async () => {
  const { session, client, keys } = await makeGallery(['1.jpg']);
  await requestDownload(client, { kind: 'session', session_id: session.id });
  await drain('download', prepareDownload);
  await editPhotos(admin, session.id, { photo_ids: [keys[0]!.id], is_approved: false });
  expect((await listDownloads(client)).items).toEqual([]);
});

test('a run without enough time queues another run', async () => {
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

test('an archive of many parts is continued by another run after any part', async () => {
  const { session, client, expected } = await makeLargeGallery();
  await requestDownload(client, { kind: 'session', session_id: session.id });
  let runs = 0;
  for (let messages = await receive('download', 600); messages.length > 0; messages = await receive('download', 600)) {
    runs += 1;
    let looks = 0;
    // Enough time for the check at the start and for one part.
    const getRemainingTimeInMillis = () => (++looks > 1 ? 1_000 : 120_000);
    const short = { ...context(), getRemainingTimeInMillis };
    expect(await prepareDownload({ Records: messages.map(toRecord) }, short)).toEqual({ batchItemFailures: [] });
  }
  expect(runs).toBe(4);
  const [download] = (await listDownloads(client)).items;
  expect(await unpack((await stored(keyOfUrl(download!.parts[0]!.url))).bytes)).toEqual(expected);
});

test.runIf(isLong)('a session of 5 GB becomes three archives, each complete', { timeout: 600_000 }, async () => {
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
