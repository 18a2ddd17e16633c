import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Blobs, type Segment } from './blobs.ts';
import type { ChecksumAlgorithm, ChecksumType, KeptChecksum } from './http/checksums.ts';
import { S3Error } from './http/s3-error.ts';
import { SortedKeys } from './keys.ts';
import { Log } from './log.ts';

export interface ObjectVersion {
  /** `null` (the text, as in S3) where versioning is not enabled. */
  versionId: string;
  /** Epoch milliseconds; S3 shows whole seconds. */
  modified: number;
  size: number;
  /** The ETag without quotes. */
  etag: string;
  segments: Segment[];
  /** The headers of GET's response: content-type and the like, and x-amz-meta-*. */
  headers: Record<string, string>;
  storageClass: string;
  checksum?: KeptChecksum;
}

export interface DeleteMarker {
  versionId: string;
  modified: number;
  deleteMarker: true;
}

export type Version = ObjectVersion | DeleteMarker;

export const isDeleteMarker = (version: Version): version is DeleteMarker => 'deleteMarker' in version;

export interface Part {
  etag: string;
  size: number;
  modified: number;
  segments: Segment[];
  /** The upload's checksum of the part, in base64. */
  checksum?: string;
}

/** A multipart upload that is not completed yet. */
export interface Upload {
  key: string;
  started: number;
  headers: Record<string, string>;
  storageClass: string;
  checksum?: { algorithm: ChecksumAlgorithm; type: ChecksumType };
}

/** An event to be sent to a queue; kept until SQS has accepted it. */
export interface QueuedEvent {
  id: string;
  queueArn: string;
  body: object;
}

export type Deliver = (bucket: Bucket, event: QueuedEvent) => void;

/** Configurations of a bucket, stored as the XML of the request. */
export type SettingName = 'versioning' | 'cors' | 'notification';

/** The changes of a bucket, all of which are in its log. The entries of one commit apply together or not at all. */
export type Entry =
  | { type: 'created'; time: number }
  | { type: 'set'; name: SettingName; xml: string }
  | { type: 'put'; key: string; version: Version; uploadId?: string }
  | { type: 'remove'; key: string; versionId: string }
  | { type: 'upload'; id: string; upload: Upload }
  | { type: 'part'; uploadId: string; number: number; part: Part }
  | { type: 'abort'; uploadId: string }
  | { type: 'event'; event: QueuedEvent }
  | { type: 'sent'; ids: string[] };

/** The log is compacted when it has this many entries per entry that still counts. */
const compactionFactor = 2;

/** A bucket: its state in memory, rebuilt at start from its log, and its content in files. */
export class Bucket {
  readonly name: string;
  readonly blobs: Blobs;
  created = 0;
  /** Versions by key; the newest first. Every key here has a version. */
  readonly versions = new Map<string, Version[]>();
  keys = new SortedKeys([]);
  readonly uploads = new Map<string, Upload & { parts: Map<number, Part> }>();
  readonly settings = new Map<SettingName, string>();
  /** Events that no queue has accepted yet, by id. */
  readonly events = new Map<string, QueuedEvent>();
  /** Keys that are being written, with the number of requests. */
  readonly #writes = new Map<string, number>();
  #log: Log<Entry[]> | undefined;
  #retired = false;
  #lastCommit: Promise<unknown> = Promise.resolve();

  readonly #deliver: Deliver;

  private constructor(name: string, folder: string, deliver: Deliver) {
    this.name = name;
    this.#deliver = deliver;
    this.blobs = new Blobs(join(folder, 'blobs'));
  }

