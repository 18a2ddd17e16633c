import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { dynamodb } from './aws.ts';
import { WriteConflictError } from './conflicts.ts';
import { type EnvironmentName, env } from './env.ts';
import { isBusy, StudioError } from './errors.ts';
import { log } from './log.ts';

export type Key = Record<string, string>;
type Attributes = Record<string, unknown>;

/**
 * A write, alone or in a transaction. `onConflict` creates the error for a condition that is not met; the default is
 * WriteConflictError.
 */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number] & {
  onConflict?: () => Error | Promise<Error>;
};

export interface Query {
  /** The name of an index; the table itself when omitted. */
  index?: string;
  /** The value of the partition key. */
  partition: string;
  /** The prefix that sort keys must have. */
  begins?: string;
  /** The last sort key of the range, inclusive. */
  until?: string;
  /** The first sort key of the range, inclusive. */
  since?: string;
  descending?: boolean;
  /** True for a strongly consistent read, for twice the price; not available for a global secondary index. */
  consistent?: boolean;
  /**
   * True for lists that people read: rows that do not match the schema are logged and left out, and do not fail the
   * list.
   */
  leaveOutDamaged?: true;
}

export interface Change {
  set?: Attributes;
  add?: Record<string, number>;
  remove?: string[];
}

export interface Conditions {
  /**
   * Attributes and the values they must have; `undefined` means that the attribute must not exist. The row itself must
   * exist in any case.
   */
  where?: Attributes;
  /** Attributes that must exist, whatever their value. */
  present?: string[];
  /** Attributes and the number that they must not exceed; a missing attribute counts as 0, as ADD counts it. */
  atMost?: Record<string, number>;
  onConflict?: () => Error | Promise<Error>;
}

/**
 * Attempts at a write that conflicts or is throttled before the caller gets BUSY. The waits add up to 1.5 s at most.
 */
const attempts = 7;
/**
 * Milliseconds after which a transaction is not retried: a person waits for the response, and the function has a
 * timeout.
 */
const retryPeriod = 3_000;
const batchGetSize = 100;

/**
 * Returns the operations of one table.
 * @param variable the environment variable that holds the table's name
 * @param keys the table's key (partition, then sort) and its indexes' keys, as in the blueprint
 * @param schema every row is parsed with it when read
 */
