import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { sqs } from '../../platform/aws.ts';
import { type EnvironmentName, env } from '../../platform/env.ts';
import { requestAttributes } from '../../platform/request.ts';
import type { PhotoKey } from './repository.ts';

/** SQS takes so many messages at once. */
const messagesPerRequest = 10;

/** Files that lie in the landing bucket are processed as if they had just arrived: the message looks like S3's event. */
export const askToProcess = (landingKeys: string[]): Promise<void> =>
  send(
    'PHOTO_QUEUE_URL',
    landingKeys.map((key) => ({ Records: [{ s3: { object: { key: encodeURIComponent(key) } } }] })),
  );

/** Photos that clients may no longer have: their derivatives are to leave their stale addresses, and downloads that hold them end. */
export const askToMove = (photos: PhotoKey[]): Promise<void> =>
  send(
    'MEDIA_QUEUE_URL',
    photos.map(({ session_id, id }) => ({ session_id, id })),
  );

/** A session that was deleted: all its photos are to leave the addresses that clients know. */
export const askToWithdrawSession = (session_id: string): Promise<void> => send('MEDIA_QUEUE_URL', [{ session_id }]);

/** @throws Error when SQS did not take every message */
async function send(queue: EnvironmentName, bodies: object[]): Promise<void> {
  for (let start = 0; start < bodies.length; start += messagesPerRequest) {
    const Entries = bodies
      .slice(start, start + messagesPerRequest)
      .map((body, index) => ({ Id: String(index), MessageBody: JSON.stringify(body), ...requestAttributes() }));
    const { Failed = [] } = await sqs().send(new SendMessageBatchCommand({ QueueUrl: env(queue), Entries }));
    if (Failed.length > 0) throw new Error(`${Failed.length} messages were not taken by ${queue}: ${Failed[0]?.Code}`);
  }
}
