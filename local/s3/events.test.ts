import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  type Event,
  PutBucketNotificationConfigurationCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentials, region } from '../addresses.ts';
import { Faults } from '../services/faults.ts';
import { queueArn } from '../sqs/queues.ts';
import { startSqs } from '../sqs/server.ts';
import { eventually, s3ForTests } from './s3-for-tests.ts';

/** The asserted fields of an S3 event record. */
interface EventRecord {
  eventName: string;
  eventTime: string;
  s3: {
    bucket: { name: string };
    object: { key: string; size?: number; eTag?: string; versionId?: string; sequencer: string };
  };
}

const sqsFaults = new Faults();
let dir: string;
let sqs: Awaited<ReturnType<typeof startSqs>>;
let queues: SQSClient;
let s3: Awaited<ReturnType<typeof s3ForTests>>;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 's3-sqs-'));
  sqs = await startSqs({ port: 0, dir, faults: sqsFaults });
  const endpoint = `http://127.0.0.1:${sqs.port}`;
  queues = new SQSClient({ endpoint, region, credentials });
  s3 = await s3ForTests({ sqsEndpoint: endpoint });
});
afterAll(async () => {
  await s3.close();
  queues.destroy();
  await sqs.close();
  await rm(dir, { recursive: true });
});

/** Creates a queue, sets it as the bucket's notification target, and consumes S3's test event. */
async function listen(name: string, Events: Event[], rules: { Name: 'prefix' | 'suffix'; Value: string }[] = []) {
  const { QueueUrl } = await queues.send(new CreateQueueCommand({ QueueName: name }));
  const receive = async () => {
    const { Messages = [] } = await queues.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 5 }),
    );
    for (const { ReceiptHandle } of Messages) await queues.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
    return Messages.map(
      ({ Body = '' }) => JSON.parse(Body) as { Records?: EventRecord[]; Event?: string; Bucket?: string },
    );
  };
  await s3.client.send(
    new PutBucketNotificationConfigurationCommand({
      Bucket: s3.bucket,
      NotificationConfiguration: {
        QueueConfigurations: [{ Id: name, QueueArn: queueArn(name), Events, Filter: { Key: { FilterRules: rules } } }],
      },
    }),
  );
  expect(await receive()).toMatchObject([{ Event: 's3:TestEvent', Bucket: s3.bucket }]);
  /** Returns at least this many further records, sorted by their sequencers. */
  return async (count: number): Promise<EventRecord[]> => {
    const records: EventRecord[] = [];
    await eventually(async () =>
      records.push(...(await receive()).flatMap(({ Records = [] }) => Records)),
    ).toBeGreaterThanOrEqual(count);
    return records.toSorted((left, right) => (left.s3.object.sequencer < right.s3.object.sequencer ? -1 : 1));
  };
}

const put = (Key: string, Body = 'x') => s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key, Body }));

