import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Fault } from '../services/faults.ts';
import { Faults } from '../services/faults.ts';
import type { RunningService } from '../services/service.ts';
import { readBody, serve } from '../services/service.ts';
import { Commits, Past } from './commits.ts';
import { openDisk } from './disk.ts';
import type { Input, Item, Output } from './engine.ts';
import { knows, run, validate } from './engine.ts';
import { DynamoDbError, internalError, typeOf } from './errors.ts';
import { Locks } from './locks.ts';
import { readingStore } from './stores.ts';
import { Streams } from './streams.ts';
import { TableOperations } from './table-operations.ts';
import { Tables } from './tables.ts';
import { deleteExpired } from './time-to-live.ts';
import { cancelled, Transactions } from './transactions.ts';
import type { WriteOperation } from './writes.ts';
import { Writes } from './writes.ts';

export interface DynamoDbOptions {
  /** 0 for any free port. */
  port: number;
  /** The data folder; created when missing. */
  dir: string;
  faults?: Faults;
  /** Milliseconds between two deletions of expired items and old stream records. */
  sweepEvery?: number;
}

const target = { tables: 'DynamoDB_20120810', streams: 'DynamoDBStreams_20120810' };
/** DynamoDB's limit for a request in bytes. */
const maxRequestBytes = 16 * 1024 * 1024;

/**
 * Starts DynamoDB and DynamoDB Streams on one port of 127.0.0.1, over AWS's JSON protocol. Requests must carry an
 * Authorization header as AWS requires, but signatures are not verified: everyone who reaches this port may read and
 * write everything.
 */
export async function startDynamoDb(options: DynamoDbOptions): Promise<RunningService> {
  const { port, dir, faults = new Faults(), sweepEvery = 60_000 } = options;
  await mkdir(dir, { recursive: true });
  const disk = await openDisk(dir);
  const tables = await Tables.load(disk);
  const streams = await Streams.load(disk, tables);
  const past = new Past(faults);
  const commits = new Commits(disk, tables, streams, past);
  const locks = new Locks();
  const writes = new Writes(disk, tables, commits, locks);
  const transactions = new Transactions(disk, tables, writes);
  const tableOperations = new TableOperations(disk, tables, streams, commits, locks);
  await tableOperations.finishIndexes();

  const read = (operation: string, input: Input, fault: Fault | undefined): Promise<Output> => {
    const data = validate(operation, input);
    const isGlobal = tables
      .find(String(data.TableName))
      ?.GlobalSecondaryIndexes?.some(({ IndexName }) => IndexName === data.IndexName);
    const snapshot = fault?.kind === 'lag' && isGlobal ? past.before(fault.delay ?? 0) : undefined;
    const startKey = data.IndexName ? (data.ExclusiveStartKey as Item | undefined) : undefined;
    const store = readingStore(disk, tables, { ...(snapshot ? { snapshot } : {}), ...(startKey ? { startKey } : {}) });
    return run(operation, store, data);
  };

  const operations = operationsOf(writes, transactions, tableOperations);
  const answer = async (operation: string, input: Input, fault: Fault | undefined): Promise<Output> => {
    const act = operations.get(operation);
    if (act) return act(input);
    if (!knows(operation)) throw new DynamoDbError('UnknownOperationException', '');
    return read(operation, input, fault);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let fault: Fault | undefined;
    try {
      const { service, operation, input } = parse(request, await readBody(request, maxRequestBytes));
      fault = faults.take(operation, ...tablesOf(input));
      if (fault?.delay && fault.kind !== 'lag') await wait(fault.delay);
      if (fault?.error) throw injectedError(fault, operation, input);
      const output =
        service === target.streams ? await streams.answer(operation, input) : await answer(operation, input, fault);
      send(response, 200, output, fault);
    } catch (error) {
      if (!(error instanceof DynamoDbError)) console.error('Local DynamoDB failed:', error);
      const { code, message, status, details } = error instanceof DynamoDbError ? error : internalError();
      send(response, status, { __type: typeOf(code), message, ...details }, fault);
    }
  };

  const service = await serve('DynamoDB', port, faults, handle).catch(async (error) => {
    await disk.close();
    throw error;
  });

  const sweep = async () => {
    await deleteExpired(disk, tables, writes);
    await streams.trim();
  };
  let sweeping: Promise<void> = Promise.resolve();
  let closing = false;
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch((error) => {
      if (!closing) console.error('DynamoDB: could not delete what has expired:', error);
    });
  }, sweepEvery);
  timer.unref();

  return {
    port: service.port,
    async close() {
      closing = true;
      clearInterval(timer);
      await service.close();
      await sweeping;
      await commits.idle();
      await disk.close();
    },
  };
}

