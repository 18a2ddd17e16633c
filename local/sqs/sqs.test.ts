import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type Message,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageBatchCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { credentials, region } from '../addresses.ts';
import { Faults } from '../services/faults.ts';
import type { RunningService } from '../services/service.ts';
import { queueArn } from './queues.ts';
import { startSqs } from './server.ts';

let dir: string;
let service: RunningService;
let sqs: SQSClient;
const faults = new Faults();

const clientFor = (port: number) => new SQSClient({ region, credentials, endpoint: `http://127.0.0.1:${port}` });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sqs-'));
  service = await startSqs({ port: 0, dir, faults });
  sqs = clientFor(service.port);
});
afterAll(async () => {
  sqs.destroy();
  await service.close();
  await rm(dir, { recursive: true });
});

const create = async (QueueName: string, Attributes: Record<string, string> = {}) =>
  (await sqs.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl!;
const send = (QueueUrl: string, MessageBody: string) => sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
const receive = async (QueueUrl: string, input: Partial<ReceiveMessageCommandInput> = {}) =>
  (await sqs.send(new ReceiveMessageCommand({ QueueUrl, MessageSystemAttributeNames: ['All'], ...input }))).Messages ??
  [];
const attribute = async (
  QueueUrl: string,
  name: 'ApproximateNumberOfMessages' | 'ApproximateNumberOfMessagesNotVisible',
) => (await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }))).Attributes?.[name];

test('a queue is created once and found by name', async () => {
  const url = await create('found', { VisibilityTimeout: '720' });
  expect(await create('found', { VisibilityTimeout: '720' })).toBe(url);
  await expect(create('found', { VisibilityTimeout: '1' })).rejects.toMatchObject({ name: 'QueueNameExists' });
  expect((await sqs.send(new GetQueueUrlCommand({ QueueName: 'found' }))).QueueUrl).toBe(url);
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { VisibilityTimeout: '5' } }));
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['VisibilityTimeout', 'QueueArn'] }),
  );
  expect(Attributes).toEqual({ VisibilityTimeout: '5', QueueArn: queueArn('found') });
});

test('errors have AWS’s names', async () => {
  const nowhere = `http://127.0.0.1:${service.port}/000000000000/nowhere`;
  await expect(send(nowhere, 'a')).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  await expect(create('orders.fifo')).rejects.toThrow(/only standard queues/);
  await expect(create('odd', { Color: 'red' })).rejects.toMatchObject({ name: 'InvalidAttributeName' });
  await expect(create('odd', { VisibilityTimeout: '-1' })).rejects.toMatchObject({ name: 'InvalidAttributeValue' });
  const url = await create('strict');
  await expect(receive(url, { MaxNumberOfMessages: 11 })).rejects.toThrow(/from 1 to 10/);
  await expect(send(url, 'x'.repeat(1_048_577))).rejects.toThrow(/at most/);
});

test('a message with attributes is delivered as sent, and the SDK’s digest check passes', async () => {
  const QueueUrl = await create('content');
  const body = 'Grüße, {"a":1}\n';
  const MessageAttributes = {
    kind: { DataType: 'String', StringValue: 'photo' },
    bytes: { DataType: 'Binary', BinaryValue: Buffer.from([0, 1, 255]) },
  };
  const sent = await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body, MessageAttributes }));
  const [message] = await receive(QueueUrl, { MessageAttributeNames: ['All'] });
  expect(message).toMatchObject({
    MessageId: sent.MessageId,
    Body: body,
    Attributes: { ApproximateReceiveCount: '1', SentTimestamp: expect.stringMatching(/^\d{13}$/) },
    MD5OfMessageAttributes: sent.MD5OfMessageAttributes,
  });
  expect(message?.MessageAttributes?.kind?.StringValue).toBe('photo');
  expect(Buffer.from(message?.MessageAttributes?.bytes?.BinaryValue ?? [])).toEqual(Buffer.from([0, 1, 255]));
});