export function table<Schema extends z.ZodType>(
  variable: EnvironmentName,
  keys: { key: readonly [string, string?]; indexes?: Record<string, readonly [string, string]> },
  schema: Schema,
) {
  type Row = z.output<Schema>;
  const primary = keys.key.filter((name) => name !== undefined);

  /**
   * Returns the row as the schema parses it.
   * @throws Error naming table and key of a row that does not match the schema
   */
  const parse = (row: Attributes): Row => {
    const result = schema.safeParse(row);
    if (result.success) return result.data;
    throw new Error(
      `Corrupt row ${JSON.stringify(pick(row, primary))} in ${variable}: ${z.prettifyError(result.error)}`,
    );
  };

  /** Returns the rows that match the schema, and the ids of those that do not. */
  const parseReadable = (items: Attributes[]) => {
    const damaged: string[] = [];
    const rows = items.flatMap((item) => {
      try {
        return [parse(item)];
      } catch (error) {
        log.error('A damaged row was left out of a list. See docs/runbook.md, "Damaged rows".', { error });
        damaged.push(String(item[primary.at(-1)!]));
        return [];
      }
    });
    return { rows, damaged: damaged.length > 0 ? damaged : undefined };
  };

  const parseList = (items: Attributes[], leaveOutDamaged = false) =>
    leaveOutDamaged ? parseReadable(items) : { rows: items.map(parse), damaged: undefined };

  const defaults = defaultsOf(schema);

  /** Sends one Query request. `start` and `last` are DynamoDB's ExclusiveStartKey and LastEvaluatedKey. */
  async function read(query: Query, limit: number | undefined, start: Attributes | undefined) {
    const [partition, sort] = query.index ? indexKeys(query.index) : keys.key;
    const names: Record<string, string> = { '#partition': partition };
    const values: Attributes = { ':partition': query.partition };
    let condition = '#partition = :partition';
    if (sort && query.begins !== undefined) {
      condition += ' AND begins_with(#sort, :sort)';
      names['#sort'] = sort;
      values[':sort'] = query.begins;
    } else if (sort && query.until !== undefined) {
      condition += ' AND #sort <= :sort';
      names['#sort'] = sort;
      values[':sort'] = query.until;
    } else if (sort && query.since !== undefined) {
      condition += ' AND #sort >= :sort';
      names['#sort'] = sort;
      values[':sort'] = query.since;
    }
    const { Items = [], LastEvaluatedKey: last } = await dynamodb().send(
      new QueryCommand({
        TableName: env(variable),
        IndexName: query.index,
        KeyConditionExpression: condition,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
        ScanIndexForward: !query.descending,
        ConsistentRead: query.consistent,
        Limit: limit,
        ExclusiveStartKey: start,
      }),
    );
    return { items: Items, last };
  }

  async function readAll(query: Query): Promise<{ rows: Row[]; damaged: string[] }> {
    const rows: Row[] = [];
    const damaged: string[] = [];
    let start: Attributes | undefined;
    do {
      const { items, last } = await read(query, undefined, start);
      const page = parseList(items, query.leaveOutDamaged);
      rows.push(...page.rows);
      damaged.push(...(page.damaged ?? []));
      start = last;
    } while (start);
    return { rows, damaged };
  }

  const indexKeys = (index: string) => {
    const indexKey = keys.indexes?.[index];
    if (!indexKey) throw new Error(`${variable} has no index ${index}.`);
    return indexKey;
  };

  return {
    /** Returns the row; strongly consistent when `consistent`, otherwise eventually consistent for half the price. */
    async get(key: Key, { consistent = false } = {}): Promise<Row | undefined> {
      const { Item } = await dynamodb().send(
        new GetCommand({ TableName: env(variable), Key: key, ConsistentRead: consistent }),
      );
      return Item && parse(Item);
    },

    /**
     * Returns the rows of these keys that exist, in the order of the keys; no key may appear twice. Strongly consistent
     * when `consistent`.
     */
    async getMany(requestedKeys: Key[], { consistent = false, leaveOutDamaged = false } = {}): Promise<Row[]> {
      const itemsByKey = new Map<string, Attributes>();
      const nameOf = (row: Attributes) => JSON.stringify(primary.map((name) => row[name]));
      for (let start = 0; start < requestedKeys.length; start += batchGetSize) {
        let remaining: Attributes[] = requestedKeys.slice(start, start + batchGetSize);
        for (let attempt = 1; remaining.length > 0; attempt += 1) {
          if (attempt > attempts) throw new StudioError('BUSY');
          if (attempt > 1) await backOff(attempt);
          const { Responses, UnprocessedKeys } = await dynamodb().send(
            new BatchGetCommand({ RequestItems: { [env(variable)]: { Keys: remaining, ConsistentRead: consistent } } }),
          );
          for (const item of Responses?.[env(variable)] ?? []) itemsByKey.set(nameOf(item), item);
          remaining = UnprocessedKeys?.[env(variable)]?.Keys ?? [];
        }
      }
      return parseList(
        requestedKeys.map((key) => itemsByKey.get(nameOf(key))).filter((item) => item !== undefined),
        leaveOutDamaged,
      ).rows;
    },

    /**
     * Returns one page of a list.
     * @param from the `last` of the previous page
     * @returns up to `size` rows; `last` is undefined exactly when no rows follow; `damaged`: ids of rows left out
     */
    async page(
      query: Query,
      size: number,
      from?: Key,
    ): Promise<{ rows: Row[]; last: Key | undefined; damaged: string[] | undefined }> {
      const pageItems: Attributes[] = [];
      let start: Attributes | undefined = from;
      do {
        // Read one row more than a page has: it shows whether another page follows.
        const { items, last } = await read(query, size + 1 - pageItems.length, start);
        pageItems.push(...items);
        start = last;
      } while (start && pageItems.length <= size);
      const end = pageItems[size - 1];
      const names = query.index ? [...primary, ...indexKeys(query.index)] : primary;
      return {
        ...parseList(pageItems.slice(0, size), query.leaveOutDamaged),
        last: pageItems.length > size && end ? pick(end, names) : undefined,
      };
    },

    /** Returns all rows of a list. For lists that are always short, and for workers. */
    async all(query: Query): Promise<Row[]> {
      return (await readAll(query)).rows;
    },

    /**
     * Returns all rows of a list that match the schema, and the ids of damaged rows, if there are any. For lists that
     * are always short.
     */
    async allIntact(query: Omit<Query, 'leaveOutDamaged'>): Promise<{ rows: Row[]; damaged?: string[] }> {
      const { rows, damaged } = await readAll({ ...query, leaveOutDamaged: true });
      return { rows, ...(damaged.length > 0 && { damaged }) };
    },

    /** Returns the write that inserts a new row; it fails when a row with this key exists. */
    insert(row: z.input<Schema> & Attributes, onConflict?: Conditions['onConflict']): Write {
      return {
        Put: {
          TableName: env(variable),
          Item: row,
          ConditionExpression: 'attribute_not_exists(#key)',
          ExpressionAttributeNames: { '#key': keys.key[0] },
        },
        ...(onConflict && { onConflict }),
      };
    },

    /** Returns the write that changes an existing row. */
    change(key: Key, change: Change, { where = {}, present, atMost, onConflict }: Conditions = {}): Write {
      const expression = new Expression();
      const clauses = [
        clause('SET', change.set, (name, value) => `${expression.name(name)} = ${expression.value(value)}`),
        clause('ADD', change.add, (name, value) => `${expression.name(name)} ${expression.value(value)}`),
        clause('REMOVE', asKeys(change.remove), (name) => expression.name(name)),
      ];
      return {
        Update: {
          TableName: env(variable),
          Key: key,
          UpdateExpression: clauses.filter((text) => text !== '').join(' '),
          ...conditionOf(expression, keys.key[0], where, defaults, { present, atMost }),
        },
        ...(onConflict && { onConflict }),
      };
    },

    /** Returns a condition: its transaction fails when the row does not exist or does not meet the conditions. */
    check(key: Key, { where = {}, onConflict }: Omit<Conditions, 'atMost' | 'present'>): Write {
      const expression = new Expression();
      return {
        ConditionCheck: {
          TableName: env(variable),
          Key: key,
          ...conditionOf(expression, keys.key[0], where, defaults),
        },
        ...(onConflict && { onConflict }),
      };
    },

    /** Returns the write that deletes a row; with conditions, the row must exist. */
    delete(key: Key, { where, onConflict }: Omit<Conditions, 'atMost' | 'present'> = {}): Write {
      const expression = new Expression();
      return {
        Delete: {
          TableName: env(variable),
          Key: key,
          ...(where && conditionOf(expression, keys.key[0], where, defaults)),
        },
        ...(onConflict && { onConflict }),
      };
    },
  };
}

