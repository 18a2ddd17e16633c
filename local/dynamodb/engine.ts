import { createRequire } from 'node:module';
import type { Stream } from 'node:stream';
import { DynamoDbError } from './errors.ts';

/**
 * Wraps dynalite; no other file uses it. Only the functions that make dynalite behave like DynamoDB run (parsing,
 * validation, conditions, updates, queries), against a store of our own, without its HTTP server and its LevelDB
 * wrapper. So a request's writes can be collected and stored as one atomic batch, and its images reach the stream
 * without further reads.
 */

/** DynamoDB's wire form of a value, such as `{ S: 'text' }`. */
type AttributeValue = Record<string, unknown>;
export type Item = Record<string, AttributeValue>;
export type Input = Record<string, unknown>;
export type Output = Record<string, unknown>;

interface KeySchemaElement {
  AttributeName: string;
  KeyType: string;
}
export interface Index {
  IndexName: string;
  KeySchema: KeySchemaElement[];
  Projection: { ProjectionType?: string; NonKeyAttributes?: string[] };
  [described: string]: unknown;
}
/** A table as DescribeTable returns it, which is also how it is stored. */
export interface Table {
  TableName: string;
  TableArn: string;
  TableStatus: string;
  KeySchema: KeySchemaElement[];
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  LocalSecondaryIndexes?: Index[];
  GlobalSecondaryIndexes?: Index[];
  StreamSpecification?: { StreamEnabled: boolean; StreamViewType?: string };
  LatestStreamArn?: string;
  LatestStreamLabel?: string;
  DeletionProtectionEnabled?: boolean;
  [described: string]: unknown;
}

type Done<Value = void> = (error: Error | null, value?: Value) => void;

export interface RangeOptions {
  gt?: string;
  gte?: string;
  lt?: string;
  lte?: string;
  reverse?: boolean;
  /** -1 for no limit. */
  limit?: number;
}

/** The functions of one keyed collection that dynalite calls: the tables, a table's items, an index, a table's tags. */
export interface Collection {
  lock(key: string, run: (release: (done: Done<Output>) => Done<Output>) => void): void;
  get(key: string, done: Done<unknown>): void;
  put(key: string, value: unknown, done: Done): void;
  del(key: string, done: Done): void;
  batch(operations: { type: 'put' | 'del'; key: string; value?: unknown }[], done: Done): void;
  createKeyStream(range?: RangeOptions): Stream;
  createValueStream(range?: RangeOptions): Stream;
}

/**
 * The functions of the database that dynalite calls. `getTable` returns a copy to change when the status must not be
 * checked.
 */
export interface EngineStore {
  options: { createTableMs: number; deleteTableMs: number; updateTableMs: number; maxItemSize: number };
  tableDb: Collection & { awsAccountId: string; awsRegion: string };
  getTable(name: string, ...how: [done: Done<Table>] | [checkStatus: false, done: Done<Table>]): void;
  getItemDb(table: string): Collection;
  getIndexDb(kind: string, table: string, index: string): Collection;
  getTagDb(table: string): Collection;
}

const requireDynalite = createRequire(import.meta.url);

const validations = requireDynalite('dynalite/validations/index.js') as {
  checkTypes(data: Input, types: unknown): Input;
  checkValidations(data: Input, types: unknown, custom: unknown, store: Pick<EngineStore, 'options'>): void;
};
const dynalite = requireDynalite('dynalite/db/index.js') as {
  validateKey(key: Item, table: Table): Error | null | undefined;
  validateItem(item: Item, table: Table): Error | null | undefined;
  validateKeyPaths(paths: unknown, table: Table): Error | null | undefined;
  createKey(item: Item, table: Table): string;
  createIndexKey(item: Item, table: Table, keySchema: KeySchemaElement[]): string;
  checkConditional(data: Input, item: Item | undefined): Error | null | undefined;
  itemSize(item: Item): number;
  updateIndexes(store: EngineStore, table: Table, before: Item | undefined, after: Item | undefined, done: Done): void;
};

