import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { region } from '../addresses.ts';
import { queueArn } from '../sqs/queues.ts';
import { deliver, type EventSource, failedItems, keepPolling } from './polling.ts';

export interface QueueSource extends EventSource {
  sqs: SQSClient;
  queueUrl: string;
  batchSize: number;
  /** Seconds to wait for a batch to fill up; none by default. */
  batchingWindow?: number;
  /** Number of batches that are processed at once. */
  concurrency: number;
}

/** SQS's maximum for one receive and for one batch. */
const sqsBatch = 10;
/** SQS's maximum for long polling, in seconds. */
const longPoll = 20;

/** Invokes a function with a queue's messages until the signal aborts. */
export async function pollQueue(source: QueueSource): Promise<void> {
  const poller = () =>
    keepPolling(source, async () => {
      const messages = await gather(source);
      if (messages.length > 0) await handleBatch(source, messages);
    });
  await Promise.all(Array.from({ length: source.concurrency }, poller));
}

/**
 * Returns messages for one invocation: the first that arrive, and with a batching window also the messages that follow
 * within it.
 */
async function gather(source: QueueSource): Promise<Message[]> {
  const { batchSize, batchingWindow = 0 } = source;
  const messages = await receive(source, batchSize, longPoll);
  const until = Date.now() + batchingWindow * 1000;
  while (messages.length > 0 && messages.length < batchSize && Date.now() < until) {
    const wait = Math.min(longPoll, Math.ceil((until - Date.now()) / 1000));
    messages.push(...(await receive(source, batchSize - messages.length, wait)));
  }
  return messages;
}

async function receive({ sqs, queueUrl, signal }: QueueSource, limit: number, wait: number): Promise<Message[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl: queueUrl,
    MaxNumberOfMessages: Math.min(limit, sqsBatch),
    WaitTimeSeconds: wait,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  });
  return (await sqs.send(command, { abortSignal: signal })).Messages ?? [];
}

/**
 * Invokes the function with a batch, deletes the messages that it handled, and makes the messages that it reports as
 * failed visible at once.
 */
async function handleBatch(source: QueueSource, messages: Message[]): Promise<void> {
  let failed: string[];
  const ids = messages.map(({ MessageId = '' }) => MessageId);
  try {
    failed = failedItems(await deliver(source, queueEvent(source.queueUrl, messages)), ids);
  } catch (error) {
    if (source.signal.aborted) throw error;
    failed = ids;
  }
  const { sqs, queueUrl: QueueUrl } = source;
  const entries = messages.map(({ MessageId = '', ReceiptHandle = '' }) => ({ Id: MessageId, ReceiptHandle }));
  for (const Entries of inBatches(entries.filter(({ Id }) => !failed.includes(Id)))) {
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  }
  for (const batch of inBatches(entries.filter(({ Id }) => failed.includes(Id)))) {
    const Entries = batch.map((entry) => ({ ...entry, VisibilityTimeout: 0 }));
    await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
  }
}

const inBatches = <Entry>(entries: Entry[]): Entry[][] =>
  Array.from({ length: Math.ceil(entries.length / sqsBatch) }, (_, n) =>
    entries.slice(n * sqsBatch, (n + 1) * sqsBatch),
  );

/**
 * Returns messages as an event.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html
 */
function queueEvent(queueUrl: string, messages: Message[]): object {
  const eventSourceARN = queueArn(queueUrl.split('/').at(-1) ?? '');
  return {
    Records: messages.map((message) => ({
      messageId: message.MessageId,
      receiptHandle: message.ReceiptHandle,
      body: message.Body,
      attributes: message.Attributes,
      messageAttributes: Object.fromEntries(
        Object.entries(message.MessageAttributes ?? {}).map(([name, { DataType, StringValue, BinaryValue }]) => [
          name,
          {
            dataType: DataType,
            ...(StringValue !== undefined && { stringValue: StringValue }),
            ...(BinaryValue && { binaryValue: Buffer.from(BinaryValue).toString('base64') }),
          },
        ]),
      ),
      md5OfBody: message.MD5OfBody,
      eventSource: 'aws:sqs',
      eventSourceARN,
      awsRegion: region,
    })),
  };
}
