import type { Disk } from './disk.ts';
import type { Input, Item, Output } from './engine.ts';
import { checkCondition, itemSize, run, validate } from './engine.ts';
import { DynamoDbError, outOfBounds, validation } from './errors.ts';
import { nothingCollected, readingStore } from './stores.ts';
import type { Tables } from './tables.ts';
import type { Prepared, Target, WriteOperation, Writes } from './writes.ts';
import { consumedCapacity, lockName, wantsItemOnFailure, writtenBytes } from './writes.ts';

const limit = 100;
const maxBytes = 4 * 1024 * 1024;
const tokenLife = 10 * 60 * 1000;

interface Action {
  kind: 'ConditionCheck' | 'Put' | 'Update' | 'Delete';
  /** The single-item operation with the same rules as this action. */
  operation: WriteOperation;
  data: Input;
  returnOld: boolean;
}

interface CancellationReason {
  Code: string;
  Message?: string;
  Item?: Item;
}

const operations: Record<Action['kind'], WriteOperation> = {
  ConditionCheck: 'DeleteItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
};

/** Returns a TransactionCanceledException with one reason for each item, in the order of the items. */
export function cancelled(reasons: CancellationReason[]): DynamoDbError {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return new DynamoDbError('TransactionCanceledException', message, { CancellationReasons: reasons });
}

/** Runs TransactWriteItems and TransactGetItems: all items or none; half of another transaction is never visible. */
export class Transactions {
  readonly #disk: Disk;
  readonly #tables: Tables;
  readonly #writes: Writes;
  readonly #tokens = new Map<string, { request: string; until: number; done: boolean }>();

  constructor(disk: Disk, tables: Tables, writes: Writes) {
    this.#disk = disk;
    this.#tables = tables;
    this.#writes = writes;
  }

  async write(input: Input): Promise<Output> {
    const token = input.ClientRequestToken;
    if (token === undefined) return this.#write(input);
    if (typeof token !== 'string' || token.length < 1 || token.length > 36) {
      throw outOfBounds('clientRequestToken', token, 'Member must have length between 1 and 36');
    }
    return this.#once(token, JSON.stringify(input.TransactItems), () => this.#write(input));
  }

  /** Reads items. A transaction is stored in one batch, so a snapshot shows it whole. */
  async get(input: Input): Promise<Output> {
    const gets = listOf(input).map((item) => {
      if (!isObject(item.Get)) throw validation('Invalid Request: TransactGetRequest should contain Get request');
      const { ReturnConsumedCapacity } = input;
      return validate('GetItem', { ...item.Get, ConsistentRead: true, ReturnConsumedCapacity });
    });
    refuseSameItemTwice(this.#locate(gets.map((data) => ({ operation: 'DeleteItem', data }))));
    const snapshot = this.#disk.snapshot();
    try {
      const store = readingStore(this.#disk, this.#tables, { snapshot });
      const outputs = await Promise.all(gets.map((data) => run('GetItem', store, data)));
      const capacity = consumedCapacity(outputs, 2);
      return {
        Responses: outputs.map(({ Item }) => (Item ? { Item } : {})),
        ...(capacity.length > 0 ? { ConsumedCapacity: capacity } : {}),
      };
    } finally {
      await snapshot.close();
    }
  }

  /**
   * Runs the work once for a token: the same token with the same request within ten minutes succeeds without a second
   * write.
   */
  async #once(token: string, request: string, work: () => Promise<Output>): Promise<Output> {
    for (const [olderToken, { until }] of this.#tokens) {
      if (until > Date.now()) break;
      this.#tokens.delete(olderToken);
    }
    const earlierUse = this.#tokens.get(token);
    if (earlierUse && earlierUse.request !== request) {
      throw new DynamoDbError(
        'IdempotentParameterMismatchException',
        'The provided client token was already used with a different request.',
      );
    }
    if (earlierUse?.done) return {};
    if (earlierUse) {
      throw new DynamoDbError(
        'TransactionInProgressException',
        'The transaction with this client token is in progress.',
      );
    }
    const entry = { request, until: Date.now() + tokenLife, done: false };
    this.#tokens.set(token, entry);
    try {
      const output = await work();
      entry.done = true;
      return output;
    } catch (error) {
      this.#tokens.delete(token);
      throw error;
    }
  }

  async #write(input: Input): Promise<Output> {
    const actions = listOf(input).map((item, position) => actionOf(item, position, input.ReturnConsumedCapacity));
    const requestBytes = actions.reduce((sum, { data }) => sum + itemSize((data.Item ?? data.Key ?? {}) as Item), 0);
    if (requestBytes > maxBytes)
      throw validation(`Transaction payload size cannot exceed 4MB. Payload Size: ${requestBytes}`);
    const targets = this.#locate(actions);
    refuseSameItemTwice(targets);
    return this.#writes.holding(targets, async () => {
      const tried = await Promise.all(
        targets.map((target, position) => this.#try(actions[position] as Action, target)),
      );
      const reasons = tried.map(({ reason }) => reason ?? { Code: 'None' });
      if (reasons.some(({ Code }) => Code !== 'None')) throw cancelled(reasons);
      const prepared = tried.flatMap((attempt) => attempt.prepared ?? []);
      const bytes = prepared.reduce((sum, write) => sum + writtenBytes(write), 0);
      if (bytes > maxBytes) throw validation(`Transaction payload size cannot exceed 4MB. Payload Size: ${bytes}`);
      await this.#writes.store(prepared);
      const capacity = consumedCapacity(
        tried.flatMap(({ prepared: write, checked }) => (write ? [write.output] : checked ? [checked] : [])),
        2,
      );
      return capacity.length > 0 ? { ConsumedCapacity: capacity } : {};
    });
  }

  /**
   * Returns the items that the actions concern. A key that does not fit its table cancels the transaction; a missing
   * table fails the request.
   */
  #locate(actions: Pick<Action, 'operation' | 'data'>[]): Target[] {
    const located = actions.map(({ operation, data }) => {
      try {
        return this.#writes.locate(operation, data);
      } catch (error) {
        return reasonFor(error);
      }
    });
    const reasons = located.map((target) => ('Code' in target ? target : { Code: 'None' }));
    if (reasons.some(({ Code }) => Code !== 'None')) throw cancelled(reasons);
    return located as Target[];
  }

  async #try(
    action: Action,
    target: Target,
  ): Promise<{ prepared?: Prepared; checked?: Output; reason?: CancellationReason }> {
    const collected = nothingCollected();
    try {
      if (action.kind !== 'ConditionCheck') {
        return { prepared: await this.#writes.prepare(action.operation, target, collected) };
      }
      const Key = target.data.Key;
      const response = await run('GetItem', readingStore(this.#disk, this.#tables), {
        TableName: target.table.TableName,
        Key,
      });
      collected.before = response.Item as Item | undefined;
      checkCondition(target.data, collected.before, target.table);
      if (target.data.ReturnConsumedCapacity !== 'TOTAL') return {};
      // DynamoDB counts a check as a write of the item.
      const CapacityUnits = Math.max(1, Math.ceil(itemSize(collected.before ?? {}) / 1024));
      return { checked: { ConsumedCapacity: { TableName: target.table.TableName, CapacityUnits } } };
    } catch (error) {
      return { reason: reasonFor(error, action.returnOld ? collected.before : undefined) };
    }
  }
}

