import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { Context, ScheduledEvent, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { sqs } from '../platform/aws.ts';

type Work = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

interface Queue {
  url: () => string;
  /** Messages of one batch; at most 10, SQS's maximum for one receive. */
  batchSize: number;
  /** Milliseconds that one batch may need; with less time left, the next run continues. */
  batchTime: number;
}

/**
 * Returns the handler of a queue's worker that a schedule can start, too: it then receives the messages itself until
 * the queue is empty. Lambda's event source for queues needs at least two runs at once, too many for a new account.
 */
export const scheduledQueue =
  (queue: Queue, work: Work) =>
  async (event: SQSEvent | ScheduledEvent, context: Context): Promise<SQSBatchResponse> => {
    if ('Records' in event) return work(event, context);
    let records: SQSRecord[];
    do {
      records = await receive(queue);
      if (records.length === 0) break;
      const { batchItemFailures } = await work({ Records: records }, context);
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      await remove(
        queue,
        records.filter(({ messageId }) => !failed.has(messageId)),
      );
    } while (context.getRemainingTimeInMillis() > queue.batchTime);
    return { batchItemFailures: [] };
  };

async function receive({ url, batchSize }: Queue): Promise<SQSRecord[]> {
  const { Messages = [] } = await sqs().send(
    new ReceiveMessageCommand({
      QueueUrl: url(),
      MaxNumberOfMessages: batchSize,
      // Long polling asks all of SQS's servers; short polling may miss messages.
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
  );
  return Messages.map(recordOf);
}

/**
 * Deletes messages that were worked on. A failed message stays: SQS delivers it again, or moves it to the dead-letter
 * queue.
 */
async function remove({ url }: Queue, records: SQSRecord[]): Promise<void> {
  if (records.length === 0) return;
  const Entries = records.map(({ messageId, receiptHandle }) => ({ Id: messageId, ReceiptHandle: receiptHandle }));
  await sqs().send(new DeleteMessageBatchCommand({ QueueUrl: url(), Entries }));
}

/** Returns the fields of an event source's record that workers read. */
function recordOf({ MessageId, ReceiptHandle, Body, Attributes, MessageAttributes = {} }: Message): SQSRecord {
  const attributes = Object.entries(MessageAttributes).map(([name, { DataType, StringValue }]) => [
    name,
    { dataType: DataType, stringValue: StringValue },
  ]);
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: Attributes,
    messageAttributes: Object.fromEntries(attributes),
  } as SQSRecord;
}
