import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Trigger } from '../../infra/blueprint/functions.ts';
import type { QueueName } from '../../infra/blueprint/queues.ts';
import { type Addresses, addresses, credentials, endpoint, region } from '../addresses.ts';
import { startDynamoDb } from '../dynamodb/server.ts';
import { deadLettersUrl, queueUrl } from '../environment.ts';
import { Faults } from '../services/faults.ts';
import type { RunningService } from '../services/service.ts';
import { queueArn } from '../sqs/queues.ts';
import { startSqs } from '../sqs/server.ts';
import { type Functions, functionsOf, LambdaFunction } from './runtime.ts';
import { startTriggers } from './triggers.ts';

/**
 * Records its invocations, and fails where the content says so: `all` throws, `this` is reported by its id, `nonsense`
 * reports an unknown id, and `while-a-file` throws until that file is deleted.
 */
const source = `
import { appendFileSync, existsSync } from 'node:fs';
const contentOf = (record) => record.body ?? record.dynamodb.NewImage.content.S;
const idOf = (record) => record.messageId ?? record.dynamodb.SequenceNumber;
export async function handler(event) {
  const contents = event.Records.map(contentOf);
  appendFileSync(process.env.CALLS, JSON.stringify({ contents, event }) + '\\n');
  if (contents.some((content) => content.startsWith('while-a-file') && existsSync(process.env.CALLS + '.fail'))) throw new Error('as asked');
  if (contents.some((content) => content.startsWith('all'))) throw new Error('as asked');
  if (contents.some((content) => content.startsWith('nonsense'))) return { batchItemFailures: [{ itemIdentifier: 'who?' }] };
  if (contents.some((content) => content.startsWith('hang'))) await new Promise(() => {});
  return { batchItemFailures: event.Records.filter((record) => contentOf(record).startsWith('this')).map((record) => ({ itemIdentifier: idOf(record) })) };
}`;

interface Call {
  contents: string[];
  event: { Records: Record<string, unknown>[] };
}

let dir: string;
let local: Addresses;
let functions: Functions;
let queueService: RunningService;
let sqs: SQSClient;
const faults = new Faults();
let round = 0;
/** A worker thread must start first, which is slow on a busy machine. */

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'triggers-'));
  await writeFile(join(dir, 'index.mjs'), source);
  queueService = await startSqs({ port: 0, dir: join(dir, 'sqs') });
  local = addresses(0, dir);
  local.ports.sqs = queueService.port;
  sqs = new SQSClient({ region, credentials, endpoint: endpoint(local, 'sqs') });
});
afterAll(async () => {
  sqs.destroy();
  await queueService.close();
  await rm(dir, { recursive: true });
});
beforeEach(() => {
  round += 1;
  faults.set([]);
});

