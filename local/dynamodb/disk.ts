import { Stream } from 'node:stream';
import { Level } from 'level';
import type { RangeOptions } from './engine.ts';

/**
 * The store of all data. One LevelDB holds everything, so that one batch can hold an item, its index entries and its
 * stream record: LevelDB appends a batch to its log in one piece and passes it to the operating system before the write
 * is acknowledged. A killed process leaves a batch whole or absent; a power failure may lose the last moments.
 */
export type Disk = Level<string, unknown>;
export type Snapshot = ReturnType<Disk['snapshot']>;
export type Change = { type: 'put'; key: string; value: unknown } | { type: 'del'; key: string };

/** Key prefixes. Names of tables and indexes contain no `~`, so no prefix begins another. */
export const prefixes = {
  tables: 'table~',
  settings: 'settings~',
  streams: 'stream~',
  items: (table: string) => `item~${table}~`,
  index: (table: string, index: string) => `index~${table}~${index}~`,
  allIndexes: (table: string) => `index~${table}~`,
  tags: (table: string) => `tag~${table}~`,
  records: (table: string, label: string) => `record~${table}~${label}~`,
};

/** A character that makes a key sort after every key with the prefix before it. */
const last = '\u{10FFFF}';

export async function openDisk(dir: string): Promise<Disk> {
  const disk: Disk = new Level(dir, { valueEncoding: 'json', writeBufferSize: 16 * 1024 * 1024 });
  try {
    await disk.open();
  } catch (error) {
    const cause = (error as { cause?: { code?: string; message?: string } }).cause;
    if (cause?.code === 'LEVEL_LOCKED') {
      throw new Error(`DynamoDB: another process is using ${dir}. Stop it, or give this one a folder of its own.`);
    }
    throw new Error(`DynamoDB: can't open its data in ${dir}: ${cause?.message ?? error}`);
  }
  return disk;
}

/** Returns the range of all keys with a prefix, or a range within it. */
export function within(prefix: string, { gt, gte, lt, lte, reverse, limit }: RangeOptions = {}) {
  return {
    ...(gt !== undefined ? { gt: prefix + gt } : { gte: prefix + (gte ?? '') }),
    ...(lte !== undefined ? { lte: prefix + lte } : { lt: prefix + (lt ?? last) }),
    ...(reverse ? { reverse } : {}),
    ...(limit !== undefined && limit >= 0 ? { limit } : {}),
  };
}

const chunkSize = 200;

/** Reads a range in chunks as the event-based stream that dynalite expects, until the end or `destroy()`. */
export function streamOf<Entry>(open: () => { nextv(size: number): Promise<Entry[]>; close(): Promise<void> }): Stream {
  const stream = new Stream() as Stream & { destroy(): void };
  let stopped = false;
  stream.destroy = () => {
    stopped = true;
  };
  const read = async () => {
    const iterator = open();
    try {
      while (!stopped) {
        const entries = await iterator.nextv(chunkSize);
        if (entries.length === 0) break;
        for (const entry of entries) {
          if (stopped) break;
          stream.emit('data', entry);
        }
      }
    } finally {
      await iterator.close();
    }
    stream.emit('end');
  };
  // dynalite adds its listeners after it has received the stream.
  setImmediate(() => read().catch((error) => stream.emit('error', error)));
  return stream;
}
