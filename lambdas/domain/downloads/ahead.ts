import { DownloadSize } from '#shared/contract/photos/photos.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { write } from '../../platform/table.ts';
import { askToPrepare, isKeptReady } from '../jobs/download-jobs.ts';
import { readSession, type SessionRow } from '../sessions/repository.ts';
import { begin, isUsable, isWaiting, newDownload } from './downloads.ts';
import { changeUnrequested, type DownloadRow, readDownload, readDownloads } from './repository.ts';
import { deletePrepared } from './withdrawal.ts';

/**
 * Begins the download of a whole announced session before its client requests it, in the largest size that they may
 * have, and deletes the one that was prepared ahead of photos that have changed since.
 * @param since when the photos were changed that this is about: a later change has its own message, and this one has
 *   nothing to do
 */
export async function prepareAhead(sessionId: string, since?: string): Promise<void> {
  const session = await readSession(sessionId);
  if (!session || !isKeptReady(session)) return;
  if (since && session.photos_changed_at && session.photos_changed_at > since) return;
  const wanted = await downloadAhead(session);
  for (const row of await readDownloads(session.customer_id)) {
    if (!row.requested && row.session_id === session.id && row.id !== wanted?.id && isUsable(row)) await discard(row);
  }
  if (!wanted) return;
  const known = await readDownload(wanted);
  if (known && isUsable(known)) {
    if (isWaiting(known)) await askToPrepare(known);
    return;
  }
  // Otherwise the client has requested it just now.
  if (await begin(wanted, known)) await askToPrepare(wanted);
}

/** The download to prepare ahead; undefined when the client could not have all of it. */
async function downloadAhead(session: SessionRow): Promise<DownloadRow | undefined> {
  const photo_size = DownloadSize.options.findLast((size) => session.download_sizes.includes(size));
  if (!photo_size) return undefined;
  const actor = { kind: 'client', customer_id: session.customer_id } as const;
  const row = await newDownload(actor, { kind: 'session', session_id: session.id, photo_size });
  const count = Object.values(row.photos).flat().length + row.attachments.length;
  if (count === 0 || count > (session.download_allowance ?? count)) return undefined;
  return { ...row, requested: false };
}

async function discard(row: DownloadRow): Promise<void> {
  try {
    await write(changeUnrequested(row, { state: 'withdrawn' }));
  } catch (error) {
    // The client has requested it, or its preparation has ended: the next change, or its expiry, deletes it.
    if (!(error instanceof WriteConflictError)) throw error;
    return;
  }
  // After the row: a running preparation sees the new state at its next step and deletes what it has stored since.
  await deletePrepared(row);
}