const callsFile = () => join(dir, `calls-${round}`);
const calls = async () =>
  (await readFile(callsFile(), 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Call);
const timesCalledWith = async (content: string) =>
  (await calls()).filter(({ contents }) => contents.includes(content)).length;

/** Runs the trigger while `work` runs. */
async function whileTriggered(trigger: Trigger, work: () => Promise<void>): Promise<void> {
  const worker = new LambdaFunction({
    name: 'worker',
    bundle: join(dir, 'index.mjs'),
    environment: { CALLS: callsFile() },
    memory: 256,
    timeout: 20,
    logs: join(dir, 'logs'),
  });
  functions = functionsOf(new Map([['worker', worker]]));
  const running = startTriggers({ addresses: local, functions, faults, triggers: [['worker', trigger]] });
  try {
    await work();
  } finally {
    await running.close();
    await functions.close();
  }
}

describe('a queue', () => {
  const queueTrigger: Trigger = { kind: 'queue', queue: 'photo', batchSize: 10, maxConcurrency: 2 };

  beforeEach(async () => {
    await rm(callsFile(), { force: true });
    await sqs.send(new CreateQueueCommand({ QueueName: 'photo-dead-letters' }));
    await sqs.send(
      new CreateQueueCommand({
        QueueName: 'photo',
        Attributes: {
          VisibilityTimeout: '900',
          RedrivePolicy: JSON.stringify({ deadLetterTargetArn: queueArn('photo-dead-letters'), maxReceiveCount: 3 }),
        },
      }),
    );
  });

  const send = (MessageBody: string, queue: QueueName = 'photo') =>
    sqs.send(new SendMessageCommand({ QueueUrl: queueUrl(local, queue), MessageBody }));
  /** Returns the number of visible and of in-flight messages of a queue. */
  const counts = async (queue: QueueName) => {
    const command = new GetQueueAttributesCommand({ QueueUrl: queueUrl(local, queue), AttributeNames: ['All'] });
    const { Attributes = {} } = await sqs.send(command);
    const inFlight = Number(Attributes.ApproximateNumberOfMessagesNotVisible);
    return { all: Number(Attributes.ApproximateNumberOfMessages) + inFlight, taken: inFlight };
  };
  const inQueue = async () => (await counts('photo')).all;
  const takeDeadLetters = async () => {
    const QueueUrl = deadLettersUrl(local, 'photo');
    const command = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 900 });
    return ((await sqs.send(command)).Messages ?? []).map(({ Body }) => Body);
  };

  test('messages are delivered as Lambda’s event, in batches, and deleted', async () => {
    for (const body of ['one', 'two', 'three']) await send(body);
    await whileTriggered(queueTrigger, () => expect.poll(inQueue).toBe(0));
    const [call] = await calls();
    expect(call?.contents).toEqual(['one', 'two', 'three']);
    expect(call?.event.Records[0]).toMatchObject({
      messageId: expect.any(String),
      receiptHandle: expect.any(String),
      attributes: { ApproximateReceiveCount: '1' },
      messageAttributes: {},
      md5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/),
      eventSource: 'aws:sqs',
      eventSourceARN: queueArn('photo'),
      awsRegion: region,
    });
  });

  test('only messages reported as failed are retried, at once, and finally become dead letters', async () => {
    for (const body of ['good', 'this fails', 'good too']) await send(body);
    await whileTriggered(queueTrigger, () => expect.poll(inQueue).toBe(0));
    expect(await takeDeadLetters()).toEqual(['this fails']);
    expect(await timesCalledWith('this fails')).toBe(3);
    expect(await timesCalledWith('good')).toBe(1);
  });

  test.each(['all fail', 'nonsense'])('a batch that fails as a whole (%s) is retried as a whole', async (body) => {
    await send(body);
    await send(`bystander of ${body}`);
    await whileTriggered({ ...queueTrigger, maxConcurrency: 1 }, () => expect.poll(inQueue).toBe(0));
    expect((await takeDeadLetters()).toSorted()).toEqual([body, `bystander of ${body}`].toSorted());
    expect(await timesCalledWith(body)).toBe(3);
  });

  test('a stopped function loses nothing: its message is still in the queue', async () => {
    await send('hang');
    await whileTriggered(queueTrigger, () => expect.poll(() => timesCalledWith('hang')).toBe(1));
    expect(await inQueue()).toBe(1);
  });

  test('the batching window collects messages', async () => {
    await sqs.send(new CreateQueueCommand({ QueueName: 'download' }));
    await send('first', 'download');
    // The window is longer than any test run: a full batch ends it.
    const trigger: Trigger = {
      ...queueTrigger,
      queue: 'download',
      batchSize: 2,
      batchingWindow: 20,
      maxConcurrency: 1,
    };
    await whileTriggered(trigger, async () => {
      await expect.poll(async () => (await counts('download')).taken).toBe(1);
      await send('second', 'download');
      await expect.poll(async () => (await calls()).map(({ contents }) => contents)).toEqual([['first', 'second']]);
    });
  });

  test('a fault delivers a batch twice', async () => {
    faults.set([{ operation: 'Deliver', resource: 'worker', kind: 'double', times: 1 }]);
    await send('twice');
    await whileTriggered(queueTrigger, async () => {
      await expect.poll(() => timesCalledWith('twice')).toBe(2);
      // The fault is used up: the next message is delivered once, and the previous one is not delivered again.
      await send('once');
      await expect.poll(() => timesCalledWith('once')).toBe(1);
    });
    expect(await timesCalledWith('twice')).toBe(2);
    expect(await timesCalledWith('once')).toBe(1);
  });
});

