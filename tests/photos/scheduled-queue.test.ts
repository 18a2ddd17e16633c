import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateQueueCommand, GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context, ScheduledEvent } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { eachMessage } from '../../lambdas/workers/batch.ts';
import { scheduledQueue } from '../../lambdas/workers/scheduled-queue.ts';
import { credentials, region } from '../../local/addresses.ts';
import type { RunningService } from '../../local/services/service.ts';
import { startSqs } from '../../local/sqs/server.ts';

let dir: string;
let service: RunningService;
let client: SQSClient;
let url: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'scheduled-'));
  service = await startSqs({ port: 0, dir });
  const endpoint = `http://127.0.0.1:${service.port}`;
  vi.stubEnv('AWS_ENDPOINT_URL_SQS', endpoint);
  vi.stubEnv('AWS_REGION', region);
  vi.stubEnv('AWS_ACCESS_KEY_ID', credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secretAccessKey);
  client = new SQSClient({ region, credentials, endpoint });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  client.destroy();
  await service.close();
  await rm(dir, { recursive: true });
});
let queues = 0;
beforeEach(async () => {
  queues += 1;
  const made = await client.send(new CreateQueueCommand({ QueueName: `work-${queues}` }));
  url = made.QueueUrl ?? '';
});

const send = (MessageBody: string) =>
  client.send(
    new SendMessageCommand({
      QueueUrl: url,
      MessageBody,
      MessageAttributes: { request_id: { DataType: 'String', StringValue: `request of ${MessageBody}` } },
    }),
  );
/** The numbers of messages that wait, and that were received and not deleted. */
async function counts() {
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
  );
  return [Attributes.ApproximateNumberOfMessages, Attributes.ApproximateNumberOfMessagesNotVisible].map(Number);
}
const scheduled = { source: 'aws.events' } as ScheduledEvent;
const timeLeft = (milliseconds: number) => ({ getRemainingTimeInMillis: () => milliseconds }) as Context;

test('a run that a schedule starts works through the queue, and deletes what is done', async () => {
  for (const body of ['a', 'b', 'c']) await send(body);
  const done: [string, string | undefined][] = [];
  const worker = scheduledQueue({ url: () => url, batchSize: 1, batchTime: 10 }, ({ Records }) =>
    eachMessage(Records, async ({ body, messageAttributes }) => {
      done.push([body, messageAttributes.request_id?.stringValue]);
    }),
  );
  await worker(scheduled, timeLeft(1_000));
  expect(done.toSorted()).toEqual(['a', 'b', 'c'].map((body) => [body, `request of ${body}`]));
  expect(await counts()).toEqual([0, 0]);
});

test('a failed message stays in the queue', async () => {
  for (const body of ['good', 'bad']) await send(body);
  const worker = scheduledQueue({ url: () => url, batchSize: 10, batchTime: 10 }, ({ Records }) =>
    eachMessage(Records, async ({ body }) => {
      if (body === 'bad') throw new Error('It fails.');
    }),
  );
  await worker(scheduled, timeLeft(1_000));
  expect(await counts()).toEqual([0, 1]);
});

test('a run without time for another batch leaves the rest to the next', async () => {
  for (const body of ['a', 'b']) await send(body);
  let done = 0;
  const worker = scheduledQueue({ url: () => url, batchSize: 1, batchTime: 10 }, async () => {
    done += 1;
    return { batchItemFailures: [] };
  });
  await worker(scheduled, timeLeft(5));
  expect(done).toBe(1);
  expect(await counts()).toEqual([1, 0]);
});

test('the messages of an event source go to the work as they are', async () => {
  const events: unknown[] = [];
  const worker = scheduledQueue({ url: () => url, batchSize: 1, batchTime: 10 }, async (event) => {
    events.push(event);
    return { batchItemFailures: [{ itemIdentifier: 'a' }] };
  });
  const event = { Records: [] };
  expect(await worker(event, timeLeft(5))).toEqual({ batchItemFailures: [{ itemIdentifier: 'a' }] });
  expect(events).toEqual([event]);
});
