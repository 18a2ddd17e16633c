import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { CreateBucketCommand, DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fromS3, type OpenObject, throughEdge } from '../../../infra/commands/exported/object-reader.ts';
import { addresses, credentials, endpoint, region } from '../../../local/addresses.ts';
import { startEdge } from '../../../local/edge/server.ts';
import { startS3 } from '../../../local/s3/server.ts';

let dir: string;
let s3: S3Client;
let origin: string;
const closing: (() => Promise<unknown>)[] = [];
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const original = "originals/c-1/s/1-2-Anna & Tom (1)*'!.jpg";
const derivative = 'media/c-1/k/400.webp';
const refused = 'refused/c-1/s/x.txt';

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'reader-'));
  const local = addresses(0, dir);
  const service = await startS3({ port: 0, dir: join(dir, 's3') });
  closing.push(service.close);
  local.ports.s3 = service.port;
  s3 = new S3Client({ region, credentials, endpoint: endpoint(local, 's3') });
  await s3.send(new CreateBucketCommand({ Bucket: 'photos' }));
  for (const Key of [original, derivative, refused]) {
    await s3.send(
      new PutObjectCommand({
        Bucket: 'photos',
        Key,
        Body: Key,
        ContentType: 'image/jpeg',
        ContentDisposition: 'attachment',
        CacheControl: 'private, max-age=60',
      }),
    );
  }
  const siteBuild = { pages: {}, shells: {}, files: [], folders: [], compressed: [], scriptHashes: [] };
  const edge = await startEdge({
    port: 0,
    addresses: local,
    siteFolder: dir,
    siteBuild,
    trustedKeys: { K1: publicKey },
  });
  closing.unshift(edge.close);
  origin = `http://localhost:${edge.port}`;
});
afterAll(async () => {
  s3.destroy();
  for (const close of closing) await close();
  await rm(dir, { recursive: true });
});

const direct: string[] = [];
const counted: OpenObject = (key) => {
  direct.push(key);
  return fromS3(s3, 'photos')(key);
};
beforeEach(() => {
  direct.length = 0;
});

test('objects that CloudFront serves are read through it, with the headers needed to restore them', async () => {
  const open = throughEdge({ origin, keyPairId: 'K1', privateKey }, counted);
  for (const key of [original, derivative]) {
    const opened = await open(key);
    expect((await buffer(opened!.body)).toString()).toBe(key);
    expect(opened).toMatchObject({
      size: Buffer.byteLength(key),
      content_type: 'image/jpeg',
      content_disposition: 'attachment',
      cache_control: 'private, max-age=60',
    });
  }
  expect(direct).toEqual([]);
});

test('other objects are read from the bucket', async () => {
  const opened = await throughEdge({ origin, keyPairId: 'K1', privateKey }, counted)(refused);
  expect((await buffer(opened!.body)).toString()).toBe(refused);
  expect(direct).toEqual([refused]);
});

test('when CloudFront refuses or is unreachable, objects are read from the bucket; a missing object is undefined', async () => {
  for (const edge of [
    { origin, keyPairId: 'unknown', privateKey },
    { origin: 'http://127.0.0.1:9', keyPairId: 'K1', privateKey },
  ]) {
    const opened = await throughEdge(edge, counted)(original);
    expect((await buffer(opened!.body)).toString()).toBe(original);
  }
  expect(direct).toEqual([original, original]);
  await s3.send(new DeleteObjectCommand({ Bucket: 'photos', Key: derivative }));
  expect(
    await throughEdge({ origin, keyPairId: 'K1', privateKey }, counted)('media/c-1/none/400.webp'),
  ).toBeUndefined();
});
