import type { Faults } from '../services/faults.ts';
import type { Change, Disk, Snapshot } from './disk.ts';
import { DynamoDbError } from './errors.ts';
import type { Images, Streams } from './streams.ts';
import type { Tables } from './tables.ts';

interface PendingWrite {
  changes: Change[];
  images: Images[];
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Stores writes in batches: writes that arrive while a batch is being stored go into the next batch together. Each
 * write is whole or absent after a crash, its stream record is in the same batch, records become readable in the order
 * of their numbers, and many parallel writers cost few disk writes. Writers hold their items' locks until this
 * resolves.
 */
export class Commits {
  readonly #disk: Disk;
  readonly #tables: Tables;
  readonly #streams: Streams;
  readonly #past: Past;
  #pendingWrites: PendingWrite[] = [];
  #running = false;

  constructor(disk: Disk, tables: Tables, streams: Streams, past: Past) {
    this.#disk = disk;
    this.#tables = tables;
    this.#streams = streams;
    this.#past = past;
  }

  /**
   * Stores all of a request's changes, or none. Throws ResourceNotFoundException when a table was deleted in the
   * meantime.
   */
  store(changes: Change[], images: Images[]): Promise<void> {
    for (const { table } of images) {
      if (this.#tables.usable(table.TableName).TableId !== table.TableId) {
        throw new DynamoDbError('ResourceNotFoundException', 'Requested resource not found');
      }
    }
    return new Promise((resolve, reject) => {
      this.#pendingWrites.push({ changes, images, resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  /** Resolves when all writes submitted until now are stored. */
  async idle(): Promise<void> {
    await this.store([], []);
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#pendingWrites.length > 0) {
      const batch = this.#pendingWrites;
      this.#pendingWrites = [];
      try {
        this.#past.remember(this.#disk);
        const record = this.#streams.record(batch.flatMap(({ images }) => images));
        await this.#disk.batch([...batch.flatMap(({ changes }) => changes), ...record.changes]);
        record.stored();
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#running = false;
  }
}

/** Milliseconds that a query may take to open the snapshot that it was given. */
const snapshotGrace = 5000;

/** Recent snapshots of the tables, kept only while a fault makes indexes lag. */
export class Past {
  readonly #faults: Faults;
  #moments: { until: number; snapshot: Snapshot }[] = [];

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  /** Stores a snapshot if a fault needs one. Call it before every write. */
  remember(disk: Disk): void {
    const lags = this.#faults.rules.filter(({ kind }) => kind === 'lag').map(({ delay }) => delay ?? 0);
    if (lags.length === 0 && this.#moments.length === 0) return;
    const now = Date.now();
    if (lags.length > 0) this.#moments.push({ until: now, snapshot: disk.snapshot() });
    const oldest = now - Math.max(0, ...lags) - snapshotGrace;
    const expired = this.#moments.filter(({ until }) => until <= oldest);
    this.#moments = this.#moments.filter((moment) => !expired.includes(moment));
    for (const { snapshot } of expired) void snapshot.close();
  }

  /** Returns the tables as they were some milliseconds ago; undefined when nothing has been written since then. */
  before(milliseconds: number): Snapshot | undefined {
    const moment = Date.now() - milliseconds;
    return this.#moments.find(({ until }) => until > moment)?.snapshot;
  }
}
