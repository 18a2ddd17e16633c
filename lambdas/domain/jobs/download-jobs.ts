import { log } from '../../platform/log.ts';
import { dayMs } from '../../platform/time.ts';
import { send } from './queue.ts';

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
  const body = { session_id: session.id, ...(photosChanged && { since: new Date().toISOString() }) };
  try {
    await send('DOWNLOAD_QUEUE_URL', [{ body, delay: photosChanged ? quietSeconds : 0 }]);
  } catch (error) {
    log.warn('The download of an announced session is not prepared ahead.', { session_id: session.id, error });
  }
}

/**
 * Queues a message for prepare-download to start or continue a download.
 * @param delay seconds until it is delivered
 */
export const askToPrepare = ({ customer_id, id }: { customer_id: string; id: string }, delay = 0): Promise<void> =>
  send('DOWNLOAD_QUEUE_URL', [{ body: { customer_id, id }, delay }]);
