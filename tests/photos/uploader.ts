import { createHash } from 'node:crypto';
import { requestTickets } from '../../lambdas/domain/photos/uploads/uploads.ts';
import type { SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import type { Fault } from '../../local/services/faults.ts';
import { put } from '../../web/features/admin/uploads/put.ts';
import { UploadRun } from '../../web/features/admin/uploads/upload-run.ts';
import { admin } from './world.ts';

/**
 * The browser's uploader without a browser: the same run and request code, which needs jsdom's `XMLHttpRequest`, `File`
 * and `document` as globals.
 */

export const checksumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');

/**
 * Faults of a bad connection: with the lost responses below, a fifth of the connections break and a twentieth of the
 * responses are 503.
 */
export const badConnection: Fault[] = [
  { operation: 'PutObject', resource: 'landing', kind: 'cut', every: 6 },
  { operation: 'PutObject', resource: 'landing', error: 'SlowDown', status: 503, every: 20 },
];
const everyLostAnswer = 25;

/** Creates an uploader with a bad connection and a twentieth of the real pauses, and counts its requests. */
export function uploaderTo(session: SessionRow) {
  const sent = { requests: 0 };
  const run = new UploadRun({
    staleness: async () => undefined,
    giveUp: async () => {},
    checksum: async (file) => checksumOf(new Uint8Array(await file.arrayBuffer())),
    requestTickets: ({ customer: _, session, ...settings }, batch) =>
      requestTickets(admin, session, { ...settings, ...batch }),
    put: async (...args) => {
      sent.requests += 1;
      const isAnswerLost = sent.requests % everyLostAnswer === 0;
      const outcome = await put(...args);
      return isAnswerLost ? { kind: 'failed', message: 'The connection was cut off.' } : outcome;
    },
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / 20)),
    untilOnline: () => undefined,
  });
  const over = () =>
    new Promise<void>((resolve) => {
      const unsubscribe = run.subscribe(() => {
        if (run.snapshot().running) return;
        unsubscribe();
        resolve();
      });
    });
  /** Uploads files; files that failed six times in a row are retried, as with 'Retry'. */
  const send = async (files: File[]) => {
    run.add({ customer: session.customer_id, session: session.id, is_approved: true, downloadable: true }, files);
    await over();
    while (run.snapshot().items.some(({ state }) => state === 'failed')) {
      run.retry();
      await over();
    }
  };
  return { run, send, sent };
}
