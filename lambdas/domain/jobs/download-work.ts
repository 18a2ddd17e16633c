import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { sqs } from '../../platform/aws.ts';
import { env } from '../../platform/env.ts';
import { log } from '../../platform/log.ts';
import { requestAttributes } from '../../platform/request.ts';
import { dayMs } from '../../platform/time.ts';

/** What changes of sessions and photos ask of the workers that keep downloads. */

interface Announced {
  announced_at?: string | undefined;
}

/** Milliseconds after an announcement during which the download of the whole session is kept ready. */
const keptReadyFor = 7 * dayMs;
/** Seconds without another change after which it is prepared anew. SQS delays a message for 900 at most. */
const quietSeconds = 600;

/** Returns whether the download of the whole session is prepared before the client asks for it. */
export const isKeptReady = ({ announced_at }: Announced): boolean =>
  announced_at !== undefined && Date.now() - Date.parse(announced_at) < keptReadyFor;

/**
 * Queues the preparation of an announced session's download, after a while without further changes when
 * `photosChanged`. A failure is only logged: the client's own request prepares the download, too.
 */
export async function askToKeepReady(
  session: Announced & { id: string },
  { photosChanged }: { photosChanged: boolean },
): Promise<void> {
  if (!isKeptReady(session)) return;
  const message = { session_id: session.id, ...(photosChanged && { since: new Date().toISOString() }) };
  try {
    await sqs().send(
      new SendMessageCommand({
        QueueUrl: env('DOWNLOAD_QUEUE_URL'),
        MessageBody: JSON.stringify(message),
        ...(photosChanged && { DelaySeconds: quietSeconds }),
        ...requestAttributes(),
      }),
    );
  } catch (error) {
    log.warn('The download of an announced session is not prepared ahead.', { session_id: session.id, error });
  }
}

/**
 * Queues the withdrawal of a session's downloads that its client may no longer have. A failure is only logged: without
 * the message, such archives are not listed, and expire within a week.
 */
export async function askToWithdrawDownloads(session_id: string): Promise<void> {
  const MessageBody = JSON.stringify({ session_id, downloads: true });
  try {
    await sqs().send(new SendMessageCommand({ QueueUrl: env('MEDIA_QUEUE_URL'), MessageBody, ...requestAttributes() }));
  } catch (error) {
    log.error('Could not queue the withdrawal of downloads of a session.', { session_id, error });
  }
}
