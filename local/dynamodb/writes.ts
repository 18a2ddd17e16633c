import type { Commits } from './commits.ts';
import type { Disk } from './disk.ts';
import type { Input, Item, Output, Table } from './engine.ts';
import { itemSize, keyOfItem, keyOfKey, run, validate } from './engine.ts';
import { DynamoDbError, outOfBounds, validation } from './errors.ts';
import type { Locks } from './locks.ts';
import { itemLocks } from './locks.ts';
import type { Collected } from './stores.ts';
import { collectingStore, nothingCollected, readingStore } from './stores.ts';
import type { Images } from './streams.ts';
import type { Tables } from './tables.ts';

export type WriteOperation = 'PutItem' | 'UpdateItem' | 'DeleteItem';

/** One item that a request writes: validated, with its table and key. */
export interface Target {
  table: Table;
  itemKey: string;
  data: Input;
}

/** The effect of a write that is not stored yet. */
export interface Prepared {
  output: Output;
  collected: Collected;
  images: Images;
}

/** Writes of single items and of batches, and the steps that transactions share with them. */
export class Writes {
  readonly #disk: Disk;
  readonly #tables: Tables;
  readonly #commits: Commits;
  readonly #locks: Locks;

  constructor(disk: Disk, tables: Tables, commits: Commits, locks: Locks) {
    this.#disk = disk;
    this.#tables = tables;
    this.#commits = commits;
    this.#locks = locks;
  }

  /** Runs PutItem, UpdateItem or DeleteItem. */
  async single(operation: WriteOperation, input: Input, expired = false): Promise<Output> {
    const returnOld = wantsItemOnFailure(input);
    const data = validate(operation, input);
    const target = this.locate(operation, data);
    return this.holding([target], async () => {
      const collected = nothingCollected();
      try {
        const { output, images } = await this.prepare(operation, target, collected);
        await this.store([{ output, collected, images: expired ? { ...images, expired } : images }]);
        return output;
      } catch (error) {
        throw returnOld ? withItem(error, collected.before) : error;
      }
    });
  }