/** Returns the operations that write or concern whole tables, by name; all other operations read. */
function operationsOf(
  writes: Writes,
  transactions: Transactions,
  tables: TableOperations,
): Map<string, (input: Input) => Output | Promise<Output>> {
  const single = (operation: WriteOperation) => (input: Input) => writes.single(operation, input);
  return new Map(
    Object.entries({
      PutItem: single('PutItem'),
      UpdateItem: single('UpdateItem'),
      DeleteItem: single('DeleteItem'),
      BatchWriteItem: (input) => writes.batch(input),
      TransactWriteItems: (input) => transactions.write(input),
      TransactGetItems: (input) => transactions.get(input),
      CreateTable: (input) => tables.create(input),
      UpdateTable: (input) => tables.update(input),
      DeleteTable: (input) => tables.delete(input),
      UpdateTimeToLive: (input) => tables.updateTimeToLive(input),
      DescribeTimeToLive: (input) => tables.describeTimeToLive(input),
      UpdateContinuousBackups: (input) => tables.updateContinuousBackups(input),
      DescribeContinuousBackups: (input) => tables.describeContinuousBackups(input),
    } satisfies Record<string, (input: Input) => Output | Promise<Output>>),
  );
}

function parse(
  request: IncomingMessage,
  body: Buffer | undefined,
): { service: string; operation: string; input: Input } {
  const [service, operation] = String(request.headers['x-amz-target'] ?? '').split('.');
  if (!operation || (service !== target.tables && service !== target.streams)) {
    throw new DynamoDbError('UnknownOperationException', '');
  }
  if (!request.headers.authorization?.trim().startsWith('AWS4-')) {
    throw new DynamoDbError('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
  }
  if (!body) throw new DynamoDbError('RequestEntityTooLarge', 'Request body is too large', {}, 413);
  let input: unknown;
  try {
    input = JSON.parse(body.toString());
  } catch {
    throw new DynamoDbError('SerializationException', '');
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new DynamoDbError('SerializationException', '');
  return { service, operation, input: input as Input };
}

/** Returns the tables that a request names, wherever its operation has them. */
function tablesOf(input: Input): string[] {
  const named = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return [];
    return Object.values(value).flatMap((action) => (typeof action?.TableName === 'string' ? [action.TableName] : []));
  };
  return [
    ...(typeof input.TableName === 'string' ? [input.TableName] : []),
    ...Object.keys(input.RequestItems ?? {}),
    ...(Array.isArray(input.TransactItems) ? input.TransactItems.flatMap(named) : []),
    ...(typeof input.StreamArn === 'string' ? input.StreamArn.split('/').slice(1, 2) : []),
  ];
}

/** Returns the error of a fault, in the form that AWS uses for this operation. */
function injectedError({ error = '', status }: Fault, operation: string, input: Input): DynamoDbError {
  if (error !== 'TransactionConflict' && error !== 'TransactionCanceledException') {
    const messages: Record<string, string> = {
      ProvisionedThroughputExceededException:
        'The level of configured provisioned throughput for the table was exceeded. Consider increasing your ' +
        'provisioning level with the UpdateTable API.',
      ThrottlingException: 'Rate of requests exceeds the allowed throughput.',
    };
    if (error === 'InternalServerError') return internalError();
    return new DynamoDbError(error, messages[error] ?? error, {}, status);
  }
  if (!operation.startsWith('Transact')) {
    return new DynamoDbError('TransactionConflictException', 'Transaction is ongoing for the item');
  }
  const count = Array.isArray(input.TransactItems) ? input.TransactItems.length : 1;
  const conflict = { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' };
  return cancelled(Array.from({ length: count }, (_, position) => (position === 0 ? conflict : { Code: 'None' })));
}

function send(response: ServerResponse, status: number, output: Output, fault?: Fault): void {
  const body = Buffer.from(JSON.stringify(output));
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': body.length,
    'x-amz-crc32': crc32(body),
    'x-amzn-requestid': randomUUID(),
  });
  if (fault?.kind === 'cut') {
    // The operation has been carried out; only its response is lost.
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
    return;
  }
  response.end(body);
}
