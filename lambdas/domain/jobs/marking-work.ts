import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { sqs } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { log } from '../../platform/log.ts';
import { secondsUntilNextTry } from '../../platform/next-try.ts';
import { requestAttributes } from '../../platform/request.ts';

/** What changes of sessions and photos ask of process-photo, which makes marked derivatives and gives them up. */

/** A step of the work on a session's marked derivatives. */
export interface MarkingStep {
  session_id: string;
  /** The photo after which it continues. */
  after?: string | undefined;
  /** The `marks_shown` for which addresses are being given up. */
  rekeys?: string | undefined;
  /** When a photo could not be marked for the first time. */
  since?: string | undefined;
}

/** Queues the work on a session's marked derivatives. A photo that could not be marked is tried again later. */
export async function askToMark(step: MarkingStep): Promise<void> {
  const DelaySeconds = step.since === undefined || step.after !== undefined ? 0 : secondsUntilNextTry(step.since);
  const MessageBody = JSON.stringify({ mark: step });
  await sqs().send(
    new SendMessageCommand({ QueueUrl: env('PHOTO_QUEUE_URL'), MessageBody, DelaySeconds, ...requestAttributes() }),
  );
}

/** The same from its beginning. If queuing fails, the daily sweep queues it. */
export async function askToMarkSoon(session_id: string): Promise<void> {
  try {
    await askToMark({ session_id });
  } catch (error) {
    log.error('Could not queue the marking of a session; the daily sweep will.', { session_id, error });
  }
}
