import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import type { DownloadSize } from '#shared/contract/photos/photos.ts';
import { sqs } from '../../../platform/aws.ts';
import { type EnvironmentName, env } from '../../../platform/env.ts';
import { secondsUntilNextTry } from '../../../platform/next-try.ts';
import { requestAttributes } from '../../../platform/request.ts';
import type { PhotoKey } from '../row/repository.ts';

/** Limit of SQS for one request. */
const messagesPerRequest = 10;
/** Photos that one message names: one run of move-derivatives moves ten messages of them in time. */
const photosPerMove = 50;

/** Queues landed files for processing; the messages have the form of S3's events. */
export const askToProcess = (landingKeys: string[]): Promise<void> =>
  send(
    'PHOTO_QUEUE_URL',
    landingKeys.map((key) => ({ Records: [{ s3: { object: { key: encodeURIComponent(key) } } }] })),
  );

/**
 * Queues photos whose file in this size is to be made or measured.
 * @param since when the file could not be made for the first time: it is asked for again later
 */
export const askToMake = (size: MadeSize, photos: PhotoKey[], since?: string): Promise<void> =>
  send(
    'PHOTO_QUEUE_URL',
    photos.map(({ session_id, id }) => ({ make: { session_id, id, size, since } })),
    since === undefined ? 0 : secondsUntilNextTry(since),
  );

/** Queues a picture of the website that is taken from a featured photo. */
export const askToMakePicture = (id: string): Promise<void> => send('PHOTO_QUEUE_URL', [{ picture: { id } }]);

/** The sizes whose files are made from the original. */
export type MadeSize = Exclude<DownloadSize, 'original'>;

/**
 * Queues photos that were withdrawn from clients: move-derivatives moves their files to new addresses and withdraws
 * downloads that contain them. One message has many photos of a session, which the edge's cache then forgets together.
 * @param since when the edge took no further invalidation for the first time: it is asked again later
 */
export const askToMove = (photos: PhotoKey[], since?: string): Promise<void> =>
  send(
    'MEDIA_QUEUE_URL',
    [...Map.groupBy(photos, ({ session_id }) => session_id)].flatMap(([session_id, some]) =>
      Array.from({ length: Math.ceil(some.length / photosPerMove) }, (_, n) => ({
        session_id,
        ids: some.slice(n * photosPerMove, (n + 1) * photosPerMove).map(({ id }) => id),
        since,
      })),
    ),
    since === undefined ? 0 : secondsUntilNextTry(since),
  );

/** Queues the withdrawal of a deleted session, whose photos get new addresses; continues after the photo `after`. */
export const askToWithdrawSession = (session_id: string, after?: string): Promise<void> =>
  send('MEDIA_QUEUE_URL', [{ session_id, after }]);

/** @throws Error when SQS did not take every message */
async function send(queue: EnvironmentName, bodies: object[], DelaySeconds = 0): Promise<void> {
  for (let start = 0; start < bodies.length; start += messagesPerRequest) {
    const Entries = bodies.slice(start, start + messagesPerRequest).map((body, index) => ({
      Id: String(index),
      MessageBody: JSON.stringify(body),
      DelaySeconds,
      ...requestAttributes(),
    }));
    const { Failed = [] } = await sqs().send(new SendMessageBatchCommand({ QueueUrl: env(queue), Entries }));
    if (Failed.length > 0) throw new Error(`${Failed.length} messages were refused by ${queue}: ${Failed[0]?.Code}`);
  }
}
