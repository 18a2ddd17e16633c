import { log } from '../../platform/log.ts';
import { secondsUntilNextTry } from '../../platform/next-try.ts';
import { send } from './queue.ts';

/**
 * The number of photos in one message. One run of move-derivatives gets ten messages and moves their photos within its
 * time.
 */
const photosPerMove = 50;

/**
 * Queues photos that were withdrawn from clients: move-derivatives moves their files to new keys and withdraws
 * downloads that contain them. A message has many photos of one session, so that one invalidation removes them from the
 * edge.
 * @param since the time at which the edge first refused an invalidation; the message is then delayed
 */
export const askToMove = (photos: { session_id: string; id: string }[], since?: string): Promise<void> =>
  send(
    'MEDIA_QUEUE_URL',
    [...Map.groupBy(photos, ({ session_id }) => session_id)].flatMap(([session_id, photosOfSession]) =>
      Array.from({ length: Math.ceil(photosOfSession.length / photosPerMove) }, (_, index) => ({
        body: {
          session_id,
          ids: photosOfSession.slice(index * photosPerMove, (index + 1) * photosPerMove).map(({ id }) => id),
          since,
        },
        delay: since === undefined ? 0 : secondsUntilNextTry(since),
      })),
    ),
  );

/**
 * Queues the withdrawal of a deleted session, whose photos get new media keys.
 * @param after the id of the photo after which it continues
 */
export const askToWithdrawSession = (session_id: string, after?: string): Promise<void> =>
  send('MEDIA_QUEUE_URL', [{ body: { session_id, after } }]);

/**
 * Queues the withdrawal of a session's downloads that its client may no longer have. A failure is only logged, because
 * clients get no links to such archives, and they expire within a week.
 */
export async function askToWithdrawDownloads(session_id: string): Promise<void> {
  try {
    await send('MEDIA_QUEUE_URL', [{ body: { session_id, downloads: true } }]);
  } catch (error) {
    log.error('Could not queue the withdrawal of downloads of a session.', { session_id, error });
  }
}
