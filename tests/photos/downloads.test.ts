import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ListMultipartUploadsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listDownloads, requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import { readDownload } from '../../lambdas/domain/downloads/repository.ts';
import { deletePhoto } from '../../lambdas/domain/photos/bin.ts';
import { editPhotos, markPhoto } from '../../lambdas/domain/photos/editing.ts';
import { insertPhoto, type ReadyPhoto } from '../../lambdas/domain/photos/repository.ts';
import { countPhotos } from '../../lambdas/domain/sessions/repository.ts';
import { dynamodb, s3 } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as prepareDownload } from '../../lambdas/workers/prepare-download/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { Fuse } from './fuse.ts';
import { makePhoto } from './samples.ts';
import { context, deliver, drain, openStudio, type PhotoStudio, receive, toRecord } from './studio.ts';
import { admin, clientOf, keysIn, makeSession, stored, upload } from './world.ts';

let studio: PhotoStudio;
let fuse: Fuse;
let dir: string;
beforeAll(async () => {
  studio = await openStudio();
  fuse = new Fuse(s3(), dynamodb());
  dir = await mkdtemp(join(tmpdir(), 'downloads-'));
});
afterEach(() => fuse.disarm());
afterAll(async () => {
  await studio.close();
  await rm(dir, { recursive: true });
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** What is in an archive, by Python: name and SHA-256 of each file. */
async function unpack(bytes: Buffer): Promise<Record<string, string>> {
  const path = join(dir, `${sha256(bytes)}.zip`);
  await writeFile(path, bytes);
  expect(execFileSync('unzip', ['-tq', path], { encoding: 'utf8' })).toContain('No errors detected');
  const script = `
import hashlib, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
print(json.dumps({i.filename: hashlib.sha256(archive.read(i)).hexdigest() for i in archive.infolist()}))`;
  return JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' })) as Record<string, string>;
}

async function makeGallery(names: string[]) {
  const session = await makeSession({ session_name: 'Müller’s Wedding!' });
  const files = await Promise.all(names.map(() => makePhoto({ width: 60, height: 40 })));
  const keys: { session_id: string; id: string }[] = [];
  for (const [index, name] of names.entries()) keys.push(await upload(session, files[index]!, name));
  await drain('photo', processPhoto);
  return { session, client: clientOf(session), files, keys };
}

const keyOfUrl = (url: string) => decodeURIComponent(new URL(url, 'http://x').pathname.slice(1));
const openUploads = async (customerId: string) => {
  const Prefix = `downloads/${customerId}/`;
  const { Uploads = [] } = await s3().send(new ListMultipartUploadsCommand({ Bucket: env('PHOTOS_BUCKET'), Prefix }));
  return Uploads;
};

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

  test('stops a preparation under way, at any step, and leaves nothing of it', async () => {
    for (let step = 1; ; step += 1) {
      const { session, client, keys } = await makeGallery(['1.jpg', '2.jpg']);
      await requestDownload(client, { kind: 'session', session_id: session.id });
      const records = (await receive('download', 0)).map(toRecord);
      const { hasPaused } = await fuse.pauseAt(
        step,
        () => prepareDownload({ Records: records }, context()),
        async () => {
          await editPhotos(admin, session.id, { photo_ids: [keys[0]!.id], is_approved: false });
          await drain('media', moveDerivatives);
        },
      );
      await drain('download', prepareDownload);
      if (!hasPaused) break;
      const { items } = await listDownloads(client);
      // Hidden before it looked at the photos: then it holds the other one only.
      for (const item of items) {
        for (const part of item.parts) {
          expect(Object.keys(await unpack((await stored(keyOfUrl(part.url))).bytes))).toEqual(['2.jpg']);
        }
      }
      if (items.length === 0) {
        expect(await keysIn('PHOTOS_BUCKET', `downloads/${session.customer_id}/`), `step ${step}`).toEqual([]);
      }
      expect(await openUploads(session.customer_id), `step ${step}`).toEqual([]);
    }
  });
});

