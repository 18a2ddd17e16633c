import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  type _Record as Change,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { readJsonFile, replaceFile } from '../services/journal.ts';
import { deliver, type EventSource, failedItems, keepPolling } from './polling.ts';

export interface StreamSource extends EventSource {
  dynamodb: DynamoDBClient;
  streams: DynamoDBStreamsClient;
  table: string;
  batchSize: number;
  /** Retries of a failing record before it is sent to the failure destination. */
  retryAttempts: number;
  sqs: SQSClient;
  /** The on-failure destination (a queue). */
  onFailure: string;
  /** File that stores the position in the stream. */
  checkpoint: string;
}

/** The position in the stream, by shard. */
interface Progress {
  streamArn: string;
  shards: Record<string, { after?: string; finished?: true }>;
}

/** Lambda polls an idle stream four times a second. */
const idlePollMilliseconds = 250;
/** Wait before the first retry; doubled for each further retry, up to the maximum. */
const firstRetryMilliseconds = 100;
const longestRetryMilliseconds = 5_000;

/** Invokes a function with a table's stream records, in order, until the signal aborts. */
export async function pollStream(source: StreamSource): Promise<void> {
  await keepPolling(source, () => new StreamReader(source).run());
}

class StreamReader {
  readonly #source: StreamSource;
  readonly #iterators = new Map<string, string>();

  constructor(source: StreamSource) {
    this.#source = source;
  }

  /** Reads until stopped. Throws when the stream can't be read; a new reader continues from the checkpoint. */
  async run(): Promise<void> {
    const { dynamodb, table, checkpoint, signal } = this.#source;
    const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: table }), { abortSignal: signal });
    const streamArn = Table?.LatestStreamArn;
    if (!streamArn) throw new Error(`the table '${table}' has no stream`);
    const remembered = readJsonFile<Progress>(checkpoint);
    const progress = remembered?.streamArn === streamArn ? remembered : { streamArn, shards: {} };
    while (!signal.aborted) {
      let changes = 0;
      for (const shard of await this.#shards(streamArn)) {
        const parent = shard.ParentShardId;
        const waitsForParent = parent !== undefined && progress.shards[parent] && !progress.shards[parent].finished;
        if (!waitsForParent) changes += await this.#read(shard.ShardId ?? '', progress);
      }
      if (changes === 0) await sleep(idlePollMilliseconds, undefined, { signal });
    }
  }

  /** Returns the shards, parents before their children, as DescribeStream lists them. */
  async #shards(streamArn: string): Promise<Shard[]> {
    const shards: Shard[] = [];
    let ExclusiveStartShardId: string | undefined;
    do {
      const command = new DescribeStreamCommand({ StreamArn: streamArn, ExclusiveStartShardId });
      const { StreamDescription } = await this.#source.streams.send(command, { abortSignal: this.#source.signal });
      shards.push(...(StreamDescription?.Shards ?? []));
      ExclusiveStartShardId = StreamDescription?.LastEvaluatedShardId;
    } while (ExclusiveStartShardId);
    return shards;
  }

  /**
   * Reads the next records of a shard.
   * @returns their number
   */
  async #read(shardId: string, progress: Progress): Promise<number> {
    const shard = progress.shards[shardId] ?? {};
    progress.shards[shardId] = shard;
    if (shard.finished) return 0;
    const { streams, batchSize, checkpoint, signal } = this.#source;
    const ShardIterator = this.#iterators.get(shardId) ?? (await this.#iterator(shardId, progress));
    const command = new GetRecordsCommand({ ShardIterator, Limit: batchSize });
    const { Records = [], NextShardIterator } = await streams.send(command, { abortSignal: signal });
    const save = () => replaceFile(checkpoint, JSON.stringify(progress));
    const shardOrigin = { streamArn: progress.streamArn, shardId };
    await deliverInOrder(this.#source, shardOrigin, Records, (sequenceNumber) => {
      shard.after = sequenceNumber;
      save();
    });
    if (NextShardIterator) this.#iterators.set(shardId, NextShardIterator);
    else {
      shard.finished = true;
      save();
    }
    return Records.length;
  }

  async #iterator(shardId: string, { streamArn, shards }: Progress): Promise<string | undefined> {
    const { streams, signal } = this.#source;
    const after = shards[shardId]?.after;
    const start = { StreamArn: streamArn, ShardId: shardId };
    const command = new GetShardIteratorCommand(
      after === undefined
        ? { ...start, ShardIteratorType: 'TRIM_HORIZON' }
        : { ...start, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after },
    );
    try {
      return (await streams.send(command, { abortSignal: signal })).ShardIterator;
    } catch (error) {
      // After more than the stream's 24 hours offline, continue with the oldest record that still exists.
      if (!(error instanceof Error) || error.name !== 'TrimmedDataAccessException') throw error;
      return await this.#iterator(shardId, { streamArn, shards: {} });
    }
  }
}

