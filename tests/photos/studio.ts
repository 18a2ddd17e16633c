import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { type QueueName, queueVariable } from '../../infra/blueprint/queues.ts';
import { dynamodb, s3, sqs } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { handler as sweep } from '../../lambdas/workers/daily-sweep/handler.ts';
import { type Addresses, addresses } from '../../local/addresses.ts';
import { startCognito } from '../../local/cognito/server.ts';
import { startDynamoDb } from '../../local/dynamodb/server.ts';
import { Invalidations } from '../../local/edge/invalidations.ts';
import { functionEnvironment } from '../../local/environment.ts';
import { provision } from '../../local/provision.ts';
import { startS3 } from '../../local/s3/server.ts';
import { Faults } from '../../local/services/faults.ts';
import { startSecretsManager } from '../../local/services/secrets-manager.ts';
import { startSqs } from '../../local/sqs/server.ts';

/** DynamoDB, S3, SQS and the signing key in this process, and the environment of the functions that use them. */
export interface PhotoStudio {
  /** Where these services are. */
  addresses: Addresses;
  faults: { dynamodb: Faults; s3: Faults; sqs: Faults; edge: Faults };
  /** The CloudFront invalidations so far. */
  invalidations: Invalidations;
  close(): Promise<void>;
}

export async function openStudio(): Promise<PhotoStudio> {
  const dir = await mkdtemp(join(tmpdir(), 'photos-'));
  const of = { ...addresses(4600), data: dir };
  const faults = { dynamodb: new Faults(), s3: new Faults(), sqs: new Faults(), edge: new Faults() };
  const sqsService = await startSqs({ port: 0, dir: join(dir, 'sqs'), faults: faults.sqs });
  const services = await Promise.all([
    startDynamoDb({ port: 0, dir: join(dir, 'dynamodb'), faults: faults.dynamodb }),
    startS3({ port: 0, dir: join(dir, 's3'), sqsEndpoint: `http://127.0.0.1:${sqsService.port}`, faults: faults.s3 }),
    startSecretsManager({ port: 0, dir: join(dir, 'secrets') }),
    startCognito({
      ...{ port: 0, dir: join(dir, 'cognito'), google: 'http://localhost:9', sesEndpoint: 'http://localhost:9' },
      ...{ callbackUrls: [], logoutUrls: [] },
    }),
  ]);
  const edge = await startInvalidations(faults.edge);
  const [{ port: dynamodbPort }, { port: s3Port }, { port: secretsPort }, { port: cognitoPort }] = services;
  Object.assign(of.ports, {
    sqs: sqsService.port,
    dynamodb: dynamodbPort,
    s3: s3Port,
    secretsmanager: secretsPort,
    cognito: cognitoPort,
    edge: edge.port,
  });
  await provision(of);
  const functions = [
    'admin',
    'client',
    'process-photo',
    'move-derivatives',
    'daily-sweep',
    'prepare-download',
  ] as const;
  for (const name of functions) Object.assign(process.env, functionEnvironment(of, name));
  poller = new SQSClient();
  return {
    addresses: of,
    faults,
    invalidations: edge.invalidations,
    close: async () => {
      for (const client of [dynamodb(), s3(), sqs(), poller]) client.destroy();
      await Promise.all([...services, sqsService, edge].map((service) => service.close()));
      await rm(dir, { recursive: true });
    },
  };
}

/** The only CloudFront API that workers call. */
async function startInvalidations(faults: Faults) {
  const invalidations = new Invalidations(() => undefined, faults);
  const server = createServer((request, response) => void invalidations.answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    invalidations,
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Lambda's own SQS client: faults of the workers' clients do not affect it. */
let poller: SQSClient;

type Handler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/** The part of Lambda's context that the functions use. */
export const context = (milliseconds = 120_000) => ({ getRemainingTimeInMillis: () => milliseconds }) as Context;

/**
 * Runs the daily sweep as it will run after so many days.
 * @param milliseconds that Lambda leaves it
 */
export const sweepAfter = (days: number, milliseconds = 600_000): ReturnType<typeof sweep> =>
  sweep({ time: new Date(Date.now() + days * 24 * 60 * 60_000).toISOString() }, context(milliseconds));

/** Receives messages, which then stay hidden for the visibility timeout. */
export async function receive(
  queue: QueueName,
  visibilityTimeout = 60,
  { limit = 10, wait = 0 } = {},
): Promise<Message[]> {
  const { Messages = [] } = await poller.send(
    new ReceiveMessageCommand({
      QueueUrl: env(queueVariable(queue)),
      MaxNumberOfMessages: limit,
      WaitTimeSeconds: wait,
      VisibilityTimeout: visibilityTimeout,
      MessageSystemAttributeNames: ['All'],
    }),
  );
  return Messages;
}

export const toRecord = ({ MessageId = '', Body = '', ReceiptHandle = '', Attributes }: Message) =>
  ({ messageId: MessageId, body: Body, receiptHandle: ReceiptHandle, attributes: { ...Attributes } }) as SQSRecord;

/** Deletes processed messages from their queue, 10 at most. */
export async function removeMessages(queue: QueueName, messages: Message[]): Promise<void> {
  if (messages.length === 0) return;
  const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
  await poller.send(new DeleteMessageBatchCommand({ QueueUrl: env(queueVariable(queue)), Entries }));
}

/** Invokes a worker once as Lambda does, with up to four messages; deletes only those that succeed. */
export async function deliver(queue: QueueName, handler: Handler): Promise<{ received: number; failed: number }> {
  const messages = await receive(queue, 0);
  if (messages.length === 0) return { received: 0, failed: 0 };
  const { batchItemFailures } = await handler({ Records: messages.map(toRecord) }, context());
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  await removeMessages(
    queue,
    messages.filter(({ MessageId = '' }) => !failed.has(MessageId)),
  );
  return { received: messages.length, failed: failed.size };
}

/** Invokes a worker until its queue is empty. */
export async function drain(queue: QueueName, handler: Handler): Promise<void> {
  while ((await deliver(queue, handler)).received > 0);
}
