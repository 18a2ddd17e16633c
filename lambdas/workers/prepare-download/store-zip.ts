import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Part } from '../../domain/downloads/repository.ts';
import { contentDisposition } from '../../domain/photos/files/file-names.ts';
import { s3 } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { free } from '../../platform/free.ts';
import { isMissing } from '../../platform/missing.ts';
import type { PlannedEntry } from './plan.ts';
import { zipBytes } from './zip-stream.ts';

/** Bytes of one part of the multipart upload; each part in flight uses this much memory. */
const pieceBytes = 5 * 1024 * 1024;
const piecesAtOnce = 2;

/** An archive that is being stored; S3 itself lists the parts of the upload that it has. */
interface ArchiveUpload {
  part: Part;
  entries: PlannedEntry[];
  uploadId: string;
  /** Receives the number of stored bytes from time to time; an error that it throws stops the upload. */
  onProgress: (bytes: number) => Promise<void>;
  isTimeOver: () => boolean;
}

/** Begins the multipart upload of an archive, and returns its id. */
export async function beginUpload(part: Part): Promise<string> {
  const { UploadId } = await s3().send(
    new CreateMultipartUploadCommand({
      ...objectOf(part),
      ContentType: 'application/zip',
      ContentDisposition: contentDisposition('attachment', part.file_name),
    }),
  );
  if (!UploadId) throw new Error('S3 returned no id for a multipart upload.');
  return UploadId;
}

/** Whether the archive in S3 is complete. After completion, S3 no longer knows the upload's id. */
export async function isStored(part: Part): Promise<boolean> {
  try {
    const { ContentLength } = await s3().send(new HeadObjectCommand(objectOf(part)));
    return ContentLength === part.size;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Aborts the multipart upload of an archive that is no longer needed. */
export async function abandonUpload(part: Part, uploadId: string): Promise<void> {
  try {
    await s3().send(new AbortMultipartUploadCommand({ ...objectOf(part), UploadId: uploadId }));
  } catch (error) {
    if (!(error instanceof Error && error.name === 'NoSuchUpload')) throw error;
  }
}

/**
 * Streams an archive from S3 to S3, from the upload's first missing part on.
 * @returns false when time ran out first
 * @throws NoSuchUpload when the upload has ended, NoSuchKey when a photo's file is missing
 */
export async function storeZip(archive: ArchiveUpload): Promise<boolean> {
  const { part, uploadId, entries, onProgress, isTimeOver } = archive;
  const storedTags = await storedPieces(part, uploadId);
  const pieces = new Pieces(part, uploadId, storedTags);
  const startByte = storedTags.length * pieceBytes;
  try {
    for await (const bytes of zipBytes(entries, startByte, readFile)) {
      if (await pieces.add(bytes)) {
        await onProgress(pieces.storedBytes);
        if (isTimeOver()) {
          await pieces.settle();
          return false;
        }
      }
    }
    await pieces.finish();
  } catch (error) {
    await pieces.settle().catch(() => undefined);
    throw error;
  }
  await s3().send(
    new CompleteMultipartUploadCommand({
      ...objectOf(part),
      UploadId: uploadId,
      MultipartUpload: { Parts: pieces.tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 })) },
    }),
  );
  return true;
}

/**
 * Splits a stream into the upload's parts, of equal size, and uploads several at once, from buffers that are reused.
 */
class Pieces {
  readonly tags: string[];
  readonly #object: ReturnType<typeof objectOf>;
  readonly #uploadId: string;
  readonly #free = Array.from({ length: piecesAtOnce + 1 }, () => Buffer.allocUnsafe(pieceBytes));
  readonly #running = new Set<Promise<void>>();
  #piece: Buffer<ArrayBuffer>;
  #filled = 0;
  #next: number;

  constructor(part: Part, uploadId: string, storedTags: string[]) {
    this.#object = objectOf(part);
    this.#uploadId = uploadId;
    this.tags = [...storedTags];
    this.#next = storedTags.length;
    this.#piece = this.#free.pop()!;
  }

  /** The bytes in parts that are uploaded or being uploaded. */
  get storedBytes(): number {
    return this.#next * pieceBytes;
  }

  /** Adds bytes, and returns whether a part became full. */
  async add(bytes: Uint8Array): Promise<boolean> {
    let hasFilled = false;
    for (let at = 0; at < bytes.length; ) {
      const slice = bytes.subarray(at, at + pieceBytes - this.#filled);
      this.#piece.set(slice, this.#filled);
      this.#filled += slice.length;
      at += slice.length;
      if (this.#filled === pieceBytes) {
        await this.#send();
        hasFilled = true;
      }
    }
    free(bytes);
    return hasFilled;
  }

  /** Uploads the last part, and waits for all uploads. */
  async finish(): Promise<void> {
    if (this.#filled > 0) await this.#send();
    await this.settle();
  }

  /** Waits for the uploads in flight, and frees the buffers. */
  async settle(): Promise<void> {
    await Promise.all(this.#running);
    for (const piece of [this.#piece, ...this.#free]) free(piece);
  }

  async #send(): Promise<void> {
    const piece = this.#piece;
    const index = this.#next;
    this.#next += 1;
    const sending = this.#upload(index, piece.subarray(0, this.#filled)).then(() => {
      this.#running.delete(sending);
      this.#free.push(piece);
    });
    this.#running.add(sending);
    // A later await gets the rejection; without this, it would be unhandled until then.
    sending.catch(() => undefined);
    while (this.#free.length === 0) await Promise.race(this.#running);
    this.#piece = this.#free.pop()!;
    this.#filled = 0;
  }

  async #upload(index: number, Body: Buffer<ArrayBuffer>): Promise<void> {
    const request = { ...this.#object, UploadId: this.#uploadId, PartNumber: index + 1, Body };
    const { ETag } = await s3().send(new UploadPartCommand(request));
    if (!ETag) throw new Error('S3 returned no ETag for an uploaded part.');
    this.tags[index] = ETag;
  }
}

/**
 * Returns the ETags of the uploaded parts, up to the first missing part. One page lists 1,000 parts, more than an
 * archive has.
 */
async function storedPieces(part: Part, UploadId: string): Promise<string[]> {
  const { Parts = [] } = await s3().send(new ListPartsCommand({ ...objectOf(part), UploadId }));
  const tags: string[] = [];
  for (const { PartNumber, ETag, Size } of Parts) {
    if (PartNumber !== tags.length + 1 || Size !== pieceBytes || !ETag) return tags;
    tags.push(ETag);
  }
  return tags;
}

async function readFile({ key, size }: PlannedEntry, startByte: number): Promise<AsyncIterable<Uint8Array>> {
  const { Body, ContentLength } = await s3().send(
    // S3's checksum covers the whole object, and the SDK verifies it while reading.
    new GetObjectCommand({
      Bucket: env('PHOTOS_BUCKET'),
      Key: key,
      ...(startByte > 0 ? { Range: `bytes=${startByte}-` } : { ChecksumMode: 'ENABLED' }),
    }),
  );
  if (ContentLength !== size - startByte) throw new Error(`The size of the file ${key} differs from its row.`);
  return Body as AsyncIterable<Uint8Array>;
}

const objectOf = (part: Part) => ({ Bucket: env('PHOTOS_BUCKET'), Key: part.key });
