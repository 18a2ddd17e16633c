import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { s3ForTests } from './s3-for-tests.ts';

const keys = ['a', 'a b+c', 'a/', 'a/1', 'a/2/x', 'a/2/y', 'a/3', 'b', 'c/1', 'é\u0001<&>', '\uffee', '😀'];

let s3: Awaited<ReturnType<typeof s3ForTests>>;
beforeAll(async () => {
  s3 = await s3ForTests();
  for (const Key of keys.toReversed()) {
    await s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key, Body: Key }));
  }
});
afterAll(() => s3.close());

/** Returns a listing's content, page by page: keys, and common prefixes in brackets. */
async function list(input: Partial<ListObjectsV2CommandInput> = {}): Promise<string[]> {
  const listed: string[] = [];
  for (let ContinuationToken: string | undefined; ; ) {
    const page = await s3.client.send(
      new ListObjectsV2Command({ Bucket: s3.bucket, ...input, ...(ContinuationToken ? { ContinuationToken } : {}) }),
    );
    const items = [
      ...(page.Contents ?? []).map(({ Key }) => Key ?? ''),
      ...(page.CommonPrefixes ?? []).map(({ Prefix }) => `[${Prefix}]`),
    ];
    expect(page.KeyCount).toBe(items.length);
    if (input.MaxKeys) expect(items.length).toBeLessThanOrEqual(input.MaxKeys);
    listed.push(...items);
    ContinuationToken = page.NextContinuationToken;
    if (!page.IsTruncated) return listed;
  }
}

describe('ListObjectsV2', () => {
  test('lists all keys, sorted by their bytes', async () => {
    expect(await list()).toEqual(keys);
    const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket: s3.bucket, MaxKeys: 1 }));
    expect(Contents).toMatchObject([
      { Key: 'a', Size: 1, StorageClass: 'STANDARD', ETag: expect.any(String), ChecksumAlgorithm: ['CRC32'] },
    ]);
  });

  test.each([1, 2, 3, 5, 100])('in pages of %i lists the same', async (MaxKeys) => {
    expect(await list({ MaxKeys })).toEqual(keys);
    const rolled = await list({ MaxKeys, Delimiter: '/' });
    expect(rolled.toSorted()).toEqual(['[a/]', '[c/]', 'a', 'a b+c', 'b', ...keys.slice(-3)].toSorted());
    expect((await list({ MaxKeys, Delimiter: '/', Prefix: 'a/' })).toSorted()).toEqual(
      ['[a/2/]', 'a/', 'a/1', 'a/3'].toSorted(),
    );
  });

  test('begins after a key', async () => {
    expect(await list({ StartAfter: 'a/2/x', MaxKeys: 2 })).toEqual(keys.slice(5));
    expect(await list({ StartAfter: 'a', Prefix: 'c' })).toEqual(['c/1']);
    expect(await list({ StartAfter: 'x', Prefix: 'c' })).toEqual([]);
  });

  test('supports other delimiters, and prefixes without keys', async () => {
    expect(await list({ Prefix: 'a', Delimiter: '/2' })).toEqual(['a', 'a b+c', 'a/', 'a/1', 'a/3', '[a/2]']);
    expect(await list({ Prefix: 'nothing' })).toEqual([]);
  });

  test('encodes keys as URLs on request', async () => {
    const input = { Bucket: s3.bucket, EncodingType: 'url' as const };
    const page = await s3.client.send(new ListObjectsV2Command({ ...input, Delimiter: '/' }));
    expect(page.Contents?.map(({ Key }) => Key)).toContain('a+b%2Bc');
    expect(page.CommonPrefixes).toEqual([{ Prefix: 'a/' }, { Prefix: 'c/' }]);
  });

  test('rejects invalid tokens and counts, and the older listing', async () => {
    const refused = { name: 'InvalidArgument', $metadata: { httpStatusCode: 400 } };
    await expect(list({ ContinuationToken: 'nonsense' })).rejects.toMatchObject(refused);
    await expect(list({ MaxKeys: -1 })).rejects.toMatchObject(refused);
    await expect(s3.client.send(new ListObjectsCommand({ Bucket: s3.bucket }))).rejects.toMatchObject({
      name: 'NotImplemented',
    });
  });
});