  /**
   * Reads a bucket's folder, or creates it.
   * @param deliver called with every event that no queue has accepted, first with the events of earlier runs
   */
  static async open(name: string, folder: string, deliver: Deliver): Promise<Bucket> {
    const bucket = new Bucket(name, folder, deliver);
    await mkdir(folder, { recursive: true });
    await bucket.blobs.create();
    let entries = 0;
    bucket.#log = await Log.open<Entry[]>(join(folder, 'log.jsonl'), (row) => {
      entries += row.length;
      for (const entry of row) bucket.#apply(entry);
    });
    bucket.keys = new SortedKeys(bucket.versions.keys());
    const state = [...bucket.#state()];
    if (entries > compactionFactor * state.length + 1_000) await bucket.#log.rewrite(chunked(state, 100));
    await bucket.blobs.removeAllBut(bucket.#namedBlobs());
    for (const event of bucket.events.values()) deliver(bucket, event);
    return bucket;
  }

  /** Returns the newest version; undefined when there is none or it is a delete marker. */
  current(key: string): ObjectVersion | undefined {
    const newest = this.versions.get(key)?.[0];
    return newest && !isDeleteMarker(newest) ? newest : undefined;
  }

  /**
   * Changes the bucket. `decide` sees the state after every earlier commit, and throws or returns the entries; when
   * this resolves, they are durable.
   */
  commit<Result>(decide: () => { entries: Entry[]; result: Result }): Promise<Result> {
    const committed = this.#lastCommit.then(async () => {
      if (!this.#log || this.#retired) throw new S3Error('NoSuchBucket', undefined, { BucketName: this.name });
      const { entries, result } = decide();
      if (entries.length === 0) return result;
      await this.#log.append(entries);
      for (const entry of entries) {
        this.blobs.remove(this.#apply(entry));
        if (entry.type === 'event') this.#deliver(this, entry.event);
        if (entry.type === 'put') this.keys.add(entry.key);
        if (entry.type === 'remove' && !this.versions.has(entry.key)) this.keys.remove(entry.key);
      }
      return result;
    });
    this.#lastCommit = committed.catch(() => {});
    return committed;
  }

  /**
   * Registers the key as being written while `write` runs.
   * @param conditional whether the write depends on the key's present object
   * @throws ConditionalRequestConflict when it does and another write of the key is under way
   */
  async writing<Result>(key: string, conditional: boolean, write: () => Promise<Result>): Promise<Result> {
    const otherWrites = this.#writes.get(key) ?? 0;
    if (conditional && otherWrites > 0) throw new S3Error('ConditionalRequestConflict', undefined, { Key: key });
    this.#writes.set(key, otherWrites + 1);
    try {
      return await write();
    } finally {
      const remainingWrites = (this.#writes.get(key) ?? 1) - 1;
      if (remainingWrites > 0) this.#writes.set(key, remainingWrites);
      else this.#writes.delete(key);
    }
  }

  /** Makes later commits fail with NoSuchBucket. */
  retire(): void {
    this.#retired = true;
  }

  async close(): Promise<void> {
    await this.#lastCommit;
    await this.#log?.close();
    await this.blobs.close();
  }

  /**
   * Applies an entry.
   * @returns the content that no object names anymore
   */
  #apply(entry: Entry): Segment[] {
    switch (entry.type) {
      case 'created':
        this.created = entry.time;
        return [];
      case 'set':
        this.settings.set(entry.name, entry.xml);
        return [];
      case 'put': {
        const freedSegments = entry.version.versionId === 'null' ? this.#removeVersion(entry.key, 'null') : [];
        this.versions.set(entry.key, [entry.version, ...(this.versions.get(entry.key) ?? [])]);
        if (entry.uploadId === undefined || isDeleteMarker(entry.version)) return freedSegments;
        const usedBlobs = new Set(entry.version.segments.map(({ blob }) => blob));
        return [...freedSegments, ...this.#endUpload(entry.uploadId).filter(({ blob }) => !usedBlobs.has(blob))];
      }
      case 'remove':
        return this.#removeVersion(entry.key, entry.versionId);
      case 'upload':
        this.uploads.set(entry.id, { ...entry.upload, parts: new Map() });
        return [];
      case 'part': {
        const parts = this.uploads.get(entry.uploadId)?.parts;
        const replaced = parts?.get(entry.number)?.segments ?? [];
        parts?.set(entry.number, entry.part);
        return replaced;
      }
      case 'abort':
        return this.#endUpload(entry.uploadId);
      case 'event':
        this.events.set(entry.event.id, entry.event);
        return [];
      case 'sent':
        for (const id of entry.ids) this.events.delete(id);
        return [];
    }
  }

  #removeVersion(key: string, versionId: string): Segment[] {
    const versions = this.versions.get(key) ?? [];
    const remainingVersions = versions.filter((version) => version.versionId !== versionId);
    if (remainingVersions.length > 0) this.versions.set(key, remainingVersions);
    else this.versions.delete(key);
    return versions
      .filter((version) => version.versionId === versionId)
      .flatMap((version) => (isDeleteMarker(version) ? [] : version.segments));
  }

  #endUpload(id: string): Segment[] {
    const parts = [...(this.uploads.get(id)?.parts.values() ?? [])];
    this.uploads.delete(id);
    return parts.flatMap(({ segments }) => segments);
  }

  /** Returns the shortest log that produces this state. */
  *#state(): Generator<Entry> {
    yield { type: 'created', time: this.created };
    for (const [name, xml] of this.settings) yield { type: 'set', name, xml };
    for (const [key, versions] of this.versions) {
      for (const version of versions.toReversed()) yield { type: 'put', key, version };
    }
    for (const [id, { parts, ...upload }] of this.uploads) {
      yield { type: 'upload', id, upload };
      for (const [number, part] of parts) yield { type: 'part', uploadId: id, number, part };
    }
    for (const event of this.events.values()) yield { type: 'event', event };
  }

  #namedBlobs(): Set<string> {
    const blobNames = new Set<string>();
    for (const versions of this.versions.values()) {
      for (const version of versions) {
        if (!isDeleteMarker(version)) for (const { blob } of version.segments) blobNames.add(blob);
      }
    }
    for (const { parts } of this.uploads.values()) {
      for (const { segments } of parts.values()) for (const { blob } of segments) blobNames.add(blob);
    }
    return blobNames;
  }
}

function* chunked<Item>(items: Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