/** The placeholders of an expression, because any attribute may have the name of a DynamoDB reserved word. */
class Expression {
  readonly names: Record<string, string> = {};
  readonly values: Attributes = {};

  name(attribute: string): string {
    const placeholder = `#${attribute}`;
    this.names[placeholder] = attribute;
    return placeholder;
  }

  value(value: unknown): string {
    const placeholder = `:v${Object.keys(this.values).length}`;
    this.values[placeholder] = value;
    return placeholder;
  }
}

/**
 * Returns the defaults of a row's attributes. A row written before such an attribute was introduced is read with the
 * default, so a condition on the default must also match a missing attribute.
 */
function defaultsOf(schema: z.ZodType, defaults = new Map<string, unknown>()): Map<string, unknown> {
  if (schema instanceof z.ZodObject) {
    for (const [name, field] of Object.entries(schema.shape)) {
      if (field instanceof z.ZodDefault) defaults.set(name, field.def.defaultValue);
    }
  } else if (schema instanceof z.ZodPipe) {
    defaultsOf(schema.def.out as z.ZodType, defaults);
  } else if (schema instanceof z.ZodUnion) {
    for (const option of schema.options) defaultsOf(option as z.ZodType, defaults);
  } else if (schema instanceof z.ZodIntersection) {
    defaultsOf(schema.def.left as z.ZodType, defaults);
    defaultsOf(schema.def.right as z.ZodType, defaults);
  }
  return defaults;
}

function conditionOf(
  expression: Expression,
  partitionKey: string,
  where: Attributes,
  defaults: ReadonlyMap<string, unknown>,
  { present = [], atMost = {} }: { present?: string[] | undefined; atMost?: Record<string, number> | undefined } = {},
) {
  const conditions = [
    `attribute_exists(${expression.name(partitionKey)})`,
    ...present.map((name) => `attribute_exists(${expression.name(name)})`),
    ...Object.entries(where).map(([name, value]) => {
      const isAbsent = `attribute_not_exists(${expression.name(name)})`;
      if (value === undefined) return isAbsent;
      const isEqual = `${expression.name(name)} = ${expression.value(value)}`;
      return defaults.get(name) === value ? `(${isAbsent} OR ${isEqual})` : isEqual;
    }),
    ...Object.entries(atMost).map(([name, maximum]) => {
      const attribute = expression.name(name);
      return `(attribute_not_exists(${attribute}) OR ${attribute} <= ${expression.value(maximum)})`;
    }),
  ];
  return {
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: expression.names,
    // DynamoDB refuses an empty map here.
    ...(Object.keys(expression.values).length > 0 && { ExpressionAttributeValues: expression.values }),
  };
}

const asKeys = (names: string[] = []): Attributes => Object.fromEntries(names.map((name) => [name, true]));

/** Returns one clause of an update expression; attributes that are undefined are left unchanged. */
function clause(keyword: string, attributes: Attributes | undefined, format: (name: string, value: unknown) => string) {
  const entries = Object.entries(attributes ?? {}).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? `${keyword} ${entries.map(([name, value]) => format(name, value)).join(', ')}` : '';
}

const pick = (row: Attributes, names: readonly string[]): Key =>
  Object.fromEntries(names.map((name) => [name, String(row[name])]));

/** Waits with full jitter: up to 25, 50, 100 … ms, and 500 ms at most. */
const backOff = (attempt: number) => wait(Math.random() * Math.min(500, 25 * 2 ** (attempt - 1)));

const meansBusy = new Set(['None', 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

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
      if (!(reasons ? reasons.every((reason) => meansBusy.has(reason)) : isBusy(error))) throw error;
      if (attempt === attempts || Date.now() - began > retryPeriod) throw new StudioError('BUSY');
      // With reasons, DynamoDB certainly cancelled the transaction, so the retry needs a new token. Without reasons,
      // the transaction may have committed, and the same token makes the retry idempotent.
      if (reasons) token = randomUUID();
    }
    await backOff(attempt);
  }
}

function cancellationReasons(error: unknown): string[] | undefined {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return undefined;
  const { CancellationReasons = [] } = error as { CancellationReasons?: { Code?: string }[] };
  return CancellationReasons.map(({ Code }) => Code ?? 'None');
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
