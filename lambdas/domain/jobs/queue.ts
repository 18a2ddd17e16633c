import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { sqs } from '../../platform/aws.ts';
import { type EnvironmentName, env } from '../../platform/env.ts';
import { requestAttributes } from '../../platform/request.ts';

/** SQS's limit for one request. */
const messagesPerRequest = 10;

interface Message {
  body: object;
  /** Seconds until the message is delivered; SQS allows 900 at most. */
  delay?: number;
}

/**
 * Queues messages, with the id of the request that sends them.
 * @throws Error when SQS did not accept every message
 */
export async function send(queue: EnvironmentName, messages: Message[]): Promise<void> {
  for (let start = 0; start < messages.length; start += messagesPerRequest) {
    const Entries = messages.slice(start, start + messagesPerRequest).map(({ body, delay = 0 }, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(body),
      DelaySeconds: delay,
      ...requestAttributes(),
    }));
    const { Failed = [] } = await sqs().send(new SendMessageBatchCommand({ QueueUrl: env(queue), Entries }));
    if (Failed.length > 0) throw new Error(`${Failed.length} messages were refused by ${queue}: ${Failed[0]?.Code}`);
  }
}
