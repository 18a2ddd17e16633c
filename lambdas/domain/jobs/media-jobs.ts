import { log } from '../../platform/log.ts';
import { secondsUntilNextTry } from '../../platform/next-try.ts';
import { send } from './queue.ts';

/** Photos that one message names: one run of move-derivatives moves ten messages of them in time. */
const photosPerMove = 50;

/**
 * Queues photos that were withdrawn from clients: move-derivatives moves their files to new addresses and withdraws
 * downloads that contain them. One message has many photos of a session, which the edge's cache then forgets together.
 * @param since when the edge took no further invalidation for the first time: it is asked again later
 */
export const askToMove = (photos: { session_id: string; id: string }[], since?: string): Promise<void> =>
  send(
    'MEDIA_QUEUE_URL',
    [...Map.groupBy(photos, ({ session_id }) => session_id)].flatMap(([session_id, ofSession]) =>
      Array.from({ length: Math.ceil(ofSession.length / photosPerMove) }, (_, n) => ({
        body: {
          session_id,
          ids: ofSession.slice(n * photosPerMove, (n + 1) * photosPerMove).map(({ id }) => id),
          since,
        },
        delay: since === undefined ? 0 : secondsUntilNextTry(since),
      })),
    ),
  );

/** Queues the withdrawal of a deleted session, whose photos get new addresses; continues after the photo `after`. */
export const askToWithdrawSession = (session_id: string, after?: string): Promise<void> =>
  send('MEDIA_QUEUE_URL', [{ body: { session_id, after } }]);

/**
 * Queues the withdrawal of a session's downloads that its client may no longer have. A failure is only logged: without
 * the message, such archives are not listed, and expire within a week.
 */
export async function askToWithdrawDownloads(session_id: string): Promise<void> {
  try {
    await send('MEDIA_QUEUE_URL', [{ body: { session_id, downloads: true } }]);
  } catch (error) {
    log.error('Could not queue the withdrawal of downloads of a session.', { session_id, error });
  }
}
