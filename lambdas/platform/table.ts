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
import { type EnvironmentName, env } from './env.ts';
import { isBusy, StudioError } from './errors.ts';

export type Key = Record<string, string>;
type Attributes = Record<string, unknown>;

/** A piece of a transaction, and what it means when its condition does not hold. */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number] & {
  otherwise?: () => Error | Promise<Error>;
};

export interface Query {
  /** An index of the table; the table itself when left out. */
  index?: string;
  /** Value of the partition key. */
  partition: string;
  /** Only sort keys that begin with this … */
  begins?: string;
  /** … or come no later than this. */
  until?: string;
  descending?: boolean;
  /** As of now, for twice the price; an index has only what was moments ago. */
  consistent?: boolean;
}

export interface Change {
  set?: Attributes;
  add?: Record<string, number>;
  remove?: string[];
}

interface Conditions {
  /** Attributes and what they must equal; `undefined` stands for 'there is none'. The row itself must exist in any case. */
  where?: Attributes;
  otherwise?: () => Error | Promise<Error>;
}

/** How often what met another's writing, or a limit, is tried before the reader hears BUSY. Waits add up to 1.5 s at most. */
const attempts = 7;
/** Milliseconds after which a transaction is not tried again: somebody waits, and the function's own time runs out. */
const patience = 3_000;
const batchGetSize = 100;

/**
 * One table, by the environment variable that names it: its key (partition, then sort) and its indexes' keys as in the
 * blueprint, and the schema that every row passes when it is read.
 */
export function table<Schema extends z.ZodType>(
  variable: EnvironmentName,
  keys: { key: readonly [string, string?]; indexes?: Record<string, readonly [string, string]> },
  schema: Schema,
) {
  type Row = z.output<Schema>;
  const primary = keys.key.filter((name) => name !== undefined);

  /** @throws Error naming table and key: a row that is not what we write is never passed on, nor passed over. */
  const parse = (row: Attributes): Row => {
    const result = schema.safeParse(row);
    if (result.success) return result.data;
    throw new Error(
      `Corrupt row ${JSON.stringify(pick(row, primary))} in ${variable}: ${z.prettifyError(result.error)}`,
    );
  };

  /** One Query request. `start` and `last` are keys as DynamoDB takes and gives them. */
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

  const indexKeys = (index: string) => {
    const found = keys.indexes?.[index];
    if (!found) throw new Error(`${variable} has no index ${index}.`);
    return found;
  };

  return {
    /** The row, as of now when `consistent`, otherwise as of moments ago for half the price. */
    async get(key: Key, { consistent = false } = {}): Promise<Row | undefined> {
      const { Item } = await dynamodb().send(
        new GetCommand({ TableName: env(variable), Key: key, ConsistentRead: consistent }),
      );
      return Item && parse(Item);
    },

    /** The rows of these keys that exist, in no particular order; each key once. As of now when `consistent`. */
    async getMany(wanted: Key[], { consistent = false } = {}): Promise<Row[]> {
      const rows: Row[] = [];
      for (let start = 0; start < wanted.length; start += batchGetSize) {
        let remaining: Attributes[] = wanted.slice(start, start + batchGetSize);
        for (let attempt = 1; remaining.length > 0; attempt += 1) {
          if (attempt > attempts) throw new StudioError('BUSY');
          if (attempt > 1) await backOff(attempt);
          const { Responses, UnprocessedKeys } = await dynamodb().send(
            new BatchGetCommand({ RequestItems: { [env(variable)]: { Keys: remaining, ConsistentRead: consistent } } }),
          );
          rows.push(...(Responses?.[env(variable)] ?? []).map(parse));
          remaining = UnprocessedKeys?.[env(variable)]?.Keys ?? [];
        }
      }
      return rows;
    },

    /**
     * One page of a list.
     * @param from where the page before ended: its `last`.
     * @returns up to `size` rows; `last` is undefined exactly when nothing follows.
     */
    async page(query: Query, size: number, from?: Key): Promise<{ rows: Row[]; last: Key | undefined }> {
      const found: Attributes[] = [];
      let start: Attributes | undefined = from;
      do {
        // One more than a page tells whether there is another.
        const { items, last } = await read(query, size + 1 - found.length, start);
        found.push(...items);
        start = last;
      } while (start && found.length <= size);
      const end = found[size - 1];
      const names = query.index ? [...primary, ...indexKeys(query.index)] : primary;
      return {
        rows: found.slice(0, size).map(parse),
        last: found.length > size && end ? pick(end, names) : undefined,
      };
    },

    /** Every row of a list: for lists that are short by nature, and for workers. */
    async all(query: Query): Promise<Row[]> {
      const rows: Row[] = [];
      let start: Attributes | undefined;
      do {
        const { items, last } = await read(query, undefined, start);
        rows.push(...items.map(parse));
        start = last;
      } while (start);
      return rows;
    },

    /** A new row; fails when there is one of this key. */
    insert(row: z.input<Schema> & Attributes, otherwise?: Conditions['otherwise']): Write {
      return {
        Put: {
          TableName: env(variable),
          Item: row,
          ConditionExpression: 'attribute_not_exists(#key)',
          ExpressionAttributeNames: { '#key': keys.key[0] },
        },
        ...(otherwise && { otherwise }),
      };
    },

    /** A change of an existing row. */
    change(key: Key, change: Change, { where = {}, otherwise }: Conditions = {}): Write {
      const expression = new Expression();
      const parts = [
        clause('SET', change.set, (name, value) => `${expression.name(name)} = ${expression.value(value)}`),
        clause('ADD', change.add, (name, value) => `${expression.name(name)} ${expression.value(value)}`),
        clause('REMOVE', asKeys(change.remove), (name) => expression.name(name)),
      ];
      return {
        Update: {
          TableName: env(variable),
          Key: key,
          UpdateExpression: parts.filter((part) => part !== '').join(' '),
          ...conditionOf(expression, keys.key[0], where),
        },
        ...(otherwise && { otherwise }),
      };
    },

    /** A row taken away; only an existing one when there are conditions. */
    delete(key: Key, { where, otherwise }: Conditions = {}): Write {
      const expression = new Expression();
      return {
        Delete: { TableName: env(variable), Key: key, ...(where && conditionOf(expression, keys.key[0], where)) },
        ...(otherwise && { otherwise }),
      };
    },
  };
}

