import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  type CopyObjectCommandInput,
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checksumAlgorithms, startDigest } from './http/checksums.ts';
import { countFiles, errorCode, eventually, presign, s3ForTests } from './s3-for-tests.ts';

let s3: Awaited<ReturnType<typeof s3ForTests>>;
beforeAll(async () => {
  s3 = await s3ForTests();
});
afterAll(() => s3.close());

const put = (Key: string, Body: string | Uint8Array | Readable, more: Partial<PutObjectCommandInput> = {}) =>
  s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key, Body, ...more }));
const get = (Key: string, more: Partial<GetObjectCommandInput> = {}) =>
  s3.client.send(new GetObjectCommand({ Bucket: s3.bucket, Key, ...more }));
const head = (Key: string) =>
  s3.client.send(new HeadObjectCommand({ Bucket: s3.bucket, Key, ChecksumMode: 'ENABLED' }));
const copy = (Key: string, source: string, more: Partial<CopyObjectCommandInput> = {}) =>
  s3.client.send(new CopyObjectCommand({ Bucket: s3.bucket, Key, CopySource: `${s3.bucket}/${source}`, ...more }));
const remove = (Key: string) => s3.client.send(new DeleteObjectCommand({ Bucket: s3.bucket, Key }));
const read = async (Key: string, more?: Partial<GetObjectCommandInput>) =>
  Buffer.from((await (await get(Key, more)).Body?.transformToByteArray()) ?? []);
const checksumOf = (algorithm: (typeof checksumAlgorithms)[number], content: string | Buffer) => {
  const digest = startDigest(algorithm);
  digest.update(Buffer.from(content));
  return digest.end().toString('base64');
};
const failure = (code: string, status?: number) => ({
  name: code,
  ...(status === undefined ? {} : { $metadata: { httpStatusCode: status } }),
});

