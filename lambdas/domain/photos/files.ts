import { crc32 } from 'node:zlib';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { mediaPath, portfolioPath, type Variant, variants } from '#shared/media.ts';
import { s3 } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { attachment, keySafe } from './file-names.ts';
import type { Photo } from './repository.ts';

/** Where a photo's files lie in S3, and how they come and go. Every step may be done twice. */

const allVariants = Object.keys(variants) as Variant[];

type Addressed = Pick<Photo, 'customer_id' | 'session_id' | 'id' | 'file_name' | 'uploaded_at'>;

export const landingKey = (photo: Pick<Photo, 'customer_id' | 'session_id' | 'id'>): string =>
  `${photo.customer_id}/${photo.session_id}/${photo.id}`;

/** The parts of a key in the landing bucket; undefined for a key that we never gave out. */
export function parseLandingKey(key: string) {
  const [, customer_id, session_id, id] = /^([0-9a-z]{20,32})\/([0-9a-z]{20,32})\/([0-9a-z]{20,32})$/.exec(key) ?? [];
  return customer_id && session_id && id ? { customer_id, session_id, id } : undefined;
}

export const originalKey = (photo: Addressed): string =>
  `originals/${photo.customer_id}/${photo.session_id}/${photo.uploaded_at.replace(/\D/g, '')}-${photo.id}-${keySafe(photo.file_name)}`;

/** Where a refused file is kept, out of everybody's reach, until its photo is deleted or accepted after all. */
export const refusedKey = (photo: Addressed): string =>
  `refused/${photo.customer_id}/${photo.session_id}/${photo.id}-${keySafe(photo.file_name)}`;

type Media = Pick<Photo, 'customer_id' | 'media_key'>;

const derivativeKey = ({ customer_id, media_key }: Media, variant: Variant): string =>
  mediaPath(customer_id, media_key, variant).slice(1);

export interface LandedFile {
  size: number;
  content_type: string;
  /** Base64, as S3 computed or checked it when the file arrived. */
  sha256: string | undefined;
  metadata: Record<string, string>;
}

/** What lies in the landing bucket under this key; undefined when nothing does. */
export async function lookAtLanded(key: string): Promise<LandedFile | undefined> {
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

/** The bytes of a landed file, for the caller to compare with the checksum of its copy; undefined when it is gone. */
export async function readLanded(key: string): Promise<Buffer | undefined> {
  try {
    const { Body, ContentLength = 0 } = await s3().send(
      new GetObjectCommand({ Bucket: env('LANDING_BUCKET'), Key: key }),
    );
    // Read into place: joining chunks would hold everything twice.
    const bytes = Buffer.allocUnsafe(ContentLength);
    let at = 0;
    for await (const chunk of Body as AsyncIterable<Buffer>) at += chunk.copy(bytes, at);
    if (at !== ContentLength) throw new Error(`Read ${at} of ${ContentLength} bytes of a landed file.`);
    return bytes;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Keys of everything that has been lying in the landing bucket since before this moment. */
export async function* listLanded(before: Date): AsyncGenerator<string> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3() }, { Bucket: env('LANDING_BUCKET') })) {
    for (const { Key, LastModified } of Contents) if (Key && LastModified && LastModified < before) yield Key;
  }
}

export async function deleteLanded(key: string): Promise<void> {
  await s3().send(new DeleteObjectCommand({ Bucket: env('LANDING_BUCKET'), Key: key }));
}

/**
 * Copies a landed file to where originals or refused files live, carrying the name to save it under, since the edge
 * hands no query on.
 * @param bytes the file as it was read and looked at
 * @returns the copy's CRC-32 as S3 computed it, base64
 * @throws Error when the copy is not what was looked at
 */
export async function keepLanded(photo: Photo, key: string, bytes: Buffer): Promise<string> {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(bytes));
  const expected = checksum.toString('base64');
  const { CopyObjectResult } = await s3().send(
    new CopyObjectCommand({
      Bucket: env('PHOTOS_BUCKET'),
      Key: key,
      CopySource: `${env('LANDING_BUCKET')}/${landingKey(photo)}`,
      MetadataDirective: 'REPLACE',
      ContentType: photo.content_type,
      ContentDisposition: attachment(photo.file_name),
      ChecksumAlgorithm: 'CRC32',
      StorageClass: 'INTELLIGENT_TIERING',
    }),
  );
  const copied = CopyObjectResult?.ChecksumCRC32;
  if (copied !== expected) throw new Error(`The copy ${key} has the CRC-32 ${copied}, not ${expected}.`);
  return expected;
}

export async function putDerivatives(photo: Media, files: Record<Variant, Buffer>): Promise<void> {
  await Promise.all(
    allVariants.map((variant) =>
      s3().send(
        new PutObjectCommand({
          Bucket: env('PHOTOS_BUCKET'),
          Key: derivativeKey(photo, variant),
          Body: files[variant],
          ContentType: variants[variant].type,
          // A key's content never changes; a photo that does gets a new key.
          CacheControl: 'max-age=31536000, immutable',
        }),
      ),
    ),
  );
}

/** Copies a photo's derivatives to another media key; what has gone from the first already is passed over. */
export async function copyDerivatives(from: Media, mediaKey: string): Promise<void> {
  await Promise.all(
    allVariants.map(async (variant) => {
      try {
        await s3().send(
          new CopyObjectCommand({
            Bucket: env('PHOTOS_BUCKET'),
            Key: derivativeKey({ ...from, media_key: mediaKey }, variant),
            CopySource: `${env('PHOTOS_BUCKET')}/${derivativeKey(from, variant)}`,
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
 * Copies a photo's derivatives to where everybody can see them.
 * @throws Error when one is missing: nothing is shown that is not there
 */
export async function copyToPortfolio(from: Media, portfolioKey: string): Promise<void> {
  await Promise.all(
    allVariants.map((variant) =>
      s3().send(
        new CopyObjectCommand({
          Bucket: env('PHOTOS_BUCKET'),
          Key: portfolioPath(portfolioKey, variant).slice(1),
          CopySource: `${env('PHOTOS_BUCKET')}/${derivativeKey(from, variant)}`,
        }),
      ),
    ),
  );
}

export const deleteFromPortfolio = (portfolioKey: string): Promise<void> => deleteStored(publicKeys(portfolioKey));

/** Every object of the photos bucket that belongs to this photo in any state. */
export const storedKeys = (photo: Photo): string[] => [
  ...mediaKeys(photo).flatMap((media_key) =>
    allVariants.map((variant) => derivativeKey({ ...photo, media_key }, variant)),
  ),
  ...('portfolio_key' in photo && photo.portfolio_key ? publicKeys(photo.portfolio_key) : []),
  ...('original_key' in photo && photo.original_key ? [photo.original_key] : []),
  ...('kept_key' in photo && photo.kept_key ? [photo.kept_key] : []),
];

const mediaKeys = (photo: Photo) =>
  'stale_media_key' in photo && photo.stale_media_key ? [photo.media_key, photo.stale_media_key] : [photo.media_key];

export const deleteDerivatives = (photo: Media): Promise<void> =>
  deleteStored(allVariants.map((variant) => derivativeKey(photo, variant)));

/** Deletes objects of the photos bucket; keys that do not exist are fine. */
export async function deleteStored(keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const { Errors = [] } = await s3().send(
    new DeleteObjectsCommand({
      Bucket: env('PHOTOS_BUCKET'),
      Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true },
    }),
  );
  if (Errors.length > 0) throw new Error(`${Errors.length} objects could not be deleted: ${Errors[0]?.Code}`);
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotFound' || error.name === 'NoSuchKey');
