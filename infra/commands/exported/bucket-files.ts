import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { readRows } from './rows.ts';

/** An object of the photos bucket, when the export began. */
export interface StoredObject {
  key: string;
  size: number;
  modified: string;
}

/** An object that lies in the export: where, and all that is needed to put it back. */
export interface FetchedFile {
  key: string;
  /** Below the export's folder, with slashes. */
  file: string;
  size: number;
  /** CRC-32 of the bytes as they were written here, base64, big-endian. */
  crc32: string;
  content_type?: string;
  content_disposition?: string;
  cache_control?: string;
}

/** What an export holds of the bucket: the ZIPs of downloads are made anew on request. */
const prefixes = ['originals/', 'refused/', 'media/', 'portfolio/'];

export async function* listStored(s3: S3Client, Bucket: string): AsyncGenerator<StoredObject> {
  for (const Prefix of prefixes) {
    for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix })) {
      for (const { Key, Size = 0, LastModified } of Contents) {
        if (Key) yield { key: Key, size: Size, modified: LastModified?.toISOString() ?? '' };
      }
    }
  }
}

/**
 * The files of an export. Each is noted in `files.jsonl` once it is whole, so that an export that was cut off, or is made again,
 * fetches only what is missing.
 */
export class BucketFiles {
  readonly #folder: string;
  readonly #entries: Map<string, FetchedFile>;

  private constructor(folder: string, entries: Map<string, FetchedFile>) {
    this.#folder = folder;
    this.#entries = entries;
  }

  static async open(folder: string): Promise<BucketFiles> {
    const entries = new Map<string, FetchedFile>();
    if (await exists(join(folder, 'files.jsonl'))) {
      for await (const entry of readRows<FetchedFile>(join(folder, 'files.jsonl'))) entries.set(entry.key, entry);
    }
    return new BucketFiles(folder, entries);
  }

  get entries(): Iterable<FetchedFile> {
    return this.#entries.values();
  }

  entry(key: string): FetchedFile | undefined {
    return this.#entries.get(key);
  }

  /** Whether the file lies here as it was fetched, by its size. */
  async has(key: string): Promise<boolean> {
    const entry = this.#entries.get(key);
    if (!entry) return false;
    const found = await stat(join(this.#folder, entry.file)).catch(() => undefined);
    return found?.size === entry.size;
  }

  /**
   * Streams one object to its place.
   * @param expected CRC-32 that the row says, where it says one
   * @returns false when the bucket has no such object by now
   * @throws Error when what came is not what was stored
   */
  async fetch(s3: S3Client, Bucket: string, key: string, file: string, expected?: string): Promise<boolean> {
    const path = join(this.#folder, file);
    const answer = await s3.send(new GetObjectCommand({ Bucket, Key: key })).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
      throw error;
    });
    if (!answer) return false;
    await mkdir(dirname(path), { recursive: true });
    const counter = new Checksum();
    await pipeline(answer.Body as Readable, counter, createWriteStream(`${path}.part`));
    const wrong =
      counter.size !== answer.ContentLength
        ? `${counter.size} of ${answer.ContentLength} bytes came`
        : expected && expected !== counter.crc32
          ? `its checksum is ${counter.crc32} and should be ${expected}`
          : undefined;
    if (wrong) {
      await rm(`${path}.part`);
      throw new Error(`${key} did not arrive whole: ${wrong}.`);
    }
    await rename(`${path}.part`, path);
    const entry: FetchedFile = {
      key,
      file,
      size: counter.size,
      crc32: counter.crc32,
      ...(answer.ContentType && { content_type: answer.ContentType }),
      ...(answer.ContentDisposition && { content_disposition: answer.ContentDisposition }),
      ...(answer.CacheControl && { cache_control: answer.CacheControl }),
    };
    this.#entries.set(key, entry);
    await appendFile(join(this.#folder, 'files.jsonl'), `${JSON.stringify(entry)}\n`);
    return true;
  }
}

/** Lets bytes through and reckons their CRC-32 as S3 writes it. */
export class Checksum extends Transform {
  size = 0;
  #crc = 0;

  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.size += chunk.length;
    this.#crc = crc32(chunk, this.#crc);
    done(null, chunk);
  }

  get crc32(): string {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(this.#crc);
    return bytes.toString('base64');
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
