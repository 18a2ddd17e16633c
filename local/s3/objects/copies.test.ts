import { CopyObjectCommand, CreateBucketCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { checksumOf, copy, failure, head, put, read, remove, s3, startBucket } from './testing.ts';

startBucket();

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
