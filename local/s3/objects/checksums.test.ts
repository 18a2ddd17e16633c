import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { checksumAlgorithms } from '../http/checksums.ts';
import { countFiles, errorCode, presign } from '../s3-for-tests.ts';
import { checksumOf, failure, head, put, read, s3, startBucket } from './testing.ts';

startBucket();

describe('checksums', () => {
  test.each(checksumAlgorithms)('%s is verified, stored and returned', async (algorithm) => {
    const content = randomBytes(100_000);
    const value = checksumOf(algorithm, content);
    const field = `Checksum${algorithm}` as const;
    expect((await put(algorithm, content, { ChecksumAlgorithm: algorithm }))[field]).toBe(value);
    expect((await head(algorithm))[field]).toBe(value);
    await put(algorithm, content, { [field]: value });
    const wrongChecksum = checksumOf(algorithm, 'other');
    await expect(put(algorithm, content, { [field]: wrongChecksum })).rejects.toMatchObject(failure('BadDigest', 400));
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

  /** Sends a signed PUT with other headers than the SDK's. */
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