describe('versions', () => {
  const versioning = (Status: 'Enabled' | 'Suspended') =>
    s3.client.send(new PutBucketVersioningCommand({ Bucket: s3.bucket, VersioningConfiguration: { Status } }));
  const put = async (Key: string, Body: string) =>
    (await s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key, Body }))).VersionId;
  const read = async (Key: string, VersionId?: string) => {
    const { Body } = await s3.client.send(
      new GetObjectCommand({ Bucket: s3.bucket, Key, ...(VersionId ? { VersionId } : {}) }),
    );
    return Body?.transformToString();
  };
  const remove = (Key: string, VersionId?: string) =>
    s3.client.send(new DeleteObjectCommand({ Bucket: s3.bucket, Key, ...(VersionId ? { VersionId } : {}) }));
  const versionsOf = async (Prefix: string) => {
    const { Versions, DeleteMarkers } = await s3.client.send(
      new ListObjectVersionsCommand({ Bucket: s3.bucket, Prefix }),
    );
    return { versions: Versions ?? [], markers: DeleteMarkers ?? [] };
  };

  test('are kept on overwriting and deleting, and can be read, restored and removed', async () => {
    await put('v/1', 'before versioning');
    await versioning('Enabled');
    const first = await put('v/1', 'first');
    const second = await put('v/1', 'second');
    expect(new Set([first, second]).size).toBe(2);
    expect(await read('v/1')).toBe('second');
    expect(await read('v/1', first)).toBe('first');
    expect(await read('v/1', 'null')).toBe('before versioning');

    const { DeleteMarker, VersionId: marker } = await remove('v/1');
    expect(DeleteMarker).toBe(true);
    await expect(read('v/1')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(await list({ Prefix: 'v/' })).toEqual([]);
    await expect(
      s3.client.send(new HeadObjectCommand({ Bucket: s3.bucket, Key: 'v/1', VersionId: marker })),
    ).rejects.toMatchObject({ $metadata: { httpStatusCode: 405 } });

    const { versions, markers } = await versionsOf('v/1');
    expect(versions.map(({ VersionId, IsLatest }) => [VersionId, IsLatest])).toEqual([
      [second, false],
      [first, false],
      ['null', false],
    ]);
    expect(markers).toMatchObject([{ VersionId: marker, IsLatest: true }]);

    await remove('v/1', marker);
    expect(await read('v/1')).toBe('second');
    await remove('v/1', second);
    expect(await read('v/1')).toBe('first');
    await expect(read('v/1', second)).rejects.toMatchObject({ name: 'NoSuchVersion' });
  });

  test('are listed in pages', async () => {
    for (const Key of ['w/a', 'w/b', 'w/b/c', 'w/d']) for (const Body of ['1', '2', '3']) await put(Key, Body);
    await remove('w/b');
    const all = await versionsOf('w/');
    const listed: string[] = [];
    for (let marker: { KeyMarker?: string; VersionIdMarker?: string } = {}; ; ) {
      const page = await s3.client.send(
        new ListObjectVersionsCommand({ Bucket: s3.bucket, Prefix: 'w/', MaxKeys: 2, ...marker }),
      );
      for (const { Key, VersionId } of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]) {
        listed.push(`${Key} ${VersionId}`);
      }
      if (!page.IsTruncated) break;
      marker = { KeyMarker: page.NextKeyMarker ?? '', VersionIdMarker: page.NextVersionIdMarker ?? '' };
    }
    const expected = [...all.versions, ...all.markers].map(({ Key, VersionId }) => `${Key} ${VersionId}`);
    expect(expected).toHaveLength(13);
    expect(listed.toSorted()).toEqual(expected.toSorted());
  });

  test('of suspended versioning: a null version beside versions with ids', async () => {
    const remaining = await put('s/1', 'kept');
    await versioning('Suspended');
    expect(await put('s/1', 'one')).toBeUndefined();
    await put('s/1', 'two');
    expect((await versionsOf('s/1')).versions.map(({ VersionId }) => VersionId)).toEqual(['null', remaining]);
    await remove('s/1');
    const { versions, markers } = await versionsOf('s/1');
    expect(versions).toMatchObject([{ VersionId: remaining }]);
    expect(markers).toMatchObject([{ VersionId: 'null', IsLatest: true }]);
  });
});
