import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { sqs } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { log } from '../../platform/log.ts';
import { requestAttributes } from '../../platform/request.ts';

/** What a change of a session's clocks asks of process-photo, which puts its photos in order. */

/** A step of that work; it continues after the photo `after`. */
export interface ClockStep {
  session_id: string;
  after?: string | undefined;
}

/** Queues a step. */
export async function askToSetClocks(step: ClockStep): Promise<void> {
  const MessageBody = JSON.stringify({ clocks: step });
  await sqs().send(new SendMessageCommand({ QueueUrl: env('PHOTO_QUEUE_URL'), MessageBody, ...requestAttributes() }));
}

/** The same from its beginning. If queuing fails, the daily sweep queues it. */
export async function askToSetClocksSoon(session_id: string): Promise<void> {
  try {
    await askToSetClocks({ session_id });
  } catch (error) {
    log.error('Could not queue the order by a session’s clocks; the daily sweep will.', { session_id, error });
  }
}
