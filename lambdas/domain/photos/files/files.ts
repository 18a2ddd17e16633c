import { crc32 } from 'node:zlib';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { portfolioPath, type Variant, variants } from '#shared/photos/media.ts';
import { s3 } from '../../../platform/aws.ts';
import { env } from '../../../platform/env.ts';
import { isMissing } from '../../../platform/missing.ts';
import type { Photo, ReadyPhoto } from '../row/lifecycle.ts';
import type { SizedFile } from './attributes.ts';
import { derivativeKey, type Media, printKey } from './file-keys.ts';
import { contentDisposition, derivativeName, fileNameIn } from './file-names.ts';
import { allVariants, mediaFiles, publicKeys } from './object-keys.ts';

/** The operations on a photo's files in the photos bucket. Every operation is idempotent. */

/** Reads an object's body into one buffer, because joining collected chunks would need twice the memory. */
export async function readBody({ Body }: GetObjectCommandOutput, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let offset = 0;
  for await (const chunk of Body as AsyncIterable<Buffer>) offset += chunk.copy(bytes, offset);
  if (offset !== size) throw new Error(`Read ${offset} of ${size} bytes of a file.`);
  return bytes;
}

/** Returns the bytes of a derivative; undefined when the photo was hidden or deleted after its key was read. */
export async function readDerivative(key: string): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await s3().send(new GetObjectCommand({ Bucket: env('PHOTOS_BUCKET'), Key: key }));
    return await Body?.transformToByteArray();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Returns a file's CRC-32 as S3 writes it: base64, big-endian. */
export function checksumOf(bytes: Uint8Array): string {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(bytes));
  return checksum.toString('base64');
}

/** Returns a file's size and CRC-32, for a photo's row or a ZIP's header. */
export const measure = (bytes: Uint8Array): SizedFile => ({ size: bytes.length, crc32: checksumOf(bytes) });

type NamedMedia = Media & Pick<Photo, 'file_name'>;

/**
 * Returns the headers of a derivative.
 * @param name the file name under which a browser saves it; its address has none
 */
const headersOf = (variant: Variant, name: string) => ({
  ContentType: variants[variant].type,
  // A key's content never changes; a changed photo gets a new key.
  CacheControl: 'max-age=31536000, immutable',
  ContentDisposition: contentDisposition('inline', derivativeName(variant, name)),
});

export async function putDerivatives(photo: NamedMedia, files: Record<Variant, Buffer>): Promise<void> {
  await Promise.all(
    allVariants.map((variant) =>
      s3().send(
        new PutObjectCommand({
          Bucket: env('PHOTOS_BUCKET'),
          Key: derivativeKey(photo, variant),
          Body: files[variant],
          ...headersOf(variant, photo.file_name),
        }),
      ),
    ),
  );
}

/** Copies a photo's derivatives to another media key; missing files are skipped. */
export async function copyDerivatives(from: NamedMedia, mediaKey: string): Promise<void> {
  await Promise.all(
    allVariants.map(async (variant) => {
      try {
        await s3().send(
          new CopyObjectCommand({
            Bucket: env('PHOTOS_BUCKET'),
            Key: derivativeKey({ ...from, media_key: mediaKey }, variant),
            CopySource: `${env('PHOTOS_BUCKET')}/${derivativeKey(from, variant)}`,
            // Older derivatives were stored without a file name and get one here.
            MetadataDirective: 'REPLACE',
            ...headersOf(variant, from.file_name),
          }),
        );
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    }),
  );
}

/**
 * Copies a photo's derivatives to the public portfolio.
 * @param name the file name for saving, without ending; never the photo's own name, which may contain the client's name
 * @throws Error when a derivative is missing, so that no photo with missing files is featured
 */
export async function copyToPortfolio(from: Media, portfolioKey: string, name: string): Promise<void> {
  await Promise.all(
    allVariants.map((variant) =>
      s3().send(
        new CopyObjectCommand({
          Bucket: env('PHOTOS_BUCKET'),
          Key: portfolioPath(portfolioKey, variant).slice(1),
          CopySource: `${env('PHOTOS_BUCKET')}/${derivativeKey(from, variant)}`,
          MetadataDirective: 'REPLACE',
          ...headersOf(variant, name),
        }),
      ),
    ),
  );
}

export const deleteFromPortfolio = (portfolioKey: string): Promise<void> => deleteStored(publicKeys(portfolioKey));

export async function putPrint(photo: ReadyPhoto, bytes: Buffer): Promise<void> {
  await s3().send(
    new PutObjectCommand({
      Bucket: env('PHOTOS_BUCKET'),
      Key: printKey(photo),
      Body: bytes,
      ContentType: 'image/jpeg',
      ContentDisposition: contentDisposition('attachment', fileNameIn('print', photo)),
    }),
  );
}

/** Returns the bytes of a photo's original. */
export async function readOriginal({ original_key, size }: Pick<ReadyPhoto, 'original_key' | 'size'>): Promise<Buffer> {
  const object = await s3().send(new GetObjectCommand({ Bucket: env('PHOTOS_BUCKET'), Key: original_key }));
  return readBody(object, size);
}

/** Deletes a photo's derivatives and its print size. */
export const deleteDerivatives = (photo: Media): Promise<void> => deleteStored(mediaFiles(photo));

/**
 * Deletes objects of the photos bucket, at most 1,000; missing keys are ignored.
 * @throws FilesNotDeletedError
 */
export async function deleteStored(keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const { Errors } = await s3().send(
    new DeleteObjectsCommand({ Bucket: env('PHOTOS_BUCKET'), Delete: toDelete(keys) }),
  );
  requireDeleted(Errors);
}

/** Returns what a DeleteObjects request says of these keys. */
export const toDelete = (keys: string[]) => ({ Objects: keys.map((Key) => ({ Key })), Quiet: true });

/** Thrown when S3 could not delete some objects of a request; the other objects are deleted. */
export class FilesNotDeletedError extends Error {
  override name = 'FilesNotDeletedError';
  readonly keys: string[];

  constructor(errors: DeletionError[]) {
    super(`${errors.length} objects could not be deleted: ${errors[0]?.Code}`);
    this.keys = errors.map(({ Key = '' }) => Key);
  }
}

type DeletionError = { Key?: string | undefined; Code?: string | undefined };

/**
 * Checks the answer of a DeleteObjects request.
 * @throws FilesNotDeletedError
 */
export function requireDeleted(errors: DeletionError[] = []): void {
  if (errors.length > 0) throw new FilesNotDeletedError(errors);
}
