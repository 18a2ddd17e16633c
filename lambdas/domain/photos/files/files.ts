import { crc32 } from 'node:zlib';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { portfolioPath, type Variant, variants } from '#shared/photos/media.ts';
import { s3 } from '../../../platform/aws.ts';
import { env } from '../../../platform/env.ts';
import { idFrom } from '../../../platform/ids.ts';
import { isMissing } from '../../../platform/missing.ts';
import { isVersioned, type Photo, type ReadyPhoto } from '../row/lifecycle.ts';
import type { Version } from '../versions/attributes.ts';
import { versionsOf } from '../versions/swap.ts';
import { staleMarkedKeys } from '../watermark/stale-marked-files.ts';
import type { SizedFile } from './attributes.ts';
import { derivativeKey, type Media, markedKeyOf, printKey } from './file-keys.ts';
import { contentDisposition, derivativeName, fileNameIn, keySafe } from './file-names.ts';

/** S3 keys of a photo's files, and the operations on these files. Every operation is idempotent. */

const allVariants = Object.keys(variants) as Variant[];

type Addressed = Pick<Photo, 'customer_id' | 'session_id' | 'id' | 'file_name' | 'uploaded_at'>;

export const landingKey = (photo: Pick<Photo, 'customer_id' | 'session_id' | 'id'>): string =>
  `${photo.customer_id}/${photo.session_id}/${photo.id}`;

/** Returns the landing key of a replacement; it ends with the media key of the new version. */
export const versionLandingKey = (photo: Media & Pick<Photo, 'id'>): string =>
  `${landingKey(photo)}/${photo.media_key}`;

/**
 * Parses a key of the landing bucket; undefined for a key that no ticket can have. Only a replacement has a
 * `media_key`.
 */
export function parseLandingKey(key: string) {
  const [customer_id, session_id, id, media_key, ...furtherParts] = key.split('/');
  const isId = (segment: string | undefined) => segment !== undefined && /^[0-9a-z]{20,32}$/.test(segment);
  if (!customer_id || !session_id || !id || ![customer_id, session_id, id].every(isId)) return undefined;
  if (furtherParts.length > 0 || (media_key !== undefined && !isId(media_key))) return undefined;
  return { customer_id, session_id, id, media_key };
}

/** Returns the keys that files of this photo can have in the landing bucket. */
export const landingKeys = (photo: Photo): string[] => [
  landingKey(photo),
  ...('incoming' in photo && photo.incoming ? [versionLandingKey({ ...photo, ...photo.incoming })] : []),
];

export const originalKey = (photo: Addressed): string =>
  `originals/${photo.customer_id}/${photo.session_id}/${photo.uploaded_at.replace(/\D/g, '')}-${photo.id}-${keySafe(photo.file_name)}`;

/**
 * Returns the key of a replacement's original. It contains a hash of the media key, so that a link to the original does
 * not reveal the derivatives.
 */
export const versionOriginalKey = (photo: Addressed & Pick<Photo, 'media_key'>): string =>
  `originals/${photo.customer_id}/${photo.session_id}/${photo.uploaded_at.replace(/\D/g, '')}-${photo.id}-${idFrom(`version ${photo.media_key}`)}`;

/** Returns the key of a refused file. Nobody can download it; it is stored until its photo is deleted or accepted. */
export const refusedKey = (photo: Addressed): string =>
  `refused/${photo.customer_id}/${photo.session_id}/${photo.id}-${keySafe(photo.file_name)}`;

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

/** Reads an object's body into one buffer, because joining collected chunks would need twice the memory. */
async function readBody({ Body }: GetObjectCommandOutput, size: number): Promise<Buffer> {
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

/** Returns a file's CRC-32 as S3 writes it: base64, big-endian. */
function checksumOf(bytes: Uint8Array): string {
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

const publicKeys = (portfolioKey: string) =>
  allVariants.map((variant) => portfolioPath(portfolioKey, variant).slice(1));

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

/**
 * Returns the keys of every object in the photos bucket that can belong to this photo, including objects that a worker
 * stored before it crashed without writing the row.
 */
export const storedKeys = (photo: Photo): string[] => [
  ...versionKeys(photo),
  ...('portfolio_key' in photo && photo.portfolio_key ? publicKeys(photo.portfolio_key) : []),
  ...('stale_portfolio_key' in photo && photo.stale_portfolio_key ? publicKeys(photo.stale_portfolio_key) : []),
  ...('kept_key' in photo && photo.kept_key ? [photo.kept_key] : []),
  ...('incoming' in photo && photo.incoming ? filesOfReplacement({ ...photo, ...photo.incoming }) : []),
];

const versionKeys = (photo: Photo): string[] =>
  isVersioned(photo)
    ? versionsOf(photo).flatMap((version) => keysOfVersion(photo, version))
    : [...mediaFiles(photo), ...markedFiles(photo), originalKey(photo), refusedKey(photo)];

/** Returns the keys of marked derivatives that process-photo may have stored for a photo that is not ready. */
const markedFiles = (photo: Photo): string[] =>
  'marks_for' in photo && photo.marks_for !== undefined
    ? mediaFiles({ ...photo, media_key: markedKeyOf(photo, photo.marks_for) })
    : [];

/** Returns the keys of every object in the photos bucket that can belong to one version of a photo. */
export const keysOfVersion = (photo: Media, version: Version): string[] => [
  ...mediaKeysOf(version).flatMap((media_key) => mediaFiles({ ...photo, media_key })),
  version.original_key,
];

/** Returns the media keys below which a version may have derivatives now. */
const mediaKeysOf = ({ media_key, stale_media_key, marked_key, ...version }: Version): string[] => [
  media_key,
  ...(stale_media_key ? [stale_media_key] : []),
  ...(marked_key ? [marked_key] : []),
  ...staleMarkedKeys(version),
];

/** Returns the keys of the objects that process-photo stores for a replacement. */
export const filesOfReplacement = (photo: Addressed & Media): string[] => [
  ...mediaFiles(photo),
  versionOriginalKey(photo),
];

/** Returns the keys of every object in the photos bucket that this row references now. */
export const referencedKeys = (photo: Photo): string[] => {
  if ('original_key' in photo && photo.original_key) return storedKeys(photo);
  return 'kept_key' in photo && photo.kept_key ? [photo.kept_key] : [];
};

/** Returns the keys of the derivatives and the print size below one media key. */
const mediaFiles = (photo: Media): string[] => [
  ...allVariants.map((variant) => derivativeKey(photo, variant)),
  printKey(photo),
];

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

const toDelete = (keys: string[]) => ({ Objects: keys.map((Key) => ({ Key })), Quiet: true });

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

function requireDeleted(errors: DeletionError[] = []): void {
  if (errors.length > 0) throw new FilesNotDeletedError(errors);
}