  /** Runs BatchWriteItem. AWS's contract makes its items independent of each other; here they are stored together. */
  async batch(input: Input): Promise<Output> {
    const requested = Object.values((input.RequestItems ?? {}) as Record<string, unknown[]>);
    if (requested.reduce((sum, requests) => sum + (requests?.length ?? 0), 0) > 25) {
      throw validation('Too many items requested for the BatchWriteItem call');
    }
    const data = validate('BatchWriteItem', input);
    const { ReturnConsumedCapacity } = data;
    const writes = Object.entries(data.RequestItems as Record<string, WriteRequest[]>).flatMap(
      ([TableName, requests]) =>
        requests.map(({ PutRequest, DeleteRequest }) => {
          const operation: WriteOperation = PutRequest ? 'PutItem' : 'DeleteItem';
          const request: Input = { TableName, ReturnConsumedCapacity, ...(PutRequest ?? DeleteRequest) };
          return { operation, target: this.#locateInBatch(operation, request) };
        }),
    );
    const targets = writes.map(({ target }) => target);
    if (new Set(targets.map(lockName)).size < targets.length) {
      throw validation('Provided list of item keys contains duplicates');
    }
    return this.holding(targets, async () => {
      const prepared = await Promise.all(
        writes.map(({ operation, target }) => this.prepare(operation, target, nothingCollected())),
      );
      await this.store(prepared);
      const capacity = consumedCapacity(prepared.map(({ output }) => output));
      return { UnprocessedItems: {}, ...(capacity.length > 0 ? { ConsumedCapacity: capacity } : {}) };
    });
  }

  /** Returns the item that a validated request names. */
  locate(operation: WriteOperation, data: Input): Target {
    const table = this.#tables.usable(String(data.TableName));
    const itemKey = operation === 'PutItem' ? keyOfItem(data.Item as Item, table) : keyOfKey(data.Key as Item, table);
    return { table, itemKey, data };
  }

  /** Runs work while no other request writes the items. */
  async holding<Result>(targets: Target[], work: () => Promise<Result>): Promise<Result> {
    const release = await this.#locks.hold(targets.map(lockName));
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Computes the effect of a write on its item, whose lock must be held; `collected` has the item even when this
   * throws.
   */
  async prepare(operation: WriteOperation, { table, itemKey, data }: Target, collected: Collected): Promise<Prepared> {
    const store = collectingStore(readingStore(this.#disk, this.#tables), itemKey, collected);
    const output = await run(operation, store, data);
    if (collected.after) refuseEmptyIndexKeys(operation, collected.after, table);
    return { output, collected, images: { table, before: collected.before, after: collected.after } };
  }

  /** Stores prepared writes, all or none. */
  async store(prepared: Prepared[]): Promise<void> {
    await this.#commits.store(
      prepared.flatMap(({ collected }) => collected.changes),
      prepared.map(({ images }) => images),
    );
  }

  #locateInBatch(operation: WriteOperation, data: Input): Target {
    try {
      return this.locate(operation, data);
    } catch (error) {
      const concernsKey = error instanceof DynamoDbError && /Missing the key|Type mismatch for key/.test(error.message);
      throw concernsKey ? validation('The provided key element does not match the schema') : error;
    }
  }
}

interface WriteRequest {
  PutRequest?: { Item: Item };
  DeleteRequest?: { Key: Item };
}

export function lockName({ table, itemKey }: Target): string {
  return itemLocks(table.TableName) + itemKey;
}

/** Returns whether ReturnValuesOnConditionCheckFailure asks for the item; dynalite does not support this parameter. */
export function wantsItemOnFailure(input: Input, parameter = 'returnValuesOnConditionCheckFailure'): boolean {
  const returnValues = input.ReturnValuesOnConditionCheckFailure;
  if (returnValues !== undefined && returnValues !== 'ALL_OLD' && returnValues !== 'NONE') {
    throw outOfBounds(parameter, returnValues, 'Member must satisfy enum value set: [ALL_OLD, NONE]');
  }
  return returnValues === 'ALL_OLD';
}

function withItem(error: unknown, item: Item | undefined): unknown {
  if (!(error instanceof DynamoDbError) || error.code !== 'ConditionalCheckFailedException' || !item) return error;
  return new DynamoDbError(error.code, error.message, { Item: item });
}

/** Refuses empty index keys, which dynalite accepts and DynamoDB does not. */
function refuseEmptyIndexKeys(operation: WriteOperation, item: Item, table: Table): void {
  for (const index of [...(table.GlobalSecondaryIndexes ?? []), ...(table.LocalSecondaryIndexes ?? [])]) {
    for (const { AttributeName: name } of index.KeySchema) {
      if (item[name]?.S !== '' && item[name]?.B !== '') continue;
      const explanation =
        operation === 'UpdateItem'
          ? 'The update expression attempted to update a secondary index key to a value that is not supported. ' +
            'The AttributeValue for a key attribute cannot contain an empty string value.'
          : 'A value specified for a secondary index key is not supported. The AttributeValue for a key attribute ' +
            `cannot contain an empty string value. IndexName: ${index.IndexName}, IndexKey: ${name}`;
      throw validation(`One or more parameter values are not valid. ${explanation}`);
    }
  }
}

interface Capacity {
  TableName: string;
  CapacityUnits: number;
}

/** Sums the consumed capacity of a request's items, by table; `factor` is 2 for transactions. */
export function consumedCapacity(outputs: Output[], factor = 1): Capacity[] {
  const units = new Map<string, number>();
  for (const { ConsumedCapacity } of outputs) {
    const used = ConsumedCapacity as Capacity | undefined;
    if (used) units.set(used.TableName, (units.get(used.TableName) ?? 0) + used.CapacityUnits * factor);
  }
  return [...units].map(([TableName, CapacityUnits]) => ({ TableName, CapacityUnits }));
}

/** Returns the item's size after a prepared write, or before a delete. */
export function writtenBytes({ images }: Prepared): number {
  return itemSize(images.after ?? images.before ?? {});
}