test('a received message is hidden, visible again when returned, and gone when deleted', async () => {
  const url = await create('visibility', { VisibilityTimeout: '600' });
  await send(url, 'one');
  const [first] = await receive(url);
  expect(await receive(url)).toEqual([]);
  expect(await attribute(url, 'ApproximateNumberOfMessagesNotVisible')).toBe('1');

  const waiting = receive(url, { WaitTimeSeconds: 20 });
  await sqs.send(
    new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle: first!.ReceiptHandle!, VisibilityTimeout: 0 }),
  );
  const [second] = await waiting;
  expect(second?.Attributes?.ApproximateReceiveCount).toBe('2');

  await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: first!.ReceiptHandle! }));
  expect(await attribute(url, 'ApproximateNumberOfMessagesNotVisible')).toBe('1');
  await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: second!.ReceiptHandle! }));
  expect(await attribute(url, 'ApproximateNumberOfMessagesNotVisible')).toBe('0');
  await expect(
    sqs.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: url,
        ReceiptHandle: second!.ReceiptHandle!,
        VisibilityTimeout: 0,
      }),
    ),
  ).rejects.toMatchObject({ name: 'MessageNotInflight' });
});

test('a message becomes visible when its visibility timeout ends', async () => {
  const url = await create('timeout', { VisibilityTimeout: '1' });
  await send(url, 'again');
  const [first] = await receive(url);
  const [second] = await receive(url, { WaitTimeSeconds: 20 });
  expect(second?.MessageId).toBe(first?.MessageId);
});

test('long polling returns a message sent during the wait, and a delayed one when it is due', async () => {
  const url = await create('polling');
  const waiting = receive(url, { WaitTimeSeconds: 20 });
  await send(url, 'now');
  expect((await waiting)[0]?.Body).toBe('now');
  await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'later', DelaySeconds: 1 }));
  expect(await receive(url)).toEqual([]);
  expect((await receive(url, { WaitTimeSeconds: 20 }))[0]?.Body).toBe('later');
});

test('a caller that disconnected receives no message', async () => {
  const url = await create('hung-up');
  const hangUp = new AbortController();
  // Reports that the request has arrived, and has no other effect.
  faults.set([{ operation: 'ReceiveMessage', resource: 'hung-up', times: 1 }]);
  const waiting = sqs.send(new ReceiveMessageCommand({ QueueUrl: url, WaitTimeSeconds: 20 }), {
    abortSignal: hangUp.signal,
  });
  await expect.poll(() => faults.rules[0]?.times).toBe(0);
  hangUp.abort();
  await expect(waiting).rejects.toThrow();
  // When another request gets its response, the service has noticed the closed connection.
  await attribute(url, 'ApproximateNumberOfMessages');
  await send(url, 'mine');
  expect((await receive(url, { WaitTimeSeconds: 20 }))[0]?.Body).toBe('mine');
});

test('batches: each entry has its own result', async () => {
  const url = await create('batches');
  const Entries = Array.from({ length: 10 }, (_, n) => ({ Id: `m${n}`, MessageBody: n === 3 ? '' : `body ${n}` }));
  const sent = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
  expect(sent.Successful).toHaveLength(9);
  expect(sent.Failed).toMatchObject([{ Id: 'm3', SenderFault: true }]);

  const messages = await receive(url, { MaxNumberOfMessages: 10 });
  expect(messages).toHaveLength(9);
  const handles = messages.map(({ MessageId, ReceiptHandle }) => ({ Id: MessageId!, ReceiptHandle: ReceiptHandle! }));
  await sqs.send(
    new ChangeMessageVisibilityBatchCommand({
      QueueUrl: url,
      Entries: handles.slice(0, 2).map((handle) => ({ ...handle, VisibilityTimeout: 0 })),
    }),
  );
  expect(await attribute(url, 'ApproximateNumberOfMessages')).toBe('2');
  await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries: handles }));
  expect(await attribute(url, 'ApproximateNumberOfMessagesNotVisible')).toBe('0');
  await expect(sqs.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries: [] }))).rejects.toMatchObject({
    name: 'EmptyBatchRequest',
  });
});

test('a message received too often moves to the dead-letter queue, and back on redrive', async () => {
  const dead = await create('work-dead-letters');
  const url = await create('work', {
    VisibilityTimeout: '0',
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: queueArn('work-dead-letters'), maxReceiveCount: 2 }),
  });
  const { MessageId } = await send(url, 'poison');
  expect(await receive(url)).toHaveLength(1);
  expect(await receive(url)).toHaveLength(1);
  expect(await receive(url)).toHaveLength(0);
  const [email] = await receive(dead, { VisibilityTimeout: 0 });
  expect(email).toMatchObject({ MessageId, Attributes: { DeadLetterQueueSourceArn: queueArn('work') } });

  await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: queueArn('work-dead-letters') }));
  expect(await receive(dead)).toEqual([]);
  expect((await receive(url))[0]).toMatchObject({ Body: 'poison', Attributes: { ApproximateReceiveCount: '1' } });
  await expect(sqs.send(new StartMessageMoveTaskCommand({ SourceArn: queueArn('work') }))).rejects.toThrow(
    /no dead-letter queue/,
  );
});