describe('PutObject and GetObject', () => {
  test('keep content and headers', async () => {
    const content = randomBytes(3_000_000);
    const { ETag } = await put('a/photo.jpg', content, {
      ContentType: 'image/jpeg',
      ContentDisposition: 'attachment; filename="a.jpg"',
      CacheControl: 'max-age=60',
      ContentEncoding: 'gzip',
      ContentLanguage: 'en',
      Metadata: { photo: '1', 'Taken-By': 'Ana' },
      StorageClass: 'INTELLIGENT_TIERING',
      ServerSideEncryption: 'AES256',
    });
    expect(ETag).toBe(`"${createHash('md5').update(content).digest('hex')}"`);
    const answer = await get('a/photo.jpg');
    expect(answer).toMatchObject({
      ETag,
      ContentLength: content.length,
      ContentType: 'image/jpeg',
      ContentDisposition: 'attachment; filename="a.jpg"',
      CacheControl: 'max-age=60',
      ContentEncoding: 'gzip',
      ContentLanguage: 'en',
      Metadata: { photo: '1', 'taken-by': 'Ana' },
      StorageClass: 'INTELLIGENT_TIERING',
      ServerSideEncryption: 'AES256',
    });
    expect(Buffer.from((await answer.Body?.transformToByteArray()) ?? []).equals(content)).toBe(true);
    expect((await head('a/photo.jpg')).ContentLength).toBe(content.length);
  });

  test('accept streams with a trailing checksum', async () => {
    const chunks = Array.from({ length: 50 }, (_, index) => Buffer.alloc(20_000, index));
    const content = Buffer.concat(chunks);
    await put('stream', Readable.from(chunks), { ContentLength: content.length, ContentEncoding: 'gzip' });
    expect((await read('stream')).equals(content)).toBe(true);
    expect(await head('stream')).toMatchObject({
      ChecksumCRC32: checksumOf('CRC32', content),
      ChecksumType: 'FULL_OBJECT',
      ContentEncoding: 'gzip',
    });
  });

  test('accept empty content', async () => {
    await put('empty', '');
    expect((await read('empty')).length).toBe(0);
    expect(await head('empty')).toMatchObject({ ContentLength: 0, ETag: '"d41d8cd98f00b204e9800998ecf8427e"' });
  });

  test('a missing key is NoSuchKey, a missing bucket NoSuchBucket', async () => {
    await expect(get('missing')).rejects.toMatchObject(failure('NoSuchKey', 404));
    await expect(head('missing')).rejects.toMatchObject(failure('NotFound', 404));
    const elsewhere = new PutObjectCommand({ Bucket: 'missing', Key: 'a', Body: 'x' });
    await expect(s3.client.send(elsewhere)).rejects.toMatchObject(failure('NoSuchBucket', 404));
  });

  test('overwriting leaves only the new content; a read in progress completes with the old one', async () => {
    const content = randomBytes(8_000_000);
    await put('replaced', content);
    const answer = await get('replaced');
    const files = await countFiles(s3.dir);
    await put('replaced', 'new');
    await put('replaced', 'newer');
    expect(Buffer.from((await answer.Body?.transformToByteArray()) ?? []).equals(content)).toBe(true);
    expect((await read('replaced')).toString()).toBe('newer');
    await eventually(() => countFiles(s3.dir)).toBe(files);
  });

  test('keys and metadata are limited as in S3', async () => {
    await expect(put('ä'.repeat(513), 'x')).rejects.toMatchObject(failure('KeyTooLongError'));
    await put('ä'.repeat(512), 'x');
    await expect(put('meta', 'x', { Metadata: { a: 'x'.repeat(2100) } })).rejects.toMatchObject(
      failure('MetadataTooLarge'),
    );
  });

  test.each([
    ['Tagging', { Tagging: 'a=b' }],
    ['ACL', { ACL: 'public-read' }],
    ['a customer’s key', { SSECustomerAlgorithm: 'AES256', SSECustomerKey: 'x'.repeat(32) }],
    ['a KMS key', { ServerSideEncryption: 'aws:kms' }],
    ['a redirect', { WebsiteRedirectLocation: '/x' }],
    ['an archive', { StorageClass: 'GLACIER' }],
    ['If-None-Match on an ETag', { IfNoneMatch: '"abc"' }],
  ] satisfies [string, Partial<PutObjectCommandInput>][])('%s is NotImplemented, not ignored', async (_, more) => {
    await put('untouched', 'before');
    // The SDK refuses customer-provided keys over plain http, so the header is set by hand.
    const client = s3.clientWith();
    client.middlewareStack.removeByTag('SSE');
    const command = new PutObjectCommand({ Bucket: s3.bucket, Key: 'untouched', Body: 'after', ...more });
    await expect(client.send(command)).rejects.toMatchObject(failure('NotImplemented', 501));
    expect((await read('untouched')).toString()).toBe('before');
  });

  test('an unknown operation is NotImplemented and changes nothing', async () => {
    await put('untouched', 'before');
    for (const query of ['tagging', 'acl', 'retention', 'torrent', 'attributes', 'partNumber=1', 'unknown=1']) {
      for (const command of [
        new PutObjectCommand({ Bucket: s3.bucket, Key: 'untouched', Body: 'after' }),
        new GetObjectCommand({ Bucket: s3.bucket, Key: 'untouched' }),
      ]) {
        const client = s3.clientWith();
        client.middlewareStack.add(
          (next) => (args) => {
            const [name = '', value = ''] = query.split('=');
            Object.assign((args.request as { query: Record<string, string> }).query, { [name]: value });
            return next(args);
          },
          { step: 'build' },
        );
        await expect(client.send(command as PutObjectCommand)).rejects.toMatchObject(failure('NotImplemented', 501));
      }
    }
    expect((await read('untouched')).toString()).toBe('before');
  });
});

