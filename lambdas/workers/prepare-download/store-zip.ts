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
import { attachment } from '../../domain/photos/file-names.ts';
import { s3 } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import type { PlannedEntry } from './plan.ts';
import { zipBytes } from './zip-stream.ts';

/** Bytes that go to S3 in one request; so much memory each of them takes. */
const pieceBytes = 5 * 1024 * 1024;
const piecesAtOnce = 2;

/** How an archive is being stored: S3 itself remembers the pieces that it has. */
interface Storing {
  part: Part;
  entries: PlannedEntry[];
  uploadId: string;
  /** Called with the bytes that S3 has so far, now and then; what it throws ends the storing. */
  onProgress: (bytes: number) => Promise<void>;
  isTimeOver: () => boolean;
}

export async function beginUpload(part: Part): Promise<string> {
  const { UploadId } = await s3().send(
    new CreateMultipartUploadCommand({
      ...objectOf(part),
      ContentType: 'application/zip',
      ContentDisposition: attachment(part.file_name),
    }),
  );
  if (!UploadId) throw new Error('S3 began an upload without an id.');
  return UploadId;
}

/** Whether the archive lies in S3 complete: the upload's id is no longer known from that moment on. */
export async function isStored(part: Part): Promise<boolean> {
  try {
    const { ContentLength } = await s3().send(new HeadObjectCommand(objectOf(part)));
    return ContentLength === part.size;
  } catch (error) {
    if (isNamed(error, 'NotFound')) return false;
    throw error;
  }
}

/** Lets go of the pieces of an archive that is not wanted any more. */
export async function abandonUpload(part: Part, uploadId: string): Promise<void> {
  try {
    await s3().send(new AbortMultipartUploadCommand({ ...objectOf(part), UploadId: uploadId }));
  } catch (error) {
    if (!isNamed(error, 'NoSuchUpload')) throw error;
  }
}

/**
 * Streams an archive from S3 to S3, from the first piece that is missing.
 * @returns false when time was over first
 * @throws NoSuchUpload when the upload has ended, NoSuchKey when an original is gone
 */
export async function storeZip(storing: Storing): Promise<boolean> {
  const { part, uploadId, entries, onProgress, isTimeOver } = storing;
  const stored = await storedPieces(part, uploadId);
  const pieces = new Pieces(part, uploadId, stored);
  const from = stored.length * pieceBytes;
  try {
    for await (const bytes of zipBytes(entries, from, readOriginal)) {
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

/** Cuts a stream into pieces of equal size and stores them, some at once, in memory that is used again and again. */
class Pieces {
  readonly tags: string[];
  readonly #object: ReturnType<typeof objectOf>;
  readonly #uploadId: string;
  readonly #free = Array.from({ length: piecesAtOnce + 1 }, () => Buffer.allocUnsafe(pieceBytes));
  readonly #running = new Set<Promise<void>>();
  #piece: Buffer<ArrayBuffer>;
  #filled = 0;
  #next: number;

  constructor(part: Part, uploadId: string, stored: string[]) {
    this.#object = objectOf(part);
    this.#uploadId = uploadId;
    this.tags = [...stored];
    this.#next = stored.length;
    this.#piece = this.#free.pop()!;
  }

  /** Bytes in pieces that S3 has, or is being sent. */
  get storedBytes(): number {
    return this.#next * pieceBytes;
  }

  /** @returns whether a piece became full */
  async add(bytes: Uint8Array): Promise<boolean> {
    let hasFilled = false;
    for (let at = 0; at < bytes.length; ) {
      const some = bytes.subarray(at, at + pieceBytes - this.#filled);
      this.#piece.set(some, this.#filled);
      this.#filled += some.length;
      at += some.length;
      if (this.#filled === pieceBytes) {
        await this.#send();
        hasFilled = true;
      }
    }
    return hasFilled;
  }

  async finish(): Promise<void> {
    if (this.#filled > 0) await this.#send();
    await this.settle();
  }

  /** Waits for what is under way. */
  async settle(): Promise<void> {
    await Promise.all(this.#running);
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
    // Whoever waits for it hears of its failure.
    sending.catch(() => undefined);
    while (this.#free.length === 0) await Promise.race(this.#running);
    this.#piece = this.#free.pop()!;
    this.#filled = 0;
  }

  async #upload(index: number, Body: Buffer<ArrayBuffer>): Promise<void> {
    const request = { ...this.#object, UploadId: this.#uploadId, PartNumber: index + 1, Body };
    const { ETag } = await s3().send(new UploadPartCommand(request));
    if (!ETag) throw new Error('S3 stored a piece without a tag.');
    this.tags[index] = ETag;
  }
}

/** The tags of the pieces that S3 has, up to the first that is missing. One page holds 1,000, more than an archive has. */
async function storedPieces(part: Part, UploadId: string): Promise<string[]> {
  const { Parts = [] } = await s3().send(new ListPartsCommand({ ...objectOf(part), UploadId }));
  const tags: string[] = [];
  for (const { PartNumber, ETag, Size } of Parts) {
    if (PartNumber !== tags.length + 1 || Size !== pieceBytes || !ETag) return tags;
    tags.push(ETag);
  }
  return tags;
}

async function readOriginal({ key, size }: PlannedEntry, from: number): Promise<AsyncIterable<Uint8Array>> {
  const { Body, ContentLength } = await s3().send(
    // S3's checksum is of the whole, which the SDK checks on the way.
    new GetObjectCommand({
      Bucket: env('PHOTOS_BUCKET'),
      Key: key,
      ...(from > 0 ? { Range: `bytes=${from}-` } : { ChecksumMode: 'ENABLED' }),
    }),
  );
  if (ContentLength !== size - from) throw new Error(`The original ${key} has another size than its row says.`);
  return Body as AsyncIterable<Uint8Array>;
}

const objectOf = (part: Part) => ({ Bucket: env('PHOTOS_BUCKET'), Key: part.key });

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name;