test('a purge empties a queue', async () => {
  const url = await create('purged');
  await send(url, 'a');
  await sqs.send(new PurgeQueueCommand({ QueueUrl: url }));
  expect(await attribute(url, 'ApproximateNumberOfMessages')).toBe('0');
});

test('faults: an error, a cut connection, a message delivered twice', async () => {
  const url = await create('faulty');
  faults.set([{ operation: 'SendMessage', resource: 'faulty', error: 'RequestThrottled', status: 400, times: 1 }]);
  const once = new SQSClient({ region, credentials, endpoint: `http://127.0.0.1:${service.port}`, maxAttempts: 1 });
  const command = new SendMessageCommand({ QueueUrl: url, MessageBody: 'a' });
  await expect(once.send(command)).rejects.toMatchObject({ name: 'RequestThrottled' });
  await fetch(`http://127.0.0.1:${service.port}/_faults`, {
    method: 'PUT',
    body: JSON.stringify([{ operation: '*', kind: 'cut', times: 1 }]),
  });
  await expect(once.send(command)).rejects.toThrow();
  once.destroy();
  await send(url, 'twice');
  faults.set([{ operation: 'ReceiveMessage', kind: 'double', times: 1 }]);
  expect((await receive(url))[0]?.Body).toBe('twice');
  expect((await receive(url))[0]?.Body).toBe('twice');
  expect(await receive(url)).toEqual([]);
});

test('everything acknowledged survives SIGKILL, receive counts too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sqs-killed-'));
  const program = join(folder, 'run.ts');
  const module = new URL('./server.ts', import.meta.url).href;
  await writeFile(
    program,
    `import { startSqs } from '${module}'; process.stdout.write(String((await startSqs({ port: 0, dir: '${folder}/data' })).port));`,
  );
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = Number(await new Promise<Buffer>((resolve) => child.stdout.once('data', resolve)));
  const first = clientFor(port);
  const { QueueUrl } = await first.send(
    new CreateQueueCommand({ QueueName: 'durable', Attributes: { VisibilityTimeout: '900' } }),
  );
  for (const MessageBody of ['kept', 'deleted', 'held'])
    await first.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  const { Messages = [] } = await first.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
  const handle = (body: string) => Messages.find(({ Body }) => Body === body)!.ReceiptHandle!;
  await first.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: handle('deleted') }));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  first.destroy();

  const journal = join(folder, 'data', 'durable.journal');
  await writeFile(journal, `${await readFile(journal, 'utf8')}{"op":"del`);
  const restarted = await startSqs({ port: 0, dir: join(folder, 'data') });
  const second = clientFor(restarted.port);
  const url = `http://127.0.0.1:${restarted.port}/000000000000/durable`;
  // A consumer that outlives a restart of the service can still delete its messages.
  await second.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: handle('held') }));
  const remaining = await second.send(
    new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All'] }),
  );
  expect(
    remaining.Messages?.map(({ Body, Attributes }: Message) => [Body, Attributes?.ApproximateReceiveCount]),
  ).toEqual([['kept', '2']]);
  second.destroy();
  await restarted.close();
  await rm(folder, { recursive: true });
});

test('a journal of mostly deleted messages is compacted', async () => {
  const url = await create('compact');
  await send(url, 'stays');
  for (let round = 0; round < 70; round += 1) {
    const Entries = Array.from({ length: 10 }, (_, n) => ({ Id: `m${n}`, MessageBody: 'goes' }));
    await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
    const messages = await receive(url, { MaxNumberOfMessages: 10 });
    const handles = messages
      .filter(({ Body }) => Body === 'goes')
      .map(({ MessageId, ReceiptHandle }) => ({ Id: MessageId!, ReceiptHandle: ReceiptHandle! }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries: handles }));
  }
  const lines = (await readFile(join(dir, 'compact.journal'), 'utf8')).trim().split('\n');
  expect(lines.length).toBeLessThan(2_020);
  expect(lines[1]).toContain('stays');
});

test('a port in use is reported in one sentence', async () => {
  await expect(startSqs({ port: service.port, dir })).rejects.toThrow(
    `SQS can't listen on port ${service.port}, because another program does: stop that one, then try again.`,
  );
});
