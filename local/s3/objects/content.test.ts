import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { countFiles, eventually } from '../s3-for-tests.ts';
import { checksumOf, failure, get, head, put, read, remove, s3, startBucket } from './testing.ts';

startBucket();

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
  ] satisfies [string, Partial<PutObjectCommandInput>][])('%s is NotImplemented, not ignored', async (_, options) => {
    await put('untouched', 'before');
    // The SDK refuses customer-provided keys over plain http, so the header is set by hand.
    const client = s3.clientWith();
    client.middlewareStack.removeByTag('SSE');
    const command = new PutObjectCommand({ Bucket: s3.bucket, Key: 'untouched', Body: 'after', ...options });
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
