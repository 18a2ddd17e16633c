import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { s3 } from '../../../platform/aws.ts';
import { env } from '../../../platform/env.ts';
import { isMissing } from '../../../platform/missing.ts';
import { contentDisposition } from './file-names.ts';
import { checksumOf, readBody, requireDeleted, toDelete } from './files.ts';

/** The operations on uploaded files in the landing bucket. Every operation is idempotent. */

export interface LandedFile {
  size: number;
  content_type: string;
  /** The checksum in base64 that S3 computed or verified on upload. */
  sha256: string | undefined;
  metadata: Record<string, string>;
}

/** Returns a landed object's metadata; undefined when the object does not exist. */
export async function checkLanded(key: string): Promise<LandedFile | undefined> {
  try {
    const head = await s3().send(
      new HeadObjectCommand({ Bucket: env('LANDING_BUCKET'), Key: key, ChecksumMode: 'ENABLED' }),
    );
    return {
      size: head.ContentLength ?? 0,
      content_type: head.ContentType ?? '',
      sha256: head.ChecksumSHA256,
      metadata: head.Metadata ?? {},
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Returns the bytes of a landed object; undefined when the object does not exist.
 * @param ChecksumMode ENABLED compares the bytes with the SHA-256 of the upload, which takes half as much processor
 * time as reading them; needless for a file whose copy is compared (`keepLanded`)
 */
export async function readLanded(key: string, ChecksumMode?: 'ENABLED'): Promise<Buffer | undefined> {
  try {
    const object = await s3().send(new GetObjectCommand({ Bucket: env('LANDING_BUCKET'), Key: key, ChecksumMode }));
    return await readBody(object, object.ContentLength ?? 0);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Yields the keys of landed objects that are older than this date. */
export async function* listLanded(before: Date): AsyncGenerator<string> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3() }, { Bucket: env('LANDING_BUCKET') })) {
    for (const { Key, LastModified } of Contents) if (Key && LastModified && LastModified < before) yield Key;
  }
}

/** Returns the first bytes of a landed object. */
export async function readLandedHead(key: string, bytes: number): Promise<Uint8Array> {
  const { Body } = await s3().send(
    new GetObjectCommand({ Bucket: env('LANDING_BUCKET'), Key: key, Range: `bytes=0-${bytes - 1}` }),
  );
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}

/**
 * Deletes landed objects, at most 1,000; missing keys are ignored.
 * @throws FilesNotDeletedError
 */
export async function deleteLanded(keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const { Errors } = await s3().send(
    new DeleteObjectsCommand({ Bucket: env('LANDING_BUCKET'), Delete: toDelete(keys) }),
  );
  requireDeleted(Errors);
}

/**
 * Copies a landed file to a key in the photos bucket, for an original or a refused file.
 * @param landedKey its key in the landing bucket
 * @param bytes the file's bytes as they were inspected
 * @returns the copy's CRC-32 in base64, as S3 computed it
 * @throws Error when the copy differs from `bytes`
 */
export async function keepLanded(
  landedKey: string,
  fileInfo: { content_type: string; file_name: string },
  key: string,
  bytes: Buffer,
): Promise<string> {
  const expected = checksumOf(bytes);
  const copied = await copyLanded(landedKey, fileInfo, key);
  if (copied !== expected) throw new Error(`The copy ${key} has the CRC-32 ${copied}, not ${expected}.`);
  return expected;
}

/**
 * Copies a landed file within S3. The copy gets a Content-Disposition with its name, because CloudFront does not
 * forward the query that could ask for one.
 * @returns the copy's CRC-32 in base64, as S3 computed it
 */
export async function copyLanded(
  landed: string,
  { content_type, file_name }: { content_type: string; file_name: string },
  key: string,
): Promise<string> {
  const { CopyObjectResult } = await s3().send(
    new CopyObjectCommand({
      Bucket: env('PHOTOS_BUCKET'),
      Key: key,
      CopySource: `${env('LANDING_BUCKET')}/${landed}`,
      MetadataDirective: 'REPLACE',
      ContentType: content_type,
      ContentDisposition: contentDisposition('attachment', file_name),
      ChecksumAlgorithm: 'CRC32',
      StorageClass: 'INTELLIGENT_TIERING',
    }),
  );
  const copied = CopyObjectResult?.ChecksumCRC32;
  if (copied === undefined) throw new Error(`S3 computed no CRC-32 of the copy ${key}.`);
  return copied;
}
