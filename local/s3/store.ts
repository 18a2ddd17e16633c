import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Bucket, type Deliver } from './bucket.ts';
import { S3Error } from './http/s3-error.ts';

const bucketName = /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** A folder that can't be a bucket's, because its name begins with a dot. */
const deletedFolder = '.deleted';

/** All buckets, one folder each. */
export class Store {
  readonly #dir: string;
  readonly buckets = new Map<string, Bucket>();
  /** The last creation or deletion, for which the next one waits. */
  #lastChange: Promise<unknown> = Promise.resolve();

  readonly #deliver: Deliver;

  private constructor(dir: string, deliver: Deliver) {
    this.#dir = dir;
    this.#deliver = deliver;
  }

  static async open(dir: string, deliver: Deliver): Promise<Store> {
    const store = new Store(dir, deliver);
    await mkdir(dir, { recursive: true });
    await rm(join(dir, deletedFolder), { recursive: true, force: true });
    for (const name of (await readdir(dir)).filter((candidate) => bucketName.test(candidate))) {
      // A folder without a log is the remains of a CreateBucket that was killed.
      if (!existsSync(join(dir, name, 'log.jsonl'))) continue;
      const bucket = await Bucket.open(name, join(dir, name), deliver);
      if (bucket.created) store.buckets.set(name, bucket);
      else await bucket.close();
    }
    return store;
  }

  /**
   * Returns a bucket.
   * @throws NoSuchBucket
   */
  bucket(name: string): Bucket {
    const bucket = this.buckets.get(name);
    if (!bucket) throw new S3Error('NoSuchBucket', undefined, { BucketName: name });
    return bucket;
  }

  /** Creates a bucket. An existing bucket is left unchanged, as S3 does for its owner in us-east-1. */
  create(name: string): Promise<void> {
    if (!bucketName.test(name)) throw new S3Error('InvalidBucketName', undefined, { BucketName: name });
    return this.#change(async () => {
      if (this.buckets.has(name)) return;
      const bucket = await Bucket.open(name, join(this.#dir, name), this.#deliver);
      await bucket.commit(() => ({ entries: [{ type: 'created', time: Date.now() }], result: undefined }));
      this.buckets.set(name, bucket);
    });
  }

  /**
   * Deletes a bucket.
   * @throws BucketNotEmpty while it holds any version of any object
   */
  delete(name: string): Promise<void> {
    return this.#change(async () => {
      const bucket = this.bucket(name);
      // The decision is made in a commit, so that it sees every write that came before, and a later write finds no
      // bucket.
      await bucket.commit(() => {
        if (bucket.versions.size > 0) throw new S3Error('BucketNotEmpty', undefined, { BucketName: name });
        bucket.retire();
        this.buckets.delete(name);
        return { entries: [], result: undefined };
      });
      await bucket.close();
      await mkdir(join(this.#dir, deletedFolder), { recursive: true });
      await rename(join(this.#dir, name), join(this.#dir, deletedFolder, `${name}-${Date.now()}`));
      await rm(join(this.#dir, deletedFolder), { recursive: true, force: true });
    });
  }

  #change(change: () => Promise<void>): Promise<void> {
    const changed = this.#lastChange.then(change);
    this.#lastChange = changed.catch(() => {});
    return changed;
  }

  async close(): Promise<void> {
    await this.#lastChange;
    await Promise.all([...this.buckets.values()].map((bucket) => bucket.close()));
  }
}