const operations = new Map(
  [
    'BatchGetItem',
    'BatchWriteItem',
    'CreateTable',
    'DeleteItem',
    'DeleteTable',
    'DescribeTable',
    'GetItem',
    'ListTables',
    'PutItem',
    'Query',
    'Scan',
    'UpdateItem',
    'UpdateTable',
  ].map((name) => {
    const file = `${name.charAt(0).toLowerCase()}${name.slice(1)}.js`;
    return [
      name,
      {
        validation: requireDynalite(`dynalite/validations/${file}`) as { types: unknown; custom?: unknown },
        action: requireDynalite(`dynalite/actions/${file}`) as (
          store: EngineStore,
          data: Input,
          done: Done<Output>,
        ) => void,
      },
    ] as const;
  }),
);

export function knows(operation: string): boolean {
  return operations.has(operation);
}

function find(operation: string) {
  const entry = operations.get(operation);
  if (!entry) throw new DynamoDbError('UnknownOperationException', '');
  return entry;
}

/** DynamoDB's limit for an item in bytes; tables change state without delay here. */
export const options = { createTableMs: 0, deleteTableMs: 0, updateTableMs: 0, maxItemSize: 400 * 1024 };

/**
 * Checks a request's types and values and parses its expressions, as far as that needs no table. Returns the input of
 * `run`; throws DynamoDB's SerializationException or ValidationException.
 */
export function validate(operation: string, input: Input): Input {
  const { validation } = find(operation);
  return withAwsErrors(() => {
    const data = validations.checkTypes(input, validation.types);
    validations.checkValidations(data, validation.types, validation.custom, { options });
    return data;
  });
}

/** Runs a validated operation against a store. */
export function run(operation: string, store: EngineStore, data: Input): Promise<Output> {
  const { action } = find(operation);
  return new Promise((resolve, reject) => {
    try {
      action(store, data, (error, output) => (error ? reject(translate(error)) : resolve(output ?? {})));
    } catch (error) {
      reject(translate(error));
    }
  });
}

/** Returns the key under which an item is stored: unique in its table, and in the order of its sort key. */
export function keyOfItem(item: Item, table: Table): string {
  throwIfInvalid(dynalite.validateItem(item, table));
  return dynalite.createKey(item, table);
}

/** Returns the same key, from the request's `Key`. */
export function keyOfKey(key: Item, table: Table): string {
  throwIfInvalid(dynalite.validateKey(key, table));
  return dynalite.createKey(key, table);
}

/**
 * Returns the key of an item's entry in an index. dynalite's key ends in a 24-bit hash of the item's key, so two items
 * with equal index keys could collide; this one ends in the whole key.
 */
export function indexEntryKey(engineKey: string, itemKey: string): string {
  return `${engineKey}/${itemKey}`;
}

/** Returns dynalite's start key of a page on an index. */
export function engineIndexKey(startKey: Item, table: Table, index: Index): string {
  return dynalite.createIndexKey(startKey, table, index.KeySchema);
}

/** Returns the key attributes of an item. */
export function keyAttributes(item: Item, table: Table): Item {
  return Object.fromEntries(table.KeySchema.map(({ AttributeName }) => [AttributeName, item[AttributeName] ?? {}]));
}

/** Throws ConditionalCheckFailedException when a validated request's condition does not hold for the item. */
export function checkCondition(data: Input, item: Item | undefined, table: Table): void {
  const condition = data._condition as { nestedPaths?: unknown } | undefined;
  throwIfInvalid(dynalite.validateKeyPaths(condition?.nestedPaths, table));
  throwIfInvalid(dynalite.checkConditional(data, item));
}

/** Returns the bytes that count towards DynamoDB's limits. */
export function itemSize(item: Item): number {
  return dynalite.itemSize(item);
}

/** Writes an item's entries into the indexes of a table. */
export function writeIndexEntries(store: EngineStore, table: Table, item: Item): Promise<void> {
  return new Promise((resolve, reject) => {
    dynalite.updateIndexes(store, table, undefined, item, (error) => (error ? reject(error) : resolve()));
  });
}

function throwIfInvalid(error: Error | null | undefined): void {
  if (error) throw translate(error);
}

function withAwsErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw translate(error);
  }
}

interface EngineError extends Error {
  statusCode?: number;
  body?: { __type?: string; message?: string; Message?: string };
}

function translate(thrown: unknown): unknown {
  const { statusCode, body } = thrown as EngineError;
  if (!statusCode || !body) return thrown;
  const code = body.__type?.split('#')[1] ?? 'InternalServerError';
  return new DynamoDbError(code, body.message ?? body.Message ?? '', {}, statusCode);
}