function listOf(input: Input): Input[] {
  const items = input.TransactItems;
  if (!Array.isArray(items)) throw outOfBounds('transactItems', items, 'Member must not be null');
  if (items.length < 1) throw outOfBounds('transactItems', items, 'Member must have length greater than or equal to 1');
  if (items.length > limit) {
    throw validation(
      `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: ` +
        `Member must have length less than or equal to ${limit}`,
    );
  }
  if (!items.every(isObject)) throw new DynamoDbError('SerializationException', 'Unexpected value type in payload');
  return items;
}

function actionOf(item: Input, position: number, ReturnConsumedCapacity: unknown): Action {
  const kinds = (Object.keys(operations) as Action['kind'][]).filter((kind) => isObject(item[kind]));
  const [kind] = kinds;
  if (!kind) throw validation('Invalid Request: TransactWriteRequest should contain Delete or Put or Update request');
  if (kinds.length > 1) throw validation('TransactItems can only contain one of Check, Put, Update or Delete');
  const request = item[kind] as Input;
  const path = `transactItems.${position + 1}.member.${kind.charAt(0).toLowerCase()}${kind.slice(1)}`;
  const required = { ConditionCheck: 'ConditionExpression', Update: 'UpdateExpression', Put: 'Item', Delete: 'Key' }[
    kind
  ];
  if (request[required] === undefined || request[required] === null) {
    const parameter = `${required.charAt(0).toLowerCase()}${required.slice(1)}`;
    throw outOfBounds(`${path}.${parameter}`, undefined, 'Member must not be null');
  }
  const returnOld = wantsItemOnFailure(request, `${path}.returnValuesOnConditionCheckFailure`);
  const operation = operations[kind];
  return { kind, operation, returnOld, data: validate(operation, { ...request, ReturnConsumedCapacity }) };
}

function refuseSameItemTwice(targets: Target[]): void {
  if (new Set(targets.map(lockName)).size < targets.length) {
    throw validation('Transaction request cannot include multiple operations on one item');
  }
}

/** Returns the cancellation reason of an item's error; rethrows errors that no item causes. */
function reasonFor(error: unknown, item?: Item): CancellationReason {
  if (error instanceof DynamoDbError && error.code === 'ConditionalCheckFailedException') {
    return { Code: 'ConditionalCheckFailed', Message: error.message, ...(item ? { Item: item } : {}) };
  }
  if (error instanceof DynamoDbError && error.code === 'ValidationException') {
    return { Code: 'ValidationError', Message: error.message };
  }
  throw error;
}

function isObject(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
