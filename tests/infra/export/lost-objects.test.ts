import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportStudio } from '../../../infra/commands/export.ts';
import { BucketFiles } from '../../../infra/commands/exported/bucket-files.ts';
import { derivativeOf } from '../../../infra/commands/exported/photo-files.ts';
import { pictureKeys } from '../../../infra/commands/exported/picture-files.ts';
import type { PhotoRow } from '../../../infra/commands/exported/rows.ts';
import type { Source } from '../../../infra/commands/exported/source.ts';
import { describeExport } from '../../../infra/commands/exported/summary.ts';
import { restore } from '../../../infra/commands/restore.ts';
import { drill, isSound } from '../../../infra/commands/restore-drill.ts';
import { partitionOf, type ReadyAttachment, readAttachment } from '../../../lambdas/domain/attachments/repository.ts';
import { editPhotos } from '../../../lambdas/domain/photos/editing.ts';
import type { ReadyPhoto } from '../../../lambdas/domain/photos/row/lifecycle.ts';
import { askPicture } from '../../../lambdas/domain/pictures/pictures.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { handler as moveDerivatives } from '../../../lambdas/workers/move-derivatives/handler.ts';
import { handler as processPhoto } from '../../../lambdas/workers/process-photo/handler.ts';
import { attach, rawFile } from '../../photos/attaching.ts';
import { makePhoto, ticketFor } from '../../photos/samples.ts';
import { drain } from '../../photos/studio.ts';
import { admin, derivativesAt, makeSession, put, read, stored, upload, uploadVersion } from '../../photos/world.ts';
import { type ExportableStudio, openExportableStudio } from './exportable-studio.ts';

/** Objects that a row needs and the bucket has lost, while an earlier export or CloudFront's cache still has them. */

type Kind =
  | 'original'
  | 'derivative'
  | 'earlier version'
  | 'marked derivative'
  | 'attachment'
  | 'picture'
  | 'public copy';
const kinds: Kind[] = [
  ...(['original', 'derivative', 'earlier version', 'marked derivative'] as const),
  ...(['attachment', 'picture', 'public copy'] as const),
];

let studio: ExportableStudio;
let dir: string;
let source: Source;
/** One key of each kind. */
let keys: Record<Kind, string>;
let shown: { session_id: string; id: string };
/** What CloudFront's cache has, by path. */
const cached = new Map<string, Buffer>();
const edge = createServer((request, response) => {
  const bytes = cached.get(decodeURIComponent(request.url ?? ''));
  response.writeHead(bytes ? 200 : 403, { 'content-type': 'image/jpeg' }).end(bytes);
});

