import { GetObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, test } from 'vitest';
import { presign } from '../s3-for-tests.ts';
import { failure, get, head, put, read, s3, startBucket } from './testing.ts';

startBucket();

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