describe('a stream', () => {
  const streamTrigger: Trigger = { kind: 'stream', table: 'outbox', batchSize: 10, retryAttempts: 2 };
  let tableService: RunningService;
  let dynamodb: DynamoDBClient;

  beforeAll(async () => {
    tableService = await startDynamoDb({ port: 0, dir: join(dir, 'dynamodb') });
    local.ports.dynamodb = tableService.port;
    dynamodb = new DynamoDBClient({ region, credentials, endpoint: endpoint(local, 'dynamodb') });
  });
  beforeEach(async () => {
    await sqs.send(new CreateQueueCommand({ QueueName: 'outbox-dead-letters' }));
    await dynamodb.send(new DeleteTableCommand({ TableName: 'outbox' })).catch(() => {});
    await dynamodb.send(
      new CreateTableCommand({
        TableName: 'outbox',
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      }),
    );
  });
  afterAll(async () => {
    dynamodb.destroy();
    await tableService.close();
  });

  const put = (content: string) =>
    dynamodb.send(
      new PutItemCommand({
        TableName: 'outbox',
        Item: { id: { S: content }, content: { S: content }, bytes: { B: Buffer.from([1, 2]) } },
      }),
    );

  test('changes are delivered as Lambda’s event, in order, once, across a restart too', async () => {
    await put('first');
    await put('second');
    await whileTriggered(streamTrigger, () => expect.poll(() => timesCalledWith('second')).toBe(1));
    await put('third');
    await whileTriggered(streamTrigger, () => expect.poll(() => timesCalledWith('third')).toBe(1));
    const all = await calls();
    expect(all.flatMap(({ contents }) => contents)).toEqual(['first', 'second', 'third']);
    expect(all[0]?.event.Records[0]).toMatchObject({
      eventID: expect.any(String),
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: region,
      eventSourceARN: expect.stringContaining('table/outbox/stream/'),
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number),
        Keys: { id: { S: 'first' } },
        NewImage: { id: { S: 'first' }, content: { S: 'first' }, bytes: { B: 'AQI=' } },
        SequenceNumber: expect.any(String),
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    });
  });

  test('records before a failure are done, records after it wait', async () => {
    await appendFile(`${callsFile()}.fail`, '');
    for (const content of ['before', 'while-a-file', 'after']) await put(content);
    await whileTriggered({ ...streamTrigger, retryAttempts: 50 }, async () => {
      await expect.poll(() => timesCalledWith('while-a-file')).toBeGreaterThan(3);
      await rm(`${callsFile()}.fail`);
      await expect.poll(async () => (await calls()).at(-1)?.contents).toEqual(['after']);
    });
    const called = (await calls()).map(({ contents }) => contents.join(', '));
    expect(called.filter((contents, index) => contents !== called[index - 1])).toEqual([
      'before, while-a-file, after',
      'before, while-a-file',
      'before',
      'while-a-file',
      'after',
    ]);
  });

  test('a record that keeps failing is given up, and its neighbors are delivered', async () => {
    for (const content of ['good', 'this fails', 'all fail', 'last']) await put(content);
    await whileTriggered(streamTrigger, () =>
      expect.poll(async () => (await calls()).filter(({ contents }) => contents.join() === 'last').length).toBe(1),
    );
    const alone = async (content: string) =>
      (await calls()).filter(({ contents }) => contents.join() === content).length;
    expect(await alone('this fails')).toBe(3);
    expect(await alone('all fail')).toBe(3);

    const QueueUrl = deadLettersUrl(local, 'outbox');
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
    expect(Messages.map(({ Body = '' }) => JSON.parse(Body))).toMatchObject([
      { requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 3 } },
      { DDBStreamBatchInfo: { startSequenceNumber: expect.any(String), batchSize: 1 } },
    ]);
  });
});
