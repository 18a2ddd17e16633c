import { type GalleryEnd, hasEnded } from '#shared/sessions/gallery-end.ts';
import { log } from '../../platform/log.ts';
import { dayMs } from '../../platform/time.ts';
import { send } from './queue.ts';

interface Announced extends GalleryEnd {
  announced_at?: string | undefined;
}

/** Milliseconds after an announcement during which the whole session's download is kept prepared. */
const keptReadyMs = 7 * dayMs;
/** Seconds without a further change after which the download is prepared anew. SQS delays a message by 900 at most. */
const quietSeconds = 600;

/** Whether the whole session's download is prepared before the client requests it. */
export const isKeptReady = ({ announced_at, ends_on }: Announced): boolean =>
  announced_at !== undefined && Date.now() - Date.parse(announced_at) < keptReadyMs && !hasEnded({ ends_on });

/**
 * Queues the preparation of an announced session's download; with `photosChanged`, only after `quietSeconds` without a
 * further change. A failure is only logged, because the client's own request prepares the download, too.
 */
export async function askToKeepReady(
  session: Announced & { id: string },
  { photosChanged }: { photosChanged: boolean },
): Promise<void> {
  if (!isKeptReady(session)) return;
  const body = { session_id: session.id, ...(photosChanged && { since: new Date().toISOString() }) };
  try {
    await send('DOWNLOAD_QUEUE_URL', [{ body, delay: photosChanged ? quietSeconds : 0 }]);
  } catch (error) {
    log.warn('The download of an announced session is not prepared ahead.', { session_id: session.id, error });
  }
}

/**
 * Queues a message for prepare-download to start or continue a download.
 * @param delay seconds until the message is delivered
 */
export const askToPrepare = ({ customer_id, id }: { customer_id: string; id: string }, delay = 0): Promise<void> =>
  send('DOWNLOAD_QUEUE_URL', [{ body: { customer_id, id }, delay }]);
