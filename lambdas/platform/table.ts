import { randomUUID } from 'node:crypto';
import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod';
import { dynamodb } from './aws.ts';
import { WriteConflictError } from './conflicts.ts';
import { type EnvironmentName, env } from './env.ts';
import { StudioError } from './errors.ts';
import { attempts, backOff, cancellationReasons, canRetry, retryPeriod } from './table/attempts.ts';
import {
  type Attributes,
  type Change,
  conditionOf,
  Expression,
  type RowConditions,
  updateOf,
} from './table/expressions.ts';
import { keyConditionOf, type Query } from './table/queries.ts';
import { defaultsOf, pick, RowParser } from './table/rows.ts';

export type Key = Record<string, string>;

/**
 * A write, alone or in a transaction. `onConflict` creates the error for a condition that is not met; the default is
 * WriteConflictError.
 */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number] & {
  onConflict?: () => Error | Promise<Error>;
};

export interface Conditions extends RowConditions {
  onConflict?: () => Error | Promise<Error>;
}

const batchGetSize = 100;

/** A table's key (partition, then sort) and its indexes' keys. */
interface Keys {
  key: readonly [string, string?];
  indexes?: Record<string, readonly [string, string]>;
}

/**
 * Returns the operations of one table.
 * @param variable the environment variable that holds the table's name
 * @param keys the table's key (partition, then sort) and its indexes' keys, as in the blueprint
 * @param schema every row is parsed with it when read
 */
export const table = <Schema extends z.ZodType>(variable: EnvironmentName, keys: Keys, schema: Schema) =>
  new Table(variable, keys, schema);

/**
 * The operations of one table.
 * @public because the declarations of every repository's tables name it
 */
export class Table<Schema extends z.ZodType> {
  readonly #variable: EnvironmentName;
  readonly #keys: Keys;
  /** The names of the key attributes. */
  readonly #primary: string[];
  readonly #parser: RowParser<Schema>;
  readonly #defaults: ReadonlyMap<string, unknown>;

  constructor(variable: EnvironmentName, keys: Keys, schema: Schema) {
    this.#variable = variable;
    this.#keys = keys;
    this.#primary = keys.key.filter((name) => name !== undefined);
    this.#parser = new RowParser(schema, variable, this.#primary);
    this.#defaults = defaultsOf(schema);
  }