describe.each(['before', 'after'] as const)('a worker that dies %s any of its requests', (moment) => {
  test('leaves the download to the next one, which goes on where it stopped', async () => {
    const { session, client, files, keys } = await makeGallery(['1.jpg', '2.jpg']);
    let step = 1;
    for (; ; step += 1) {
      const { id } = await requestDownload(client, { kind: 'session', session_id: session.id });
      fuse.arm(step, moment);
      await deliver('download', prepareDownload);
      const { isBurnt } = fuse;
      fuse.disarm();
      await deliver('download', prepareDownload);
      const [download] = (await listDownloads(client)).items;
      expect(download).toMatchObject({ id, state: 'ready' });
      expect(await unpack((await stored(keyOfUrl(download!.parts[0]!.url))).bytes)).toEqual({
        '1.jpg': sha256(files[0]!),
        '2.jpg': sha256(files[1]!),
      });
      if (!isBurnt) break;
      // As if its days were over: asked again, it is prepared anew.
      await editPhotos(admin, session.id, { photo_ids: [keys[1]!.id], downloadable: false });
      await drain('media', moveDerivatives);
      expect(await keysIn('PHOTOS_BUCKET', `downloads/${session.customer_id}/`)).toEqual([]);
      await editPhotos(admin, session.id, { photo_ids: [keys[1]!.id], downloadable: true });
    }
    expect(step).toBeGreaterThanOrEqual(9);
    // One that S3 began and nobody was told of: the bucket's lifecycle ends it.
    expect((await openUploads(session.customer_id)).length).toBeLessThanOrEqual(1);
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

describe('an archive of many pieces', () => {
  /** Ready photos whose originals are noise of 6 MB each: S3 takes pieces of 5 MiB. */
  async function makeLargeGallery() {
    const session = await makeSession({ session_name: 'Large' });
    const contents = Array.from({ length: 3 }, () => randomBytes(6_000_000));
    const photos = contents.map((content, index): ReadyPhoto => {
      const id = `${newId()}00000${index}`;
      const checksum = Buffer.alloc(4);
      checksum.writeUInt32BE(crc32(content));
      return {
        session_id: session.id,
        id,
        customer_id: session.customer_id,
        state: 'ready',
        file_name: `${index}.jpg`,
        content_type: 'image/jpeg',
        size: content.length,
        sha256: sha256(content),
        is_approved: true,
        downloadable: true,
        uploaded_at: new Date(Date.UTC(2026, 4, 1, 10, index)).toISOString(),
        media_key: newId(),
        width: 600,
        height: 400,
        thumbhash: 'abc=',
        captured_at: null,
        original_key: `originals/${session.customer_id}/${session.id}/${id}.jpg`,
        crc32: checksum.toString('base64'),
        is_favorite: false,
        note: '',
      };
    });
    for (const [index, photo] of photos.entries()) {
      const object = { Bucket: env('PHOTOS_BUCKET'), Key: photo.original_key, Body: contents[index]! };
      await s3().send(new PutObjectCommand({ ...object, ChecksumCRC32: photo.crc32 }));
    }
    await transact([
      ...photos.map((photo) => insertPhoto(photo, () => new Error('there'))),
      countPhotos(session.id, { photos: 3, visible: 3 }),
    ]);
    const expected = Object.fromEntries(photos.map((photo) => [photo.file_name, photo.sha256]));
    return { session, client: clientOf(session), expected };
  }

  test('goes on with the piece that is missing, wherever a run ends', async () => {
    const { session, client, expected } = await makeLargeGallery();
    await requestDownload(client, { kind: 'session', session_id: session.id });
    const record = toRecord((await receive('download', 600))[0]!);
    const sent: number[] = [];
    for (let run = 1; ; run += 1) {
      // Each run gets through a few requests more than it takes to find out where to go on.
      fuse.arm(7, run % 2 ? 'before' : 'after');
      const before = fuse.count('UploadPartCommand');
      const { batchItemFailures } = await prepareDownload({ Records: [record] }, context());
      sent.push(fuse.count('UploadPartCommand') - before);
      if (batchItemFailures.length === 0) break;
    }
    fuse.disarm();
    const [download] = (await listDownloads(client)).items;
    expect(download?.state).toBe('ready');
    const { bytes } = await stored(keyOfUrl(download!.parts[0]!.url));
    expect(await unpack(bytes)).toEqual(expected);
    expect(sent.length).toBeGreaterThan(2);
    const pieces = Math.ceil(bytes.length / (5 * 1024 * 1024));
    // What a run was sending when it ended may be sent again; what S3 had is not.
    expect(sent.reduce((total, count) => total + count, 0)).toBeLessThanOrEqual(pieces + 2 * sent.length);
  });

  test('is handed over between two pieces when time is over', async () => {
    const { session, client, expected } = await makeLargeGallery();
    await requestDownload(client, { kind: 'session', session_id: session.id });
    let runs = 0;
    for (
      let messages = await receive('download', 600);
      messages.length > 0;
      messages = await receive('download', 600)
    ) {
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
});