describe('events', () => {
  test('are sent for every way to create an object, with S3’s fields', async () => {
    const next = await listen('created', ['s3:ObjectCreated:*']);
    const { ETag = '' } = await put('uploads/a b+ö.jpg', 'jpeg');
    await s3.client.send(
      new CopyObjectCommand({
        Bucket: s3.bucket,
        Key: 'copy',
        CopySource: `${s3.bucket}/${encodeURIComponent('uploads/a b+ö.jpg')}`,
      }),
    );
    const upload = { Bucket: s3.bucket, Key: 'parts' };
    const { UploadId } = await s3.client.send(
      new CreateMultipartUploadCommand({ ...upload, ChecksumAlgorithm: 'CRC32' }),
    );
    const part = await s3.client.send(new UploadPartCommand({ ...upload, UploadId, PartNumber: 1, Body: 'y' }));
    const Parts = [{ PartNumber: 1, ETag: part.ETag, ChecksumCRC32: part.ChecksumCRC32 }];
    await s3.client.send(new CompleteMultipartUploadCommand({ ...upload, UploadId, MultipartUpload: { Parts } }));
    await s3.client.send(new DeleteObjectCommand({ Bucket: s3.bucket, Key: 'copy' }));

    const records = await next(3);
    expect(records).toMatchObject([
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion: region,
        eventName: 'ObjectCreated:Put',
        s3: {
          s3SchemaVersion: '1.0',
          configurationId: 'created',
          bucket: { name: s3.bucket, arn: `arn:aws:s3:::${s3.bucket}` },
          object: { key: 'uploads/a+b%2B%C3%B6.jpg', size: 4, eTag: ETag.replaceAll('"', '') },
        },
      },
      { eventName: 'ObjectCreated:Copy', s3: { object: { key: 'copy', size: 4 } } },
      { eventName: 'ObjectCreated:CompleteMultipartUpload', s3: { object: { key: 'parts', size: 1 } } },
    ]);
    expect(records[0]?.s3.object.versionId).toBeUndefined();
    expect(Number.isNaN(Date.parse(records[0]?.eventTime ?? ''))).toBe(false);
  });

  test('are sent only for the configured events', async () => {
    const rules = [
      { Name: 'prefix' as const, Value: 'uploads/' },
      { Name: 'suffix' as const, Value: '.jpg' },
    ];
    const next = await listen('filtered', ['s3:ObjectCreated:Put'], rules);
    await put('elsewhere/1.jpg');
    await put('uploads/1.png');
    await s3.client.send(
      new CopyObjectCommand({ Bucket: s3.bucket, Key: 'uploads/2.jpg', CopySource: `${s3.bucket}/uploads/1.png` }),
    );
    await put('uploads/3.jpg');
    expect((await next(1)).map((record) => record.s3.object.key)).toEqual(['uploads/3.jpg']);
  });

  test('are sent for deletions, with version ids', async () => {
    const next = await listen('removed', ['s3:ObjectRemoved:*']);
    await put('gone');
    await s3.client.send(new DeleteObjectCommand({ Bucket: s3.bucket, Key: 'gone' }));
    await s3.client.send(new DeleteObjectCommand({ Bucket: s3.bucket, Key: 'gone' }));
    await s3.client.send(
      new PutBucketVersioningCommand({ Bucket: s3.bucket, VersioningConfiguration: { Status: 'Enabled' } }),
    );
    const { VersionId } = await put('versioned');
    const marker = await s3.client.send(new DeleteObjectCommand({ Bucket: s3.bucket, Key: 'versioned' }));
    const Delete = { Objects: [{ Key: 'versioned', VersionId }] };
    await s3.client.send(new DeleteObjectsCommand({ Bucket: s3.bucket, Delete }));
    expect((await next(3)).map(({ eventName, s3 }) => [eventName, s3.object.key, s3.object.versionId])).toEqual([
      ['ObjectRemoved:Delete', 'gone', undefined],
      ['ObjectRemoved:DeleteMarkerCreated', 'versioned', marker.VersionId],
      ['ObjectRemoved:Delete', 'versioned', VersionId],
    ]);
  });

  test('are sent twice with a fault', async () => {
    const next = await listen('doubled', ['s3:ObjectCreated:*']);
    s3.faults.set([{ operation: 'PutObject', kind: 'double', times: 1 }]);
    await put('doubled');
    await put('single');
    const keys = (await next(3)).map((record) => record.s3.object.key);
    expect(keys.toSorted()).toEqual(['doubled', 'doubled', 'single']);
  });

  test('are sent once SQS accepts them again', async () => {
    const next = await listen('patient', ['s3:ObjectCreated:*']);
    sqsFaults.set([{ operation: 'SendMessage', error: 'ServiceUnavailable', status: 503, times: 4 }]);
    const keys = Array.from({ length: 25 }, (_, index) => `patient/${index}`);
    await Promise.all(keys.map((key) => put(key)));
    expect((await next(25)).map((record) => record.s3.object.key).toSorted()).toEqual(keys.toSorted());
  });
});
