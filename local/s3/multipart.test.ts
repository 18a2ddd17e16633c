import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompleteMultipartUploadCommandInput,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDigest } from './http/checksums.ts';
import { countFiles, eventually, s3ForTests } from './s3-for-tests.ts';

let s3: Awaited<ReturnType<typeof s3ForTests>>;
beforeAll(async () => {
  s3 = await s3ForTests();
});
afterAll(() => s3.close());

const mebibytes = (count: number, extra = 0) => randomBytes(count * 2 ** 20 + extra);
const failure = (name: string, httpStatusCode = 400) => ({ name, $metadata: { httpStatusCode } });
const crc32 = (content: Buffer) => {
  const digest = startDigest('CRC32');
  digest.update(content);
  return digest.end().toString('base64');
};
const multipartEtag = (...parts: Buffer[]) => {
  const md5 = (content: Buffer) => createHash('md5').update(content).digest();
  return `"${md5(Buffer.concat(parts.map(md5))).toString('hex')}-${parts.length}"`;
};

async function begin(Key: string, options: Partial<CreateMultipartUploadCommandInput> = {}) {
  const command = new CreateMultipartUploadCommand({ Bucket: s3.bucket, Key, ...options });
  const { UploadId = '' } = await s3.client.send(command);
  const upload = { Bucket: s3.bucket, Key, UploadId };
  return {
    ...upload,
    part: async (PartNumber: number, Body: Buffer) => {
      const { ETag, ChecksumCRC32 } = await s3.client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
      return { PartNumber, ETag, ChecksumCRC32 };
    },
    complete: (
      Parts: { PartNumber: number; ETag: string | undefined; ChecksumCRC32?: string | undefined }[],
      rest: Partial<CompleteMultipartUploadCommandInput> = {},
    ) => s3.client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts }, ...rest })),
    abort: () => s3.client.send(new AbortMultipartUploadCommand(upload)),
  };
}

