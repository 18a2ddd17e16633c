import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { functions as blueprint, type FunctionName, type Trigger } from '../../infra/blueprint/functions.ts';
import { type Addresses, credentials, endpoint, region } from '../addresses.ts';
import { deadLettersUrl, queueUrl, tableName } from '../environment.ts';
import type { Faults } from '../services/faults.ts';
import type { EventSource } from './polling.ts';
import { pollQueue } from './queue-source.ts';
import type { Functions } from './runtime.ts';
import { callDaily } from './schedule.ts';
import { pollStream } from './stream-source.ts';

export interface TriggersOptions {
  addresses: Addresses;
  functions: Functions;
  /** The function that each trigger invokes; the blueprint's by default. */
  triggers?: [name: string, trigger: Trigger][];
  faults: Faults;
}

const blueprintTriggers = (Object.keys(blueprint) as FunctionName[]).map((name): [string, Trigger] => [
  name,
  blueprint[name].trigger,
]);

/**
 * Invokes functions for queues, streams and the schedule. Tables and queues must exist. `close` stops at once: a batch
 * in progress remains in its queue or stream and is delivered again.
 */
export function startTriggers(options: TriggersOptions): { close(): Promise<void> } {
  const { addresses, functions, triggers = blueprintTriggers, faults } = options;
  const stop = new AbortController();
  const client = { region, credentials };
  // Each poller holds a connection while it long-polls.
  const requestHandler = { httpAgent: { maxSockets: 200 } };
  const sqs = new SQSClient({ ...client, requestHandler, endpoint: endpoint(addresses, 'sqs') });
  const dynamodb = new DynamoDBClient({ ...client, endpoint: endpoint(addresses, 'dynamodb') });
  const streams = new DynamoDBStreamsClient({ ...client, endpoint: endpoint(addresses, 'dynamodb') });
  const running: Promise<void>[] = [];
  const schedules: (() => void)[] = [];

  for (const [name, trigger] of triggers) {
    const source: EventSource = { functions, function: name, faults, signal: stop.signal };
    if (trigger.kind === 'queue') {
      const { batchSize, batchingWindow, maxConcurrency } = trigger;
      const concurrency = Math.min(maxConcurrency, availableParallelism());
      running.push(
        pollQueue({
          ...source,
          sqs,
          queueUrl: queueUrl(addresses, trigger.queue),
          batchSize,
          concurrency,
          ...(batchingWindow !== undefined && { batchingWindow }),
        }),
      );
    } else if (trigger.kind === 'stream') {
      const checkpoint = join(addresses.data, 'triggers', `${name}.json`);
      const { batchSize, retryAttempts } = trigger;
      const table = tableName(trigger.table);
      const onFailure = deadLettersUrl(addresses, tableName('outbox'));
      running.push(
        pollStream({ ...source, dynamodb, streams, sqs, table, batchSize, retryAttempts, onFailure, checkpoint }),
      );
    } else if (trigger.kind === 'schedule') schedules.push(callDaily(functions, name, trigger.hourUtc));
  }
  return {
    close: async () => {
      stop.abort();
      for (const end of schedules) end();
      await Promise.all(running);
      for (const each of [sqs, dynamodb, streams]) each.destroy();
    },
  };
}