describe('ranges and conditions', () => {
  let etag: string;
  beforeAll(async () => {
    etag = (await put('range', '0123456789')).ETag ?? '';
  });

  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=-20', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-100', '89', 'bytes 8-9/10'],
  ])('%s answers 206 with these bytes', async (Range, content, ContentRange) => {
    const answer = await get('range', { Range });
    expect(answer).toMatchObject({ ContentRange, ContentLength: content.length, $metadata: { httpStatusCode: 206 } });
    expect(await answer.Body?.transformToString()).toBe(content);
  });

  test('a range after the end is 416, an invalid one is ignored', async () => {
    for (const Range of ['bytes=10-', 'bytes=10-12', 'bytes=-0']) {
      await expect(get('range', { Range })).rejects.toMatchObject(failure('InvalidRange', 416));
    }
    for (const Range of ['bytes=0-1,3-4', 'bytes=5-2', 'lines=1-2']) {
      expect((await read('range', { Range })).toString()).toBe('0123456789');
    }
  });

  test('If-Range returns the range only for the same ETag', async () => {
    const url = await presign(s3.client, new GetObjectCommand({ Bucket: s3.bucket, Key: 'range' }));
    const read = async (ifRange: string) =>
      (await fetch(url, { headers: { range: 'bytes=0-1', 'if-range': ifRange } })).status;
    expect([await read(etag), await read('"other"')]).toEqual([206, 200]);
  });

  test('conditions on reading', async () => {
    const [past, future] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)];
    const notModified = { $metadata: { httpStatusCode: 304 } };
    await expect(get('range', { IfNoneMatch: etag })).rejects.toMatchObject(notModified);
    await expect(get('range', { IfModifiedSince: future })).rejects.toMatchObject(notModified);
    await expect(get('range', { IfMatch: '"other"' })).rejects.toMatchObject(failure('PreconditionFailed', 412));
    await expect(get('range', { IfUnmodifiedSince: past })).rejects.toMatchObject(failure('PreconditionFailed', 412));
    for (const condition of [
      { IfMatch: etag },
      { IfNoneMatch: '"other"' },
      { IfModifiedSince: past },
      { IfUnmodifiedSince: future },
      { IfNoneMatch: '"other"', IfModifiedSince: future },
      { IfMatch: etag, IfUnmodifiedSince: past },
    ]) {
      expect((await read('range', condition)).toString()).toBe('0123456789');
    }
  });

  test('conditions on writing', async () => {
    await expect(put('range', 'x', { IfNoneMatch: '*' })).rejects.toMatchObject(failure('PreconditionFailed', 412));
    await expect(put('range', 'x', { IfMatch: '"other"' })).rejects.toMatchObject(failure('PreconditionFailed', 412));
    await expect(put('nothing', 'x', { IfMatch: etag })).rejects.toMatchObject(failure('NoSuchKey', 404));
    await put('once', 'first', { IfNoneMatch: '*' });
    await expect(put('once', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject(failure('PreconditionFailed'));
    const { ETag } = await head('once');
    await put('once', 'third', { IfMatch: ETag });
    expect((await read('once')).toString()).toBe('third');
  });

  test('of several concurrent creations of one key, one succeeds', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => put('contested', `writer ${index}`, { IfNoneMatch: '*' })),
    );
    const names = results.map((result) => (result.status === 'fulfilled' ? 'stored' : (result.reason as Error).name));
    expect(names.filter((name) => name === 'stored')).toHaveLength(1);
    for (const name of names) expect(['stored', 'PreconditionFailed', 'ConditionalRequestConflict']).toContain(name);
    expect((await read('contested')).toString()).toBe(`writer ${names.indexOf('stored')}`);
  });
});

