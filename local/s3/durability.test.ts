import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutBucketCorsCommand,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { credentials, region } from '../addresses.ts';
import { queueArn } from '../sqs/queues.ts';
import { startSqs } from '../sqs/server.ts';
import { countFiles, eventually, presign } from './s3-for-tests.ts';
import { startS3 } from './server.ts';

const Bucket = 'studio';
const server = new URL('server.ts', import.meta.url).href;

let dir: string;
let running: ChildProcess | undefined;
const clients: { destroy(): void }[] = [];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 's3-kill-'));
});
afterEach(async () => {
  await kill();
  for (const client of clients.splice(0)) client.destroy();
  await rm(dir, { recursive: true });
});

/** Starts S3 in its own process, so that it can be killed. */
async function start(options: { sqsEndpoint?: string } = {}, config: S3ClientConfig = {}): Promise<S3Client> {
  const serverOptions = JSON.stringify({ port: 0, dir, ...options });
  const script = `import { startS3 } from ${JSON.stringify(server)}; console.log((await startS3(${serverOptions})).port);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(Number(data.toString())));
    child.once('exit', () => reject(new Error('S3 ended before it listened.')));
  });
  const client = new S3Client({ endpoint: `http://127.0.0.1:${port}`, region, credentials, maxAttempts: 1, ...config });
  clients.push(client);
  return client;
}

/** SIGKILL leaves the process no time to clean up. */
async function kill(): Promise<void> {
  const child = running;
  running = undefined;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  await new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGKILL');
  });
}

async function endpointOf(client: S3Client): Promise<string> {
  const { port } = await client.config.endpoint!();
  return `http://127.0.0.1:${port}`;
}

