import type { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  type CopyObjectCommandInput,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { type checksumAlgorithms, startDigest } from '../http/checksums.ts';
import { s3ForTests } from '../s3-for-tests.ts';

/** A bucket for the tests of objects in this folder. */

export let s3: Awaited<ReturnType<typeof s3ForTests>>;

/** Starts S3 with an empty bucket for the tests of this file. */
export function startBucket(): void {
  beforeAll(async () => {
    s3 = await s3ForTests();
  });
  afterAll(() => s3.close());
}

export const put = (Key: string, Body: string | Uint8Array | Readable, options: Partial<PutObjectCommandInput> = {}) =>
  s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key, Body, ...options }));
export const get = (Key: string, options: Partial<GetObjectCommandInput> = {}) =>
  s3.client.send(new GetObjectCommand({ Bucket: s3.bucket, Key, ...options }));
export const head = (Key: string) =>
  s3.client.send(new HeadObjectCommand({ Bucket: s3.bucket, Key, ChecksumMode: 'ENABLED' }));
export const copy = (Key: string, source: string, options: Partial<CopyObjectCommandInput> = {}) =>
  s3.client.send(new CopyObjectCommand({ Bucket: s3.bucket, Key, CopySource: `${s3.bucket}/${source}`, ...options }));
export const remove = (Key: string) => s3.client.send(new DeleteObjectCommand({ Bucket: s3.bucket, Key }));
export const read = async (Key: string, options?: Partial<GetObjectCommandInput>) =>
  Buffer.from((await (await get(Key, options)).Body?.transformToByteArray()) ?? []);
export const checksumOf = (algorithm: (typeof checksumAlgorithms)[number], content: string | Buffer) => {
  const digest = startDigest(algorithm);
  digest.update(Buffer.from(content));
  return digest.end().toString('base64');
};
/** Returns the expected shape of an error with this code and status. */
export const failure = (code: string, status?: number) => ({
  name: code,
  ...(status === undefined ? {} : { $metadata: { httpStatusCode: status } }),
});