describe('checksums', () => {
  test.each(checksumAlgorithms)('%s is verified, stored and returned', async (algorithm) => {
    const content = randomBytes(100_000);
    const value = checksumOf(algorithm, content);
    const field = `Checksum${algorithm}` as const;
    expect((await put(algorithm, content, { ChecksumAlgorithm: algorithm }))[field]).toBe(value);
    expect((await head(algorithm))[field]).toBe(value);
    await put(algorithm, content, { [field]: value });
    const other = checksumOf(algorithm, 'other');
    await expect(put(algorithm, content, { [field]: other })).rejects.toMatchObject(failure('BadDigest', 400));
    await expect(put(algorithm, content, { [field]: 'AAA=' })).rejects.toMatchObject(failure('InvalidRequest', 400));
    const stream = Readable.from([content.subarray(0, 70_000), content.subarray(70_000)]);
    await put(algorithm, stream, { ContentLength: content.length, ChecksumAlgorithm: algorithm });
    expect((await head(algorithm))[field]).toBe(value);
    expect((await read(algorithm, { ChecksumMode: 'ENABLED' })).equals(content)).toBe(true);
  });

  test('only the requested checksum is stored, and none without a request', async () => {
    await put('sha', 'x', { ChecksumSHA256: checksumOf('SHA256', 'x') });
    expect((await head('sha')).ChecksumCRC32).toBeUndefined();
    const client = s3.clientWith({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    await client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: 'none', Body: 'x' }));
    expect((await head('none')).ChecksumType).toBeUndefined();
  });

  test('an unsupported algorithm is NotImplemented', async () => {
    const ChecksumSHA512 = createHash('sha512').update('x').digest('base64');
    await expect(put('sha512', 'x', { ChecksumSHA512 })).rejects.toMatchObject(failure('NotImplemented', 501));
  });

  test('Content-MD5 is verified', async () => {
    const md5 = (text: string) => createHash('md5').update(text).digest('base64');
    await put('md5', 'x', { ContentMD5: md5('x') });
    await expect(put('md5', 'x', { ContentMD5: md5('y') })).rejects.toMatchObject(failure('BadDigest', 400));
    await expect(put('md5', 'x', { ContentMD5: 'nonsense' })).rejects.toMatchObject(failure('InvalidDigest', 400));
  });

  interface SdkRequest {
    headers: Record<string, string>;
    body: unknown;
  }

  test('a body that differs from the signed hash is XAmzContentSHA256Mismatch', async () => {
    const client = s3.clientWith();
    client.middlewareStack.add(
      (next) => (args) => {
        (args.request as SdkRequest).body = 'hellO';
        return next(args);
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    await expect(
      client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: 'tampered', Body: 'hello' })),
    ).rejects.toMatchObject(failure('XAmzContentSHA256Mismatch', 400));
  });

  /** Sends a PUT with other headers than the SDK's, signed. */
  const putWithHeaders = (change: (headers: Record<string, string>) => void) => {
    const client = s3.clientWith();
    client.middlewareStack.add(
      (next) => (args) => {
        change((args.request as SdkRequest).headers);
        return next(args);
      },
      { step: 'build', priority: 'low' },
    );
    return client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: 'tampered', Body: 'hello' }));
  };

  test('several checksums, or an announced but missing one, are rejected', async () => {
    await expect(
      putWithHeaders((headers) => {
        headers['x-amz-checksum-sha256'] = checksumOf('SHA256', 'hello');
        headers['x-amz-checksum-crc32'] = checksumOf('CRC32', 'hello');
      }),
    ).rejects.toMatchObject(failure('InvalidRequest', 400));
    await expect(
      putWithHeaders((headers) => {
        delete headers['x-amz-checksum-crc32'];
        headers['x-amz-sdk-checksum-algorithm'] = 'CRC32';
      }),
    ).rejects.toMatchObject(failure('InvalidRequest', 400));
  });

  test('a stream that is too short or too long is IncompleteBody, and a missing length is MissingContentLength', async () => {
    for (const ContentLength of [4, 6]) {
      await expect(put('length', Readable.from([Buffer.from('hello')]), { ContentLength })).rejects.toMatchObject(
        failure('IncompleteBody', 400),
      );
    }
    const client = s3.clientWith({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    const url = await presign(client, new PutObjectCommand({ Bucket: s3.bucket, Key: 'length' }));
    const body = new Blob(['hello']).stream();
    const response = await fetch(url, { method: 'PUT', body, duplex: 'half' } as RequestInit);
    expect([response.status, await errorCode(response)]).toEqual([411, 'MissingContentLength']);
    await expect(head('length')).rejects.toMatchObject(failure('NotFound'));
  });

  test('rejected content leaves no files', async () => {
    const files = await countFiles(s3.dir);
    await expect(put('refused', randomBytes(500_000), { ChecksumCRC32: 'AAAAAA==' })).rejects.toThrow();
    expect(await countFiles(s3.dir)).toBe(files);
  });
});

