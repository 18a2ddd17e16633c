import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetBucketPolicyCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  PutBucketCorsCommand,
  PutBucketNotificationConfigurationCommand,
  PutBucketTaggingCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { presign, s3ForTests } from './s3-for-tests.ts';

let s3: Awaited<ReturnType<typeof s3ForTests>>;
beforeAll(async () => {
  s3 = await s3ForTests();
});
afterAll(() => s3.close());

const failure = (name: string, httpStatusCode: number) => ({ name, $metadata: { httpStatusCode } });

describe('buckets', () => {
  test('are created, found, listed and deleted', async () => {
    const Bucket = 'short-lived';
    await expect(s3.client.send(new HeadBucketCommand({ Bucket }))).rejects.toMatchObject(failure('NotFound', 404));
    await s3.client.send(new CreateBucketCommand({ Bucket }));
    await s3.client.send(new CreateBucketCommand({ Bucket }));
    expect((await s3.client.send(new HeadBucketCommand({ Bucket }))).BucketRegion).toBe('us-east-1');
    const { Buckets } = await s3.client.send(new ListBucketsCommand({}));
    expect(Buckets?.map(({ Name }) => Name)).toEqual([Bucket, s3.bucket]);
    await s3.client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'x' }));
    await expect(s3.client.send(new DeleteBucketCommand({ Bucket }))).rejects.toMatchObject(
      failure('BucketNotEmpty', 409),
    );
    await s3.client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }));
    await s3.client.send(new DeleteBucketCommand({ Bucket }));
    await expect(s3.client.send(new HeadBucketCommand({ Bucket }))).rejects.toMatchObject(failure('NotFound', 404));
    await s3.client.send(new CreateBucketCommand({ Bucket }));
    await expect(s3.client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }))).resolves.toBeDefined();
    await s3.client.send(new DeleteBucketCommand({ Bucket }));
  });

  test.each(['ab', 'UPPER', 'under_score', 'a..b', '-a-', 'x'.repeat(64)])('can’t be named %s', async (Bucket) => {
    const response = s3.clientWith({ forcePathStyle: true }).send(new CreateBucketCommand({ Bucket }));
    await expect(response).rejects.toMatchObject({ name: 'InvalidBucketName' });
  });

  test('reject unknown operations', async () => {
    const Bucket = s3.bucket;
    const missing = failure('NotImplemented', 501);
    await expect(s3.client.send(new GetBucketPolicyCommand({ Bucket }))).rejects.toMatchObject(missing);
    const tagging = new PutBucketTaggingCommand({ Bucket, Tagging: { TagSet: [{ Key: 'a', Value: 'b' }] } });
    await expect(s3.client.send(tagging)).rejects.toMatchObject(missing);
  });
});

describe('notifications', () => {
  test('require a queue service, and accept queues only', async () => {
    const put = (
      NotificationConfiguration: PutBucketNotificationConfigurationCommand['input']['NotificationConfiguration'],
    ) =>
      s3.client.send(new PutBucketNotificationConfigurationCommand({ Bucket: s3.bucket, NotificationConfiguration }));
    const QueueArn = 'arn:aws:sqs:us-east-1:000000000000:photo';
    await expect(put({ QueueConfigurations: [{ QueueArn, Events: ['s3:ObjectCreated:*'] }] })).rejects.toMatchObject(
      failure('InvalidArgument', 400),
    );
    await expect(put({ EventBridgeConfiguration: {} })).rejects.toMatchObject(failure('NotImplemented', 501));
    await put({});
  });
});

describe('CORS', () => {
  const origin = 'http://localhost:4600';
  const preflight = (headers: Record<string, string>, path = `${s3.bucket}/photo.jpg`) =>
    fetch(`${s3.endpoint}/${path}`, { method: 'OPTIONS', headers });
  const preflightHeaders = {
    origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type,if-none-match,x-amz-checksum-sha256',
  };

  beforeAll(async () => {
    expect((await preflight(preflightHeaders)).status).toBe(403);
    const CORSRules = [
      {
        AllowedOrigins: [origin, 'https://*.studio.example'],
        AllowedMethods: ['PUT'],
        AllowedHeaders: ['content-type', 'if-none-match', 'x-amz-*'],
        ExposeHeaders: ['ETag'],
        MaxAgeSeconds: 3600,
      },
    ];
    await s3.client.send(new PutBucketCorsCommand({ Bucket: s3.bucket, CORSConfiguration: { CORSRules } }));
  });

  test('a preflight allowed by the rules', async () => {
    for (const allowed of [origin, 'https://www.studio.example']) {
      const response = await preflight({ ...preflightHeaders, origin: allowed });
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'access-control-allow-origin': allowed,
        'access-control-allow-methods': 'PUT',
        'access-control-allow-headers': 'content-type, if-none-match, x-amz-checksum-sha256',
        'access-control-max-age': '3600',
        'access-control-allow-credentials': 'true',
        vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
      });
    }
  });

  test.each([
    ['another origin', { origin: 'http://localhost:4601' }, 403],
    ['an origin that only ends so', { origin: 'https://studio.example' }, 403],
    ['another method', { 'access-control-request-method': 'DELETE' }, 403],
    ['another header', { 'access-control-request-headers': 'authorization' }, 403],
    ['no method', { 'access-control-request-method': '' }, 400],
  ])('a preflight with %s is rejected', async (_, other, status) => {
    const response = await preflight({ ...preflightHeaders, ...other });
    expect(response.status).toBe(status);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('a preflight for a missing bucket is rejected', async () => {
    expect((await preflight(preflightHeaders, 'missing/photo.jpg')).status).toBe(403);
  });

  test('responses and errors are readable by the page', async () => {
    const client = s3.clientWith({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    const url = await presign(client, new PutObjectCommand({ Bucket: s3.bucket, Key: 'photo.jpg' }));
    for (const [to, status] of [
      [url, 200],
      [`${url}0`, 403],
    ] as const) {
      const response = await fetch(to, { method: 'PUT', body: 'x', headers: { origin } });
      expect(response.status).toBe(status);
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(response.headers.get('access-control-expose-headers')).toBe('ETag');
    }
    const foreignOriginAnswer = await fetch(url, {
      method: 'PUT',
      body: 'x',
      headers: { origin: 'http://evil.example' },
    });
    expect(foreignOriginAnswer.headers.has('access-control-allow-origin')).toBe(false);
  });
});