interface ShardOrigin {
  streamArn: string;
  shardId: string;
}

/**
 * Delivers records as an event source mapping does that reports batch item failures and bisects on errors: restarts
 * from the first failed record, halves a batch that makes no progress, and retries a single record until its attempts
 * are used up.
 * @param done called with the last finished record after each step
 */
async function deliverInOrder(
  source: StreamSource,
  origin: ShardOrigin,
  changes: Change[],
  done: (sequenceNumber: string) => void,
): Promise<void> {
  let remainingChanges = changes;
  let retries = 0;
  const advance = (count: number) => {
    done(sequenceNumber(remainingChanges[count - 1]));
    remainingChanges = remainingChanges.slice(count);
    retries = 0;
  };
  while (remainingChanges.length > 0) {
    const handled = await countHandled(source, origin.streamArn, remainingChanges);
    if (handled > 0) advance(handled);
    else if (remainingChanges.length > 1) {
      const half = Math.ceil(remainingChanges.length / 2);
      await deliverInOrder(source, origin, remainingChanges.slice(0, half), done);
      remainingChanges = remainingChanges.slice(half);
    } else if (retries === source.retryAttempts) {
      await sendToFailureDestination(source, origin, remainingChanges[0]!, retries + 1);
      advance(1);
    } else {
      await sleep(Math.min(firstRetryMilliseconds * 2 ** retries, longestRetryMilliseconds), undefined, {
        signal: source.signal,
      });
      retries += 1;
    }
  }
}

/**
 * Invokes the function.
 * @returns how many records it handled, counted from the first
 */
async function countHandled(source: StreamSource, streamArn: string, changes: Change[]): Promise<number> {
  const numbers = changes.map(sequenceNumber);
  try {
    const failed = failedItems(await deliver(source, streamEvent(streamArn, changes)), numbers);
    const first = numbers.findIndex((number) => failed.includes(number));
    return first < 0 ? changes.length : first;
  } catch (error) {
    if (source.signal.aborted) throw error;
    return 0;
  }
}

/** Sends the position of a record whose attempts are used up to the failure destination; not its content, as on AWS. */
async function sendToFailureDestination(
  source: StreamSource,
  origin: ShardOrigin,
  change: Change,
  tries: number,
): Promise<void> {
  const number = sequenceNumber(change);
  const arrived = change.dynamodb?.ApproximateCreationDateTime?.toISOString();
  const message = {
    requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: tries },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId: origin.shardId,
      startSequenceNumber: number,
      endSequenceNumber: number,
      approximateArrivalOfFirstRecord: arrived,
      approximateArrivalOfLastRecord: arrived,
      batchSize: 1,
      streamArn: origin.streamArn,
    },
  };
  await source.sqs.send(new SendMessageCommand({ QueueUrl: source.onFailure, MessageBody: JSON.stringify(message) }));
}

const sequenceNumber = (change: Change | undefined) => change?.dynamodb?.SequenceNumber ?? '';

/**
 * Returns changes as an event.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html
 */
const streamEvent = (eventSourceARN: string, changes: Change[]) => ({
  Records: changes.map((change) => ({ ...(asJson(change) as object), eventSourceARN })),
});

/** Returns values as in Lambda's event: times in epoch seconds, bytes in base64. */
function asJson(value: unknown): unknown {
  if (value instanceof Date) return value.getTime() / 1000;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asJson(member)]));
}