describe('CopyObject', () => {
  beforeAll(async () => {
    await put('source é+.jpg', 'original', {
      ContentType: 'image/jpeg',
      CacheControl: 'no-cache',
      Metadata: { a: '1' },
      ChecksumAlgorithm: 'SHA256',
      StorageClass: 'STANDARD_IA',
    });
  });
  const source = encodeURIComponent('source é+.jpg');

  test('copies headers and checksum, but not the storage class', async () => {
    const { CopyObjectResult } = await copy('copy', source);
    expect(CopyObjectResult).toMatchObject({
      ETag: expect.any(String),
      ChecksumSHA256: checksumOf('SHA256', 'original'),
    });
    const copied = await head('copy');
    expect(copied).toMatchObject({
      ContentType: 'image/jpeg',
      CacheControl: 'no-cache',
      Metadata: { a: '1' },
      ChecksumSHA256: checksumOf('SHA256', 'original'),
    });
    expect(copied.StorageClass).toBeUndefined();
  });

  test('replaces headers, storage class and checksum on request', async () => {
    const { CopyObjectResult } = await copy('replaced-headers', source, {
      MetadataDirective: 'REPLACE',
      ContentType: 'image/png',
      ContentDisposition: 'attachment; filename="x.png"',
      Metadata: { b: '2' },
      StorageClass: 'INTELLIGENT_TIERING',
      ChecksumAlgorithm: 'CRC32',
    });
    expect(CopyObjectResult?.ChecksumCRC32).toBe(checksumOf('CRC32', 'original'));
    const copied = await head('replaced-headers');
    expect(copied).toMatchObject({
      ContentType: 'image/png',
      ContentDisposition: 'attachment; filename="x.png"',
      Metadata: { b: '2' },
      StorageClass: 'INTELLIGENT_TIERING',
      ChecksumCRC32: checksumOf('CRC32', 'original'),
    });
    expect(copied.CacheControl).toBeUndefined();
    expect(copied.ChecksumSHA256).toBeUndefined();
  });

  test('is independent of its source, in another bucket too', async () => {
    await s3.client.send(new CreateBucketCommand({ Bucket: 'elsewhere' }));
    await put('short-lived', 'content');
    const CopySource = `${s3.bucket}/short-lived`;
    await s3.client.send(new CopyObjectCommand({ Bucket: 'elsewhere', Key: 'kept', CopySource }));
    await remove('short-lived');
    const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: 'elsewhere', Key: 'kept' }));
    expect(await Body?.transformToString()).toBe('content');
  });

  test('onto the same key requires a change', async () => {
    await put('self', 'content');
    await expect(copy('self', 'self')).rejects.toMatchObject(failure('InvalidRequest', 400));
    await copy('self', 'self', { MetadataDirective: 'REPLACE', Metadata: { c: '3' } });
    expect((await head('self')).Metadata).toEqual({ c: '3' });
    expect((await read('self')).toString()).toBe('content');
  });

  test('checks conditions on the source and on the target', async () => {
    const { ETag } = await head('source é+.jpg');
    const refused = failure('PreconditionFailed', 412);
    await expect(copy('c', source, { CopySourceIfMatch: '"other"' })).rejects.toMatchObject(refused);
    await expect(copy('c', source, { CopySourceIfNoneMatch: ETag })).rejects.toMatchObject(refused);
    await expect(copy('copy', source, { IfNoneMatch: '*' })).rejects.toMatchObject(refused);
    await expect(
      copy('c', source, { CopySourceIfUnmodifiedSince: new Date(Date.now() - 3_600_000) }),
    ).rejects.toMatchObject(refused);
    await copy('c', source, { CopySourceIfMatch: ETag, IfNoneMatch: '*' });
    await expect(copy('c', 'missing')).rejects.toMatchObject(failure('NoSuchKey', 404));
  });
});

describe('deleting', () => {
  test('is complete when acknowledged, and can be repeated', async () => {
    await put('deleted', 'x');
    await remove('deleted');
    await remove('deleted');
    await expect(get('deleted')).rejects.toMatchObject(failure('NoSuchKey'));
  });

  test('many objects at once, with unusual names', async () => {
    const keys = ['many/1', 'many/<2>&"\'', 'many/ä\u0001\r\n', 'many/never-there'];
    for (const key of keys.slice(0, 3)) await put(key, 'x');
    const Delete = { Objects: keys.map((Key) => ({ Key })) };
    const { Deleted, Errors } = await s3.client.send(new DeleteObjectsCommand({ Bucket: s3.bucket, Delete }));
    expect(Deleted?.map(({ Key }) => Key)).toEqual(keys);
    expect(Errors).toBeUndefined();
    for (const key of keys) await expect(get(key)).rejects.toMatchObject(failure('NoSuchKey'));
    await put('many/1', 'x');
    const quiet = { Objects: [{ Key: 'many/1' }], Quiet: true };
    expect(
      (await s3.client.send(new DeleteObjectsCommand({ Bucket: s3.bucket, Delete: quiet }))).Deleted,
    ).toBeUndefined();
  });

  test('frees the disk space', async () => {
    const files = await countFiles(s3.dir);
    await put('heavy', randomBytes(100_000));
    expect(await countFiles(s3.dir)).toBe(files + 1);
    await remove('heavy');
    await expect(get('heavy')).rejects.toMatchObject(failure('NoSuchKey'));
    await eventually(() => countFiles(s3.dir)).toBe(files);
  });
});