const read = async (Key: string, Range?: string) => {
  const { Body } = await s3.client.send(new GetObjectCommand({ Bucket: s3.bucket, Key, ...(Range ? { Range } : {}) }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
};
const head = (Key: string) =>
  s3.client.send(new HeadObjectCommand({ Bucket: s3.bucket, Key, ChecksumMode: 'ENABLED' }));

describe('a multipart upload', () => {
  test('by lib-storage, from a stream', async () => {
    const pieces = Array.from({ length: 12 }, () => mebibytes(1));
    const content = Buffer.concat(pieces);
    const upload = new Upload({
      client: s3.client,
      params: { Bucket: s3.bucket, Key: 'zip', Body: Readable.from(pieces), ContentType: 'application/zip' },
      partSize: 5 * 2 ** 20,
    });
    const { ETag } = await upload.done();
    expect(ETag).toBe(
      multipartEtag(content.subarray(0, 5 << 20), content.subarray(5 << 20, 10 << 20), content.subarray(10 << 20)),
    );
    expect((await read('zip')).equals(content)).toBe(true);
    expect(await head('zip')).toMatchObject({ ContentLength: content.length, ContentType: 'application/zip', ETag });
  });

  test('is read across its parts', async () => {
    const upload = await begin('ranges');
    const [first, second] = [mebibytes(5), mebibytes(0, 1000)];
    await upload.complete([await upload.part(1, first), await upload.part(2, second)]);
    const whole = Buffer.concat([first, second]);
    const border = first.length;
    const read10 = await read('ranges', `bytes=${border - 5}-${border + 4}`);
    expect(read10.equals(whole.subarray(border - 5, border + 5))).toBe(true);
    expect((await read('ranges', 'bytes=-7')).equals(whole.subarray(-7))).toBe(true);
    expect((await read('ranges', `bytes=${border}-`)).equals(second)).toBe(true);
  });

  test('keeps a composite checksum, and requires every part’s', async () => {
    const upload = await begin('composite', { ChecksumAlgorithm: 'CRC32' });
    const contents = [mebibytes(5), mebibytes(0, 10)];
    const parts = [await upload.part(1, contents[0]!), await upload.part(2, contents[1]!)];
    const bare = parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
    await expect(upload.complete(bare)).rejects.toMatchObject({
      name: 'InvalidRequest',
      message: expect.stringContaining('missing for part 1'),
    });
    const swapped = parts.map((part) => ({ ...part, ChecksumCRC32: parts[0]?.ChecksumCRC32 }));
    await expect(upload.complete(swapped)).rejects.toMatchObject(failure('InvalidPart'));
    const sums = contents.map((content) => Buffer.from(crc32(content), 'base64'));
    const { ChecksumCRC32, ChecksumType } = await upload.complete(parts);
    expect({ ChecksumCRC32, ChecksumType }).toEqual({
      ChecksumCRC32: `${crc32(Buffer.concat(sums))}-2`,
      ChecksumType: 'COMPOSITE',
    });
    expect(await head('composite')).toMatchObject({ ChecksumCRC32, ChecksumType });
  });

  test('keeps a full-object checksum on request, and verifies it', async () => {
    const contents = [mebibytes(5, 3), mebibytes(6), mebibytes(0, 10)];
    const whole = crc32(Buffer.concat(contents));
    const upload = await begin('full', { ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' });
    const parts = await Promise.all(contents.map((content, index) => upload.part(index + 1, content)));
    const wrong = { ChecksumCRC32: crc32(Buffer.from('other')), ChecksumType: 'FULL_OBJECT' as const };
    await expect(upload.complete(parts, wrong)).rejects.toMatchObject(failure('BadDigest'));
    await expect(upload.complete(parts, { ChecksumType: 'COMPOSITE' })).rejects.toMatchObject(
      failure('InvalidRequest'),
    );
    await expect(upload.complete(parts, { MpuObjectSize: 1 })).rejects.toMatchObject(failure('InvalidRequest'));
    const answer = await upload.complete(parts, { ChecksumCRC32: whole, ChecksumType: 'FULL_OBJECT' });
    expect(answer).toMatchObject({ ChecksumCRC32: whole, ChecksumType: 'FULL_OBJECT' });
    expect(await head('full')).toMatchObject({ ChecksumCRC32: whole, ChecksumType: 'FULL_OBJECT' });
  });

  test('accepts parts only with the checksum algorithm that it began with', async () => {
    const upload = await begin('mismatch', { ChecksumAlgorithm: 'SHA256' });
    await expect(upload.part(1, Buffer.from('x'))).rejects.toMatchObject(failure('InvalidRequest'));
    await expect(begin('none', { ChecksumAlgorithm: 'SHA256', ChecksumType: 'FULL_OBJECT' })).rejects.toMatchObject(
      failure('InvalidRequest'),
    );
  });

  test('rejects missing, unordered, too small or too many parts', async () => {
    const upload = await begin('refusals');
    const small = await upload.part(1, Buffer.from('small'));
    const last = await upload.part(2, Buffer.from('last'));
    await expect(upload.complete([small, last])).rejects.toMatchObject(failure('EntityTooSmall'));
    await expect(upload.complete([last, small])).rejects.toMatchObject(failure('InvalidPartOrder'));
    await expect(upload.complete([{ ...small, PartNumber: 3 }])).rejects.toMatchObject(failure('InvalidPart'));
    await expect(upload.complete([{ ...small, ETag: '"other"' }])).rejects.toMatchObject(failure('InvalidPart'));
    await expect(upload.complete([])).rejects.toMatchObject(failure('MalformedXML'));
    for (const number of [0, 10_001]) {
      await expect(upload.part(number, Buffer.from('x'))).rejects.toMatchObject(failure('InvalidArgument'));
    }
    await upload.complete([last]);
    expect((await read('refusals')).toString()).toBe('last');
  });

  test('keeps the last upload of a part, and frees the disk space of the others', async () => {
    const files = await countFiles(s3.dir);
    const upload = await begin('retried');
    await upload.part(1, Buffer.from('first try'));
    const part = await upload.part(1, Buffer.from('second try'));
    await upload.part(2, Buffer.from('never used'));
    await upload.complete([part]);
    expect((await read('retried')).toString()).toBe('second try');
    await eventually(() => countFiles(s3.dir)).toBe(files + 1);
  });

  test('is gone once completed or aborted', async () => {
    const files = await countFiles(s3.dir);
    const completed = await begin('over');
    const part = await completed.part(1, Buffer.from('x'));
    await completed.complete([part]);
    await expect(completed.complete([part])).rejects.toMatchObject(failure('NoSuchUpload', 404));
    const aborted = await begin('aborted');
    await aborted.part(1, Buffer.from('x'));
    await aborted.abort();
    await expect(aborted.part(2, Buffer.from('x'))).rejects.toMatchObject(failure('NoSuchUpload', 404));
    await expect(aborted.abort()).rejects.toMatchObject(failure('NoSuchUpload', 404));
    await expect(head('aborted')).rejects.toMatchObject(failure('NotFound', 404));
    await eventually(() => countFiles(s3.dir)).toBe(files + 1);
  });

  test('is completed by one of several concurrent requests, with its whole content', async () => {
    const upload = await begin('contested');
    // Send the part once per request first, so that each has an open connection: otherwise one completes before the
    // others start.
    const parts = await Promise.all(Array.from({ length: 5 }, () => upload.part(1, Buffer.from('content'))));
    const results = await Promise.allSettled(parts.map((part) => upload.complete([part])));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toMatchObject(Array.from({ length: 4 }, () => failure('NoSuchUpload', 404)));
    expect((await read('contested')).toString()).toBe('content');
  });

  test('is completed only if the key is unused, with If-None-Match', async () => {
    await s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: 'there', Body: 'x' }));
    const upload = await begin('there');
    const part = await upload.part(1, Buffer.from('y'));
    await expect(upload.complete([part], { IfNoneMatch: '*' })).rejects.toMatchObject(
      failure('PreconditionFailed', 412),
    );
    await upload.complete([part]);
    expect((await read('there')).toString()).toBe('y');
  });
});

describe('copying', () => {
  test('a multipart object gives the copy the ETag and checksum of a single object', async () => {
    const contents = [mebibytes(5), mebibytes(1)];
    const upload = await begin('pieces', { ChecksumAlgorithm: 'CRC32' });
    await upload.complete([await upload.part(1, contents[0]!), await upload.part(2, contents[1]!)]);
    const command = new CopyObjectCommand({ Bucket: s3.bucket, Key: 'whole', CopySource: `${s3.bucket}/pieces` });
    const { CopyObjectResult } = await s3.client.send(command);
    const whole = Buffer.concat(contents);
    expect(CopyObjectResult).toMatchObject({
      ETag: `"${createHash('md5').update(whole).digest('hex')}"`,
      ChecksumCRC32: crc32(whole),
      ChecksumType: 'FULL_OBJECT',
    });
    expect((await read('whole')).equals(whole)).toBe(true);
  });
});

describe('lists', () => {
  test('of parts, in pages', async () => {
    const upload = await begin('listed', { ChecksumAlgorithm: 'CRC32' });
    for (const number of [3, 1, 2]) await upload.part(number, Buffer.from(`part ${number}`));
    const { Bucket, Key, UploadId } = upload;
    const first = await s3.client.send(new ListPartsCommand({ Bucket, Key, UploadId, MaxParts: 2 }));
    expect(first).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '2', ChecksumAlgorithm: 'CRC32' });
    expect(first.Parts).toMatchObject([
      { PartNumber: 1, Size: 6, ChecksumCRC32: crc32(Buffer.from('part 1')) },
      { PartNumber: 2 },
    ]);
    const next = { Bucket, Key, UploadId, PartNumberMarker: '2' };
    const second = await s3.client.send(new ListPartsCommand(next));
    expect(second).toMatchObject({ IsTruncated: false, Parts: [{ PartNumber: 3 }] });
  });

  test('of uploads, in pages', async () => {
    const uploads = [await begin('under way/b'), await begin('under way/a 1'), await begin('under way/a 1')];
    const [last, first, second] = uploads.map(({ Key, UploadId }) => ({ Key, UploadId }));
    const Prefix = 'under way/';
    const page = await s3.client.send(new ListMultipartUploadsCommand({ Bucket: s3.bucket, Prefix, MaxUploads: 2 }));
    expect(page.IsTruncated).toBe(true);
    expect(new Set(page.Uploads?.map(({ UploadId }) => UploadId))).toEqual(
      new Set([first?.UploadId, second?.UploadId]),
    );
    const secondPage = await s3.client.send(
      new ListMultipartUploadsCommand({
        Bucket: s3.bucket,
        Prefix,
        KeyMarker: page.NextKeyMarker,
        UploadIdMarker: page.NextUploadIdMarker,
      }),
    );
    expect(secondPage.Uploads).toMatchObject([last]);
    expect(secondPage.IsTruncated).toBe(false);
  });
});