  /** Returns the row; strongly consistent when `consistent`, otherwise eventually consistent for half the price. */
  async get(key: Key, { consistent = false } = {}): Promise<z.output<Schema> | undefined> {
    const { Item } = await dynamodb().send(
      new GetCommand({ TableName: this.#name, Key: key, ConsistentRead: consistent }),
    );
    return Item && this.#parser.parse(Item);
  }

  /**
   * Returns the rows of these keys that exist, in the order of the keys; no key may appear twice. Strongly consistent
   * when `consistent`.
   */
  async getMany(
    requestedKeys: Key[],
    { consistent = false, leaveOutDamaged = false } = {},
  ): Promise<z.output<Schema>[]> {
    const itemsByKey = new Map<string, Attributes>();
    const nameOf = (row: Attributes) => JSON.stringify(this.#primary.map((name) => row[name]));
    for (let start = 0; start < requestedKeys.length; start += batchGetSize) {
      const batch = requestedKeys.slice(start, start + batchGetSize);
      for (const item of await this.#readBatch(batch, consistent)) itemsByKey.set(nameOf(item), item);
    }
    return this.#parser.parseList(
      requestedKeys.map((key) => itemsByKey.get(nameOf(key))).filter((item) => item !== undefined),
      leaveOutDamaged,
    ).rows;
  }

  /**
   * Returns one page of a list.
   * @param from the `last` of the previous page
   * @returns up to `size` rows; `last` is undefined exactly when no rows follow; `damaged`: ids of rows left out
   */
  async page(
    query: Query,
    size: number,
    from?: Key,
  ): Promise<{ rows: z.output<Schema>[]; last: Key | undefined; damaged: string[] | undefined }> {
    const pageItems: Attributes[] = [];
    let start: Attributes | undefined = from;
    do {
      // Read one row more than a page has: it shows whether another page follows.
      const { items, last } = await this.#read(query, size + 1 - pageItems.length, start);
      pageItems.push(...items);
      start = last;
    } while (start && pageItems.length <= size);
    const end = pageItems[size - 1];
    const names = query.index ? [...this.#primary, ...this.#indexKeys(query.index)] : this.#primary;
    return {
      ...this.#parser.parseList(pageItems.slice(0, size), query.leaveOutDamaged),
      last: pageItems.length > size && end ? pick(end, names) : undefined,
    };
  }

  /** Returns all rows of a list. For lists that are always short, and for workers. */
  async all(query: Query): Promise<z.output<Schema>[]> {
    return (await this.#readAll(query)).rows;
  }

  /**
   * Returns all rows of a list that match the schema, and the ids of damaged rows, if there are any. For lists that are
   * always short.
   */
  async allIntact(query: Omit<Query, 'leaveOutDamaged'>): Promise<{ rows: z.output<Schema>[]; damaged?: string[] }> {
    const { rows, damaged } = await this.#readAll({ ...query, leaveOutDamaged: true });
    return { rows, ...(damaged.length > 0 && { damaged }) };
  }

  /** Returns the write that inserts a new row; it fails when a row with this key exists. */
  insert(row: z.input<Schema> & Attributes, onConflict?: Conditions['onConflict']): Write {
    return {
      Put: {
        TableName: this.#name,
        Item: row,
        ConditionExpression: 'attribute_not_exists(#key)',
        ExpressionAttributeNames: { '#key': this.#keys.key[0] },
      },
      ...(onConflict && { onConflict }),
    };
  }

  /** Returns the write that changes an existing row. */
  change(key: Key, change: Change, { onConflict, ...conditions }: Conditions = {}): Write {
    const expression = new Expression();
    return {
      Update: {
        TableName: this.#name,
        Key: key,
        UpdateExpression: updateOf(expression, change),
        ...this.#conditionOf(conditions, expression),
      },
      ...(onConflict && { onConflict }),
    };
  }

  /** Returns the write that changes a row, or inserts it with the change's attributes if there is none. */
  changeOrInsert(key: Key, change: Change): Write {
    const expression = new Expression();
    return {
      Update: {
        TableName: this.#name,
        Key: key,
        UpdateExpression: updateOf(expression, change),
        ExpressionAttributeNames: expression.names,
        ExpressionAttributeValues: expression.values,
      },
    };
  }

  /** Returns a condition: its transaction fails when the row does not exist or does not meet the conditions. */
  check(key: Key, { where = {}, onConflict }: Omit<Conditions, 'atMost' | 'present'>): Write {
    return {
      ConditionCheck: { TableName: this.#name, Key: key, ...this.#conditionOf({ where }) },
      ...(onConflict && { onConflict }),
    };
  }

  /** Returns the write that deletes a row; with conditions, the row must exist. */
  delete(key: Key, { where, onConflict }: Omit<Conditions, 'atMost' | 'present'> = {}): Write {
    return {
      Delete: { TableName: this.#name, Key: key, ...(where && this.#conditionOf({ where })) },
      ...(onConflict && { onConflict }),
    };
  }

  get #name(): string {
    return env(this.#variable);
  }

  #indexKeys(index: string): readonly [string, string] {
    const indexKey = this.#keys.indexes?.[index];
    if (!indexKey) throw new Error(`${this.#variable} has no index ${index}.`);
    return indexKey;
  }

  #conditionOf(conditions: RowConditions, expression = new Expression()) {
    return conditionOf(expression, this.#keys.key[0], this.#defaults, conditions);
  }

  /** Sends one Query request. `start` and `last` are DynamoDB's ExclusiveStartKey and LastEvaluatedKey. */
  async #read(query: Query, limit: number | undefined, start: Attributes | undefined) {
    const { Items = [], LastEvaluatedKey: last } = await dynamodb().send(
      new QueryCommand({
        TableName: this.#name,
        IndexName: query.index,
        ...keyConditionOf(query, query.index ? this.#indexKeys(query.index) : this.#keys.key),
        ScanIndexForward: !query.descending,
        ConsistentRead: query.consistent,
        Limit: limit,
        ExclusiveStartKey: start,
      }),
    );
    return { items: Items, last };
  }

  async #readAll(query: Query): Promise<{ rows: z.output<Schema>[]; damaged: string[] }> {
    const rows: z.output<Schema>[] = [];
    const damaged: string[] = [];
    let start: Attributes | undefined;
    do {
      const { items, last } = await this.#read(query, undefined, start);
      const page = this.#parser.parseList(items, query.leaveOutDamaged);
      rows.push(...page.rows);
      damaged.push(...(page.damaged ?? []));
      start = last;
    } while (start);
    return { rows, damaged };
  }

  /** Returns the stored rows of at most `batchGetSize` keys. Retries keys that DynamoDB did not process. */
  async #readBatch(keys: Key[], consistent: boolean): Promise<Attributes[]> {
    const items: Attributes[] = [];
    let remaining: Attributes[] = keys;
    for (let attempt = 1; remaining.length > 0; attempt += 1) {
      if (attempt > attempts) throw new StudioError('BUSY');
      if (attempt > 1) await backOff(attempt);
      const { Responses, UnprocessedKeys } = await dynamodb().send(
        new BatchGetCommand({ RequestItems: { [this.#name]: { Keys: remaining, ConsistentRead: consistent } } }),
      );
      items.push(...(Responses?.[this.#name] ?? []));
      remaining = UnprocessedKeys?.[this.#name]?.Keys ?? [];
    }
    return items;
  }
}

/**
 * Executes all of these writes or none (up to 100). Retries while other requests write the same rows.
 * @throws the error of the first write whose condition is not met: its `onConflict`, or WriteConflictError; StudioError
 * BUSY when every attempt fails
 */
export async function transact(writes: Write[]): Promise<void> {
  const items = writes.map(({ onConflict: _, ...write }) => write);
  let token = randomUUID();
  const began = Date.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dynamodb().send(new TransactWriteCommand({ TransactItems: items, ClientRequestToken: token }));
      return;
    } catch (error) {
      const reasons = cancellationReasons(error);
      const failed = reasons?.indexOf('ConditionalCheckFailed') ?? -1;
      if (failed >= 0) throw (await writes[failed]?.onConflict?.()) ?? new WriteConflictError({ cause: error });
      if (!canRetry(error, reasons)) throw error;
      if (attempt === attempts || Date.now() - began > retryPeriod) throw new StudioError('BUSY');
      // With reasons, DynamoDB certainly cancelled the transaction, so the retry needs a new token. Without reasons,
      // the transaction may have committed, and the same token makes the retry idempotent.
      if (reasons) token = randomUUID();
    }
    await backOff(attempt);
  }
}

/**
 * Executes one put or update alone, for half of a transaction's price. Only for idempotent writes: the SDK retries when
 * a response is lost. Retries while a transaction holds the row.
 * @throws the write's `onConflict`, or WriteConflictError, when its condition is not met; StudioError BUSY when every
 * attempt fails
 */
export async function write({ Put, Update, onConflict }: Write): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (Put) await dynamodb().send(new PutCommand(Put));
      else if (Update) await dynamodb().send(new UpdateCommand(Update));
      else throw new Error('write() accepts only a put or an update.');
      return;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error.name === 'ConditionalCheckFailedException')
        throw (await onConflict?.()) ?? new WriteConflictError({ cause: error });
      if (error.name !== 'TransactionConflictException') throw error;
      if (attempt === attempts) throw new StudioError('BUSY');
    }
    await backOff(attempt);
  }
}
