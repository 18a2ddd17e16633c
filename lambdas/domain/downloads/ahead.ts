import { DownloadSize } from '#shared/contract/photos/photos.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { write } from '../../platform/table.ts';
import { askToPrepare, isKeptReady } from '../jobs/download-jobs.ts';
import { readSession, type SessionRow } from '../sessions/repository.ts';
import { begin, isUsable, isWaiting } from './downloads.ts';
import { newDownload } from './new-download.ts';
import { changeUnrequested, type DownloadRow, readDownload, readDownloads } from './repository.ts';
import { deletePrepared } from './withdrawal.ts';

/**
 * Prepares the download of a whole announced session before its client requests it, in the largest size that they may
 * have. Deletes an unrequested download that was prepared before photos changed.
 * @param since the time of the change for which this was queued. If photos changed again later, this call does nothing,
 *   because the later change has its own message
 */
export async function prepareAhead(sessionId: string, since?: string): Promise<void> {
  const session = await readSession(sessionId);
  if (!session || !isKeptReady(session)) return;
  if (since && session.photos_changed_at && session.photos_changed_at > since) return;
  const newRow = await downloadAhead(session);
  for (const row of await readDownloads(session.customer_id)) {
    if (!row.requested && row.session_id === session.id && row.id !== newRow?.id && isUsable(row)) await discard(row);
  }
  if (!newRow) return;
  const existingRow = await readDownload(newRow);
  if (existingRow && isUsable(existingRow)) {
    if (isWaiting(existingRow)) await askToPrepare(existingRow);
    return;
  }
  // `begin` returns false when the client has requested the download at the same time.
  if (await begin(newRow, existingRow)) await askToPrepare(newRow);
}

/** Returns the download to prepare ahead; undefined when there is none, or the client's allowance does not cover it. */
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
    // The client has requested it, or its preparation has ended: the next change of photos, or its expiry, deletes it.
    if (!(error instanceof WriteConflictError)) throw error;
    return;
  }
  // Delete the files after writing the row: a running preparation sees the new state at its next step and deletes what
  // it has stored since.
  await deletePrepared(row);
}
