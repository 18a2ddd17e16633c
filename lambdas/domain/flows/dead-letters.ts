import { GetQueueAttributesCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { type DeadLetterQueue, deadLetterQueues, type Waiting } from '#shared/contract/waiting.ts';
import { sqs } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';

const urls: Record<DeadLetterQueue, () => string> = {
  photo: () => env('PHOTO_DEAD_LETTERS_URL'),
  download: () => env('DOWNLOAD_DEAD_LETTERS_URL'),
  media: () => env('MEDIA_DEAD_LETTERS_URL'),
  outbox: () => env('OUTBOX_DEAD_LETTERS_URL'),
  bounces: () => env('BOUNCES_DEAD_LETTERS_URL'),
};

/**
 * Returns the dead letters of each queue that has some: their number, and the time at which the oldest message that SQS
 * shows was sent. No message is read from an empty queue.
 */
export async function readDeadLetters(): Promise<Waiting['dead_letters']> {
  const letters = await Promise.all(
    deadLetterQueues.map(async (queue) => {
      const count = await countMessages(urls[queue]());
      return count === 0 ? [] : [{ queue, count, since: await oldestSent(urls[queue]()) }];
    }),
  );
  return letters.flat();
}

/**
 * Returns the number of messages, including messages that are hidden while the owner's command sends them again. If
 * that fails, they become visible again.
 */
async function countMessages(QueueUrl: string): Promise<number> {
  const { Attributes = {} } = await sqs().send(
    new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
    }),
  );
  return Object.values(Attributes).reduce((sum, count) => sum + Number(count), 0);
}

/**
 * Returns the earliest sending time of ten messages; null when all are hidden. The time is read from messages, because
 * a queue has no such attribute. Reading does not hide them (`VisibilityTimeout`), and a message that SQS has moved
 * keeps the time at which it was first sent.
 */
async function oldestSent(QueueUrl: string): Promise<string | null> {
  const { Messages = [] } = await sqs().send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      VisibilityTimeout: 0,
      // Above zero, so that SQS searches all of its servers; it waits only if it finds no message.
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ['SentTimestamp'],
    }),
  );
  const times = Messages.map(({ Attributes }) => Number(Attributes?.SentTimestamp));
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}