describe('faults', () => {
  test('an error for a number of requests, by operation and bucket', async () => {
    s3.faults.set([{ operation: 'PutObject', resource: s3.bucket, error: 'SlowDown', status: 503, times: 2 }]);
    await expect(put('fault', 'x')).rejects.toMatchObject(failure('SlowDown', 503));
    await expect(head('fault')).rejects.toMatchObject(failure('NotFound'));
    await expect(put('fault', 'x')).rejects.toMatchObject(failure('SlowDown'));
    await put('fault', 'x');
  });

  test('a cut during an upload stores nothing, during a download sends half', async () => {
    const content = randomBytes(4_000_000);
    s3.faults.set([
      { operation: 'PutObject', kind: 'cut', times: 1 },
      { operation: 'GetObject', kind: 'cut', times: 1 },
    ]);
    const files = await countFiles(s3.dir);
    await expect(put('cut', content)).rejects.toThrow();
    await expect(head('cut')).rejects.toMatchObject(failure('NotFound'));
    await eventually(() => countFiles(s3.dir)).toBe(files);
    await put('cut', content);
    await expect(read('cut')).rejects.toThrow();
    expect((await read('cut')).equals(content)).toBe(true);
  });

  test('are set over HTTP', async () => {
    const response = await fetch(`${s3.endpoint}/_faults`, {
      method: 'PUT',
      body: JSON.stringify([{ operation: '*', error: 'InternalError', status: 500, times: 1 }]),
    });
    expect(response.status).toBe(204);
    await expect(put('fault', 'x')).rejects.toMatchObject(failure('InternalError', 500));
    await put('fault', 'x');
  });
});

describe('a client that disconnects', () => {
  test('during an upload leaves no file and no lock', async () => {
    const files = await countFiles(s3.dir);
    const client = s3.clientWith({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    const url = await presign(client, new PutObjectCommand({ Bucket: s3.bucket, Key: 'abandoned' }));
    const request = httpRequest(url, { method: 'PUT', headers: { 'content-length': 1_000_000 } });
    request.on('error', () => {});
    request.write(randomBytes(500_000));
    await eventually(() => countFiles(s3.dir)).toBe(files + 1);
    request.destroy();
    await eventually(() => countFiles(s3.dir)).toBe(files);
    await expect(head('abandoned')).rejects.toMatchObject(failure('NotFound'));
    await put('abandoned', 'again', { IfNoneMatch: '*' });
    expect((await read('abandoned')).toString()).toBe('again');
  });

  test('during a download releases the object', async () => {
    const files = await countFiles(s3.dir);
    await put('half-read', randomBytes(20_000_000));
    const { Body } = await get('half-read');
    const received = await new Promise<number>((resolve) =>
      (Body as Readable).once('data', (chunk: Buffer) => resolve(chunk.length)),
    );
    expect(received).toBeLessThan(20_000_000);
    (Body as Readable).destroy();
    expect(await countFiles(s3.dir)).toBe(files + 1);
    await remove('half-read');
    await expect(head('half-read')).rejects.toMatchObject(failure('NotFound'));
    await eventually(() => countFiles(s3.dir)).toBe(files);
  });
});

test('an error response has its code and a request ID', async () => {
  const response = await fetch(`${s3.endpoint}/${s3.bucket}/%E0%A4%A`);
  expect(response.status).toBe(400);
  expect(response.headers.get('x-amz-request-id')).toMatch(/^[\dA-F]{16}$/);
  expect(await errorCode(response)).toBe('InvalidURI');
});