const read = async (client: S3Client, Key: string) =>
  Buffer.from((await (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToByteArray()) ?? []);

describe('after kill -9', () => {
  test('everything acknowledged exists, and nothing is partial', async () => {
    const before = await start();
    await before.send(new CreateBucketCommand({ Bucket }));
    const CORSRules = [{ AllowedOrigins: ['*'], AllowedMethods: ['PUT'] }];
    await before.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
    await before.send(new PutObjectCommand({ Bucket, Key: 'overwritten', Body: 'old' }));
    await before.send(new PutObjectCommand({ Bucket, Key: 'overwritten', Body: 'new', Metadata: { a: '1' } }));
    await before.send(new PutObjectCommand({ Bucket, Key: 'deleted', Body: 'x' }));
    await before.send(new DeleteObjectCommand({ Bucket, Key: 'deleted' }));

    // Each object contains its key, so that mixed-up contents are detected, too.
    const contents = new Map(
      Array.from({ length: 300 }, (_, index) => [`photo ${index}`, randomBytes(50_000 + index)]),
    );
    const acknowledged = new Set<string>();
    const writers = Promise.allSettled(
      [...contents].map(async ([Key, Body]) => {
        await before.send(new PutObjectCommand({ Bucket, Key, Body }));
        acknowledged.add(Key);
      }),
    );
    await eventually(() => acknowledged.size).toBeGreaterThan(50);
    await kill();
    await writers;
    expect(acknowledged.size).toBeLessThan(contents.size);

    const after = await start();
    const { Contents = [] } = await after.send(new ListObjectsV2Command({ Bucket }));
    const listedKeys = new Set(Contents.map(({ Key = '' }) => Key));
    for (const key of acknowledged) expect(listedKeys).toContain(key);
    for (const [key, content] of contents) {
      if (listedKeys.has(key)) expect((await read(after, key)).equals(content)).toBe(true);
    }
    expect((await read(after, 'overwritten')).toString()).toBe('new');
    expect((await after.send(new HeadObjectCommand({ Bucket, Key: 'overwritten' }))).Metadata).toEqual({ a: '1' });
    expect(listedKeys).not.toContain('deleted');
    const preflight = await fetch(`${await endpointOf(after)}/${Bucket}/overwritten`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:4600', 'access-control-request-method': 'PUT' },
    });
    expect(preflight.headers.get('access-control-allow-methods')).toBe('PUT');
    expect(await countFiles(dir)).toBe(listedKeys.size);
  });

  test('an upload in progress leaves nothing, and can be repeated', async () => {
    const before = await start({}, { requestChecksumCalculation: 'WHEN_REQUIRED' });
    await before.send(new CreateBucketCommand({ Bucket }));
    const command = new PutObjectCommand({ Bucket, Key: 'half', ContentType: 'image/jpeg', IfNoneMatch: '*' });
    const half = httpRequest(await presign(before, command, ['content-type', 'if-none-match']), {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg', 'if-none-match': '*', 'content-length': 2_000_000 },
    });
    half.on('error', () => {});
    half.write(randomBytes(1_000_000));
    await eventually(() => countFiles(dir)).toBe(1);
    await kill();

    const after = await start();
    expect(await countFiles(dir)).toBe(0);
    await expect(read(after, 'half')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await after.send(new PutObjectCommand({ Bucket, Key: 'half', Body: 'whole', IfNoneMatch: '*' }));
  });

  test('a multipart upload can be continued', async () => {
    const before = await start();
    await before.send(new CreateBucketCommand({ Bucket }));
    const upload = { Bucket, Key: 'zip' };
    const { UploadId } = await before.send(new CreateMultipartUploadCommand({ ...upload, ChecksumAlgorithm: 'CRC32' }));
    const contents = [randomBytes(5 * 2 ** 20), randomBytes(100)];
    const uploadPart = async (client: S3Client, PartNumber: number) => {
      const Body = contents[PartNumber - 1]!;
      const { ETag, ChecksumCRC32 } = await client.send(
        new UploadPartCommand({ ...upload, UploadId, PartNumber, Body }),
      );
      return { PartNumber, ETag, ChecksumCRC32 };
    };
    const first = await uploadPart(before, 1);
    await kill();

    const after = await start();
    const { Parts } = await after.send(new ListPartsCommand({ ...upload, UploadId }));
    expect(Parts).toMatchObject([first]);
    const second = await uploadPart(after, 2);
    await after.send(
      new CompleteMultipartUploadCommand({ ...upload, UploadId, MultipartUpload: { Parts: [first, second] } }),
    );
    await kill();

    const last = await start();
    const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex');
    expect(digest(await read(last, 'zip'))).toBe(digest(Buffer.concat(contents)));
  });

  test('events that no queue had accepted are sent', async () => {
    const queueDir = await mkdtemp(join(tmpdir(), 's3-kill-sqs-'));
    const sqs = await startSqs({ port: 0, dir: queueDir });
    const endpoint = `http://127.0.0.1:${sqs.port}`;
    const before = await start({ sqsEndpoint: 'http://127.0.0.1:9' });
    await before.send(new CreateBucketCommand({ Bucket }));
    await before.send(
      new PutBucketNotificationConfigurationCommand({
        Bucket,
        NotificationConfiguration: {
          QueueConfigurations: [{ QueueArn: queueArn('photo'), Events: ['s3:ObjectCreated:*'] }],
        },
      }),
    );
    const keys = Array.from({ length: 20 }, (_, index) => `photo-${index}`);
    await Promise.all(keys.map((Key) => before.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }))));
    await kill();

    const queues = new SQSClient({ endpoint, region, credentials });
    clients.push(queues);
    const { QueueUrl } = await queues.send(new CreateQueueCommand({ QueueName: 'photo' }));
    const restarted = await start({ sqsEndpoint: endpoint });
    const notifiedKeys = new Set<string>();
    const messages: string[] = [];
    await eventually(async () => {
      const { Messages = [] } = await queues.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 }),
      );
      for (const { Body = '' } of Messages) {
        messages.push(Body);
        const { Records = [] } = JSON.parse(Body) as { Records?: { s3: { object: { key: string } } }[] };
        for (const record of Records) notifiedKeys.add(record.s3.object.key);
      }
      return [...notifiedKeys].toSorted();
    }).toEqual(keys.toSorted());
    // Each event arrives once if nothing was killed in between.
    const created = messages.filter((body) => body.includes('ObjectCreated'));
    expect(created).toHaveLength(keys.length);
    expect(await read(restarted, 'photo-0')).toEqual(Buffer.from('x'));
    await kill();
    await sqs.close();
    await rm(queueDir, { recursive: true });
  });
});

test('a start after an orderly end finds everything, with a shorter log after much overwriting', async () => {
  const first = await startS3({ port: 0, dir });
  const client = new S3Client({ endpoint: `http://127.0.0.1:${first.port}`, region, credentials });
  clients.push(client);
  await client.send(new CreateBucketCommand({ Bucket }));
  const log = join(dir, Bucket, 'log.jsonl');
  for (let round = 0; round < 22; round += 1) {
    const writers = Array.from({ length: 50 }, (_, index) =>
      client.send(new PutObjectCommand({ Bucket, Key: `key ${index % 3}`, Body: `${index}` })),
    );
    await Promise.all(writers);
  }
  await client.send(new PutObjectCommand({ Bucket, Key: 'same', Body: 'last' }));
  await first.close();
  const { size } = await stat(log);
  for (let restart = 0; restart < 2; restart += 1) {
    const reopened = await startS3({ port: first.port, dir });
    expect((await read(client, 'same')).toString()).toBe('last');
    const { Contents } = await client.send(new ListObjectsV2Command({ Bucket }));
    expect(Contents?.map(({ Key }) => Key)).toEqual(['key 0', 'key 1', 'key 2', 'same']);
    await reopened.close();
    expect((await stat(log)).size).toBeLessThan(size / 50);
  }
});

test('a port in use is named, and the folder is not changed', async () => {
  const first = await startS3({ port: 0, dir });
  await expect(startS3({ port: first.port, dir })).rejects.toThrow(`S3 can't listen on port ${first.port}`);
  await first.close();
});