/** Placeholders of an expression: any attribute may be called like one of DynamoDB's reserved words. */
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

function conditionOf(expression: Expression, partitionKey: string, where: Attributes) {
  const conditions = [
    `attribute_exists(${expression.name(partitionKey)})`,
    ...Object.entries(where).map(([name, value]) =>
      value === undefined
        ? `attribute_not_exists(${expression.name(name)})`
        : `${expression.name(name)} = ${expression.value(value)}`,
    ),
  ];
  return {
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: expression.names,
    // DynamoDB refuses an empty map here.
    ...(Object.keys(expression.values).length > 0 && { ExpressionAttributeValues: expression.values }),
  };
}

const asKeys = (names: string[] = []): Attributes => Object.fromEntries(names.map((name) => [name, true]));

/** One clause of an update; attributes that are undefined are left as they are. */
function clause(word: string, attributes: Attributes | undefined, each: (name: string, value: unknown) => string) {
  const parts = Object.entries(attributes ?? {}).filter(([, value]) => value !== undefined);
  return parts.length > 0 ? `${word} ${parts.map(([name, value]) => each(name, value)).join(', ')}` : '';
}

const pick = (row: Attributes, names: readonly string[]): Key =>
  Object.fromEntries(names.map((name) => [name, String(row[name])]));

/** Full jitter: 25, 50, 100 … ms at most, 500 at the very most. */
const backOff = (attempt: number) => wait(Math.random() * Math.min(500, 25 * 2 ** (attempt - 1)));

const meansBusy = new Set(['None', 'TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * All of these writes or none (up to 100). Tries again while others write the same rows.
 * @throws the `otherwise` of the first write whose condition does not hold; StudioError BUSY when it never got through.
 */
export async function transact(writes: Write[]): Promise<void> {
  const items = writes.map(({ otherwise: _, ...write }) => write);
  let token = randomUUID();
  const began = Date.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dynamodb().send(new TransactWriteCommand({ TransactItems: items, ClientRequestToken: token }));
      return;
    } catch (error) {
      const reasons = cancellationReasons(error);
      const failed = reasons?.indexOf('ConditionalCheckFailed') ?? -1;
      if (failed >= 0) throw (await writes[failed]?.otherwise?.()) ?? error;
      if (!(reasons ? reasons.every((reason) => meansBusy.has(reason)) : isBusy(error))) throw error;
      if (attempt === attempts || Date.now() - began > patience) throw new StudioError('BUSY');
      // Cancelled for certain: a new transaction. Otherwise it may have happened, and the same token says that we mean that one.
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
 * One put or update on its own, for half of a transaction's price. Only for writes that may happen twice: the SDK sends
 * one again whose answer got lost. Waits for a transaction that has the row in hand.
 * @throws its `otherwise` when its condition does not hold; StudioError BUSY when it never got through.
 */
export async function write({ Put, Update, otherwise }: Write): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (Put) await dynamodb().send(new PutCommand(Put));
      else if (Update) await dynamodb().send(new UpdateCommand(Update));
      else throw new Error('Only a put or an update is written on its own.');
      return;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error.name === 'ConditionalCheckFailedException') throw (await otherwise?.()) ?? error;
      if (error.name !== 'TransactionConflictException') throw error;
      if (attempt === attempts) throw new StudioError('BUSY');
    }
    await backOff(attempt);
  }
}