beforeAll(async () => {
  studio = await openExportableStudio();
  ({ dir } = studio);
  await new Promise<void>((resolve) => edge.listen(0, '127.0.0.1', resolve));
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const origin = `http://127.0.0.1:${(edge.address() as AddressInfo).port}`;
  source = { ...studio.source, edge: { origin, keyPairId: 'K', privateKey } };

  const session = await makeSession();
  const photo = await upload(session, await makePhoto(), 'IMG_1.jpg');
  const attachment = await attach(session, rawFile(), 'IMG_1.CR3');
  const library = await makePhoto({ width: 900, height: 600 });
  const asked = await askPicture(admin, ticketFor(library));
  const { id: picture, ...ticket } = asked;
  expect(await put({ state: 'upload', photo_id: picture, ...ticket }, library)).toBe(200);
  await drain('photo', processPhoto);
  await uploadVersion(session, photo.id, await makePhoto({ width: 200, height: 200 }), 'IMG_1-Edit.jpg');
  await drain('photo', processPhoto);
  await drain('media', moveDerivatives);
  shown = photo;
  const ready = (await read(photo)) as ReadyPhoto;
  const row = ready as unknown as PhotoRow;
  // As a watermark and the public gallery would write them.
  const [marked_key, portfolio_key] = [newId(), newId()];
  await source.dynamodb.send(
    new UpdateCommand({
      TableName: 'photos',
      Key: photo,
      UpdateExpression: 'SET marked_key = :marked, marked_bytes = :none, portfolio_key = :public, featured_at = :at',
      ExpressionAttributeValues: {
        ...{ ':marked': marked_key, ':none': 0, ':public': portfolio_key, ':at': '2026-05-02T12:00:00.000Z' },
      },
    }),
  );
  const [clean, marked] = [derivativesAt(ready), derivativesAt({ ...ready, media_key: marked_key })];
  const copies = clean.map((key) => key.replace(/.*\//, `portfolio/${portfolio_key}/`));
  for (const [index, key] of clean.entries()) {
    const { bytes: Body, ContentType } = await stored(key);
    for (const Key of [marked[index], copies[index]]) {
      await source.s3.send(new PutObjectCommand({ Bucket: 'photos', Key, Body, ContentType }));
    }
  }
  const { original_key } = (await readAttachment({
    session_id: partitionOf(session.id),
    id: attachment,
  })) as ReadyAttachment;
  keys = {
    original: ready.original_key,
    derivative: derivativeOf(row, 'small'),
    'earlier version': ready.former![0]!.original_key,
    'marked derivative': marked[0]!,
    attachment: original_key,
    picture: pictureKeys({ id: picture, state: 'ready', width: 900 })[0]!,
    'public copy': copies[0]!,
  };
});
afterAll(async () => {
  edge.close();
  await studio?.close();
});

const quiet = () => {};
const isHere = (Key: string) =>
  stored(Key).then(
    () => true,
    () => false,
  );

test.each(kinds)('a lost %s is said by exports and drills, and put back from a folder that has it', async (kind) => {
  const key = keys[kind];
  const { bytes, ContentType } = await stored(key);
  const [reused, cachedBefore, fresh] = ['reused', 'cached', 'fresh'].map((name) => join(dir, `${kind} ${name}`)) as [
    string,
    string,
    string,
  ];
  expect(await exportStudio(source, reused, quiet)).toMatchObject({ missing: [], failed: [] });
  expect((await drill(source.dynamodb, reused, quiet)).rowsWithoutObjects).toEqual([]);
  await source.s3.send(new DeleteObjectCommand({ Bucket: 'photos', Key: key }));

  // In a folder that has a copy, and in one whose copy comes from CloudFront's cache.
  cached.set(`/${key}`, bytes);
  const folders = kind === 'picture' || kind === 'public copy' ? [reused] : [reused, cachedBefore];
  for (const folder of folders) {
    const summary = await exportStudio(source, folder, quiet);
    expect(summary.missing).toEqual([key]);
    const says = describeExport(summary, folder).join('\n');
    expect(says).toMatch(/everything but what is named below[\s\S]*The bucket lacks 1 files/);
    const report = await drill(source.dynamodb, folder, quiet);
    const asIs = `the bucket lacks ${key}, which this export has: npm run studio:restore -- ${folder} puts it back`;
    expect(report.rowsWithoutObjects).toEqual([expect.stringContaining(asIs)]);
    expect(isSound(report)).toBe(false);
    if (kind === 'public copy') continue;
    expect(summary.missing_here).toBe(1);
    expect(says).toContain(`npm run studio:restore -- ${folder} puts them back`);
  }
  // Where nothing has it.
  cached.clear();
  expect((await exportStudio(source, fresh, quiet)).missing).toEqual([key]);
  if (kind !== 'public copy') {
    const { rowsWithoutObjects } = await drill(source.dynamodb, fresh, quiet);
    expect(rowsWithoutObjects.map((line) => line.slice(line.indexOf(': ') + 2))).toEqual([`the bucket lacks ${key}`]);
  }

  expect((await restore(source, reused, quiet)).files).toBe(1);
  const back = await stored(key);
  expect([back.bytes.equals(bytes), back.ContentType]).toEqual([true, ContentType]);
  expect((await exportStudio(source, reused, quiet)).missing).toEqual([]);
  expect(isSound(await drill(source.dynamodb, reused, quiet))).toBe(true);
});

test('a former object in CloudFront’s cache is not taken for the bucket’s', async () => {
  cached.set(`/${keys.derivative}`, Buffer.from('of another time'));
  const folder = join(dir, 'former');
  expect(await exportStudio(source, folder, quiet)).toMatchObject({ missing: [], failed: [] });
  cached.clear();
  const { file = '' } = (await BucketFiles.open(folder)).entry(keys.derivative) ?? {};
  expect(await readFile(join(folder, file))).toEqual((await stored(keys.derivative)).bytes);
  expect(isSound(await drill(source.dynamodb, folder, quiet))).toBe(true);
});

test('an object that the bucket has only in part is said, beside the whole one of the export', async () => {
  const folder = join(dir, 'in part');
  await exportStudio(source, folder, quiet);
  const { bytes } = await stored(keys.original);
  await source.s3.send(new PutObjectCommand({ Bucket: 'photos', Key: keys.original, Body: bytes.subarray(0, 10) }));
  await exportStudio(source, folder, quiet);
  expect((await drill(source.dynamodb, folder, quiet)).rowsWithoutObjects).toEqual([
    `${shown.session_id} ${shown.id}: the bucket has 10 bytes of ${keys.original}, and the export ${bytes.length}`,
  ]);
  await source.s3.send(new PutObjectCommand({ Bucket: 'photos', Key: keys.original, Body: bytes }));
});

test('what was stored after the bucket was listed is not lost, and is added to the list', async () => {
  const folder = join(dir, 'late');
  const list = join(folder, 'objects.jsonl');
  const summary = await exportStudio(source, folder, (line) => {
    if (!line.startsWith('Rows:')) return;
    // As if it had been stored since.
    const lines = readFileSync(list, 'utf8').split('\n');
    writeFileSync(list, lines.filter((one) => !one.includes(keys.original)).join('\n'));
  });
  expect(summary.missing).toEqual([]);
  expect(await readFile(list, 'utf8')).toContain(keys.original);
  expect((await drill(source.dynamodb, folder, quiet)).rowsWithoutObjects).toEqual([]);
});

test('a restore from a folder of many exports puts back nothing that its rows do not need', async () => {
  const folder = join(dir, 'many');
  await exportStudio(source, folder, quiet);
  const former = keys.derivative;
  await editPhotos(admin, shown.session_id, { photo_ids: [shown.id], is_approved: false });
  await drain('media', moveDerivatives);
  expect(await isHere(former)).toBe(false);
  await exportStudio(source, folder, quiet);
  expect(await readFile(join(folder, 'files.jsonl'), 'utf8')).toContain(former);
  expect((await restore(source, folder, quiet)).files).toBe(0);
  // The address that a client may have kept of a hidden photo stays empty.
  expect(await isHere(former)).toBe(false);
});
