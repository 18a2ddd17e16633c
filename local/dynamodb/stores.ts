import { accountId, region } from '../addresses.ts';
import type { Change, Disk, Snapshot } from './disk.ts';
import { prefixes, streamOf, within } from './disk.ts';
import type { Collection, EngineStore, Item, Table } from './engine.ts';
import { engineIndexKey, indexEntryKey, keyAttributes, keyOfKey, options } from './engine.ts';
import type { Tables } from './tables.ts';

/** The item that one operation reads, and the changes that it will write. */
export interface Collected {
  before: Item | undefined;
  after: Item | undefined;
  changes: Change[];
}

function collection(disk: Disk, prefix: string, snapshot?: Snapshot): Collection {
  const snapshotOption = snapshot ? { snapshot } : {};
  return {
    lock: (_key, run) => run((done) => done),
    get: (key, done) => {
      disk
        .get(prefix + key, snapshotOption)
        .then((value) => done(null, value))
        .catch(done);
    },
    put: (key, value, done) => {
      disk
        .put(prefix + key, value)
        .then(() => done(null))
        .catch(done);
    },
    del: (key, done) => {
      disk
        .del(prefix + key)
        .then(() => done(null))
        .catch(done);
    },
    batch: (operations, done) => {
      const changes = operations.map(({ type, key, value }) =>
        type === 'put' ? { type, key: prefix + key, value } : { type, key: prefix + key },
      );
      disk
        .batch(changes)
        .then(() => done(null))
        .catch(done);
    },
    createKeyStream: (range) => {
      const open = () => disk.keys({ ...within(prefix, range), ...snapshotOption });
      return streamOf(() => {
        const keys = open();
        return {
          nextv: async (size) => (await keys.nextv(size)).map((key) => key.slice(prefix.length)),
          close: () => keys.close(),
        };
      });
    },
    createValueStream: (range) => streamOf(() => disk.values({ ...within(prefix, range), ...snapshotOption })),
  };
}

/**
 * Returns a store of the tables and items as they are now, or in a snapshot. `startKey` is where the request's page on
 * an index begins: our index entries have longer keys than dynalite expects, so its start key is completed here.
 */
export function readingStore(
  disk: Disk,
  tables: Tables,
  at: { snapshot?: Snapshot; startKey?: Item } = {},
): EngineStore {
  const { snapshot, startKey } = at;
  return {
    options,
    tableDb: {
      ...collection(disk, prefixes.tables, snapshot),
      get: (name, done) => done(null, structuredClone(tables.find(name))),
      awsAccountId: accountId,
      awsRegion: region,
    },
    getTable: (name, ...how) => {
      const toChange = how.length === 2;
      const done = how.length === 2 ? how[1] : how[0];
      const table = tables.find(name);
      if (table && (toChange || (table.TableStatus !== 'CREATING' && table.TableStatus !== 'DELETING'))) {
        done(null, toChange ? structuredClone(table) : table);
      } else {
        done(notFound(toChange ? `: Table: ${name} not found` : ''));
      }
    },
    getItemDb: (table) => collection(disk, prefixes.items(table), snapshot),
    getIndexDb: (_kind, table, index) => {
      const entries = collection(disk, prefixes.index(table, index), snapshot);
      const definition = tables.find(table);
      if (!startKey || !definition) return entries;
      return {
        ...entries,
        createValueStream: (range = {}) => {
          const engineStart = range.reverse ? range.lt : range.gt;
          const start = engineStart && completeStart(engineStart, startKey, definition, index);
          return entries.createValueStream(start ? { ...range, [range.reverse ? 'lt' : 'gt']: start } : range);
        },
      };
    },
    getTagDb: (table) => collection(disk, prefixes.tags(table)),
  };
}

function notFound(detail: string): Error {
  return Object.assign(new Error('NotFoundError'), {
    name: 'NotFoundError',
    statusCode: 400,
    body: {
      __type: 'com.amazonaws.dynamodb.v20120810#ResourceNotFoundException',
      message: `Requested resource not found${detail}`,
    },
  });
}

function completeStart(engineStart: string, startKey: Item, table: Table, indexName: string): string | undefined {
  const indexes = [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])];
  const index = indexes.find((candidate) => candidate.IndexName === indexName);
  if (!index || engineStart !== engineIndexKey(startKey, table, index)) return undefined;
  return indexEntryKey(engineStart, keyOfKey(keyAttributes(startKey, table), table));
}

/**
 * Returns a store whose reads pass through, and whose writes to the one item are collected, to be stored in one batch
 * with its index entries and stream record.
 */
export function collectingStore(reading: EngineStore, itemKey: string, collected: Collected): EngineStore {
  const collecting = (
    prefix: string,
    entries: Collection,
    keyOf: (key: string) => string,
    onWrite: (value: unknown) => void,
  ): Collection => ({
    ...entries,
    put: (key, value, done) => {
      collected.changes.push({ type: 'put', key: prefix + keyOf(key), value });
      onWrite(value);
      done(null);
    },
    del: (key, done) => {
      collected.changes.push({ type: 'del', key: prefix + keyOf(key) });
      onWrite(undefined);
      done(null);
    },
  });
  return {
    ...reading,
    getItemDb: (table) => {
      const items = reading.getItemDb(table);
      const writing = collecting(
        prefixes.items(table),
        items,
        (key) => key,
        (value) => {
          collected.after = value as Item | undefined;
        },
      );
      return {
        ...writing,
        get: (key, done) =>
          items.get(key, (error, value) => {
            collected.before = value as Item | undefined;
            done(error, value);
          }),
      };
    },
    getIndexDb: (kind, table, index) =>
      collecting(
        prefixes.index(table, index),
        reading.getIndexDb(kind, table, index),
        (key) => indexEntryKey(key, itemKey),
        () => {},
      ),
  };
}

/** Returns an empty collection of one item's writes. */
export function nothingCollected(): Collected {
  return { before: undefined, after: undefined, changes: [] };
}
