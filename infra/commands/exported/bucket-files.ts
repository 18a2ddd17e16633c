import { createWriteStream } from 'node:fs';
import { appendFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import { HeadObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import type { OpenObject } from './object-reader.ts';
import { dropTornLine, jsonLine, readRows } from './rows.ts';

/** The error when the received bytes differ from the stored ones. */
export class DamagedObjectError extends Error {}

/** An object of the photos bucket, as listed when the export started. */
export interface StoredObject {
  key: string;
  size: number;
  modified: string;
}

/** An object in the export: its path, and the metadata that is needed to restore it. */
export interface FetchedFile {
  key: string;
  /** The path relative to the export's folder, with slashes. */
  file: string;
  size: number;
  /** The CRC-32 of the written bytes, base64, big-endian. */
  crc32: string;
  content_type?: string;
  content_disposition?: string;
  cache_control?: string;
}

/** Prefixes that are exported; the ZIPs of downloads are created again on request. */
const prefixes = ['originals/', 'refused/', 'media/', 'portfolio/', 'pictures/'];

/** Yields the objects of the bucket that are exported. */
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
 * Asks the bucket for one object.
 * @returns undefined when it has none with this key
 */
export async function findStored(s3: S3Client, Bucket: string, Key: string): Promise<StoredObject | undefined> {
  try {
    const { ContentLength = 0, LastModified } = await s3.send(new HeadObjectCommand({ Bucket, Key }));
    return { key: Key, size: ContentLength, modified: LastModified?.toISOString() ?? '' };
  } catch (error) {
    if (error instanceof Error && error.name === 'NotFound') return undefined;
    throw error;
  }
}

/**
 * The files of an export. Each is recorded in `files.jsonl` when it is complete, so that an interrupted or repeated
 * export fetches only what is missing.
 */
export class BucketFiles {
  readonly #folder: string;
  readonly #entries: Map<string, FetchedFile>;

  private constructor(folder: string, entries: Map<string, FetchedFile>) {
    this.#folder = folder;
    this.#entries = entries;
  }

  /**
   * Opens the files of an export.
   * @param keyNow returns the key that an object has now, from the key that it had when it was exported
   */
  static async open(folder: string, keyNow = (key: string) => key): Promise<BucketFiles> {
    const entries = new Map<string, FetchedFile>();
    const list = listOf(folder);
    if (await exists(list)) {
      for await (const entry of readRows<FetchedFile>(list)) {
        const key = keyNow(entry.key);
        entries.set(key, { ...entry, key });
      }
    }
    return new BucketFiles(folder, entries);
  }

  /** Opens the files of an export to continue it, also after it was stopped while it recorded a file. */
  static async reopen(folder: string): Promise<BucketFiles> {
    if (await exists(listOf(folder))) await dropTornLine(listOf(folder));
    return BucketFiles.open(folder);
  }

  /**
   * Reads the list of files as restore and drill do, and checks that each file exists.
   * @throws Error when the list differs from the one that was written, or a file is missing or has another size
   */
  async check(keys: Iterable<string>): Promise<void> {
    const writtenFiles = await BucketFiles.open(this.#folder);
    for (const key of keys) {
      if (!isDeepStrictEqual(writtenFiles.entry(key), this.entry(key)) || !(await this.has(key))) {
        throw new Error(
          `${this.entry(key)?.file ?? key} is not in ${this.#folder} as it was written. Is the disk full or damaged? Run the export again.`,
        );
      }
    }
  }

  get entries(): Iterable<FetchedFile> {
    return this.#entries.values();
  }

  entry(key: string): FetchedFile | undefined {
    return this.#entries.get(key);
  }

  /** Whether the fetched file exists with its size. */
  async has(key: string): Promise<boolean> {
    const entry = this.#entries.get(key);
    if (!entry) return false;
    const fileStats = await stat(join(this.#folder, entry.file)).catch(() => undefined);
    return fileStats?.size === entry.size;
  }

  /**
   * Streams one object to its path.
   * @param expected the CRC-32 from the row, if it has one, and the size from the bucket's list: CloudFront may send an
   * earlier object
   * @returns false when the bucket no longer has the object
   * @throws DamagedObjectError
   */
  async fetch(
    openObject: OpenObject,
    key: string,
    file: string,
    expected: { crc32?: string | undefined; size?: number | undefined } = {},
  ): Promise<boolean> {
    const path = join(this.#folder, file);
    const object = await openObject(key);
    if (!object) return false;
    await mkdir(dirname(path), { recursive: true });
    const counter = new Checksum();
    await pipeline(object.body, counter, createWriteStream(`${path}.part`));
    const size = expected.size ?? object.size;
    const problem =
      size !== undefined && counter.size !== size
        ? `${counter.size} of ${size} bytes came`
        : expected.crc32 && expected.crc32 !== counter.crc32
          ? `its checksum is ${counter.crc32} and should be ${expected.crc32}`
          : undefined;
    if (problem) {
      await rm(`${path}.part`);
      throw new DamagedObjectError(`${key} did not arrive whole: ${problem}.`);
    }
    await rename(`${path}.part`, path);
    const entry: FetchedFile = {
      key,
      file,
      size: counter.size,
      crc32: counter.crc32,
      ...(object.content_type && { content_type: object.content_type }),
      ...(object.content_disposition && { content_disposition: object.content_disposition }),
      ...(object.cache_control && { cache_control: object.cache_control }),
    };
    this.#entries.set(key, entry);
    await appendFile(listOf(this.#folder), jsonLine(entry));
    return true;
  }
}

/** Passes bytes through and computes their CRC-32 in S3's format. */
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

const listOf = (folder: string) => join(folder, 'files.jsonl');

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
