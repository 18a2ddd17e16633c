import { WriteConflictError } from '../../platform/conflicts.ts';
import { write } from '../../platform/table.ts';
import { deleteStored } from '../photos/files/files.ts';
import type { PhotoKey } from '../photos/row/repository.ts';
import { readSession } from '../sessions/repository.ts';
import { isAllowed } from './access.ts';
import { isUsable } from './downloads.ts';
import { changeDownload, type DownloadRow, readDownload, readDownloads } from './repository.ts';

/** Returns the S3 prefix of all objects of one preparation. */
const folderOf = (row: DownloadRow): string =>
  `downloads/${row.customer_id}/${row.id}/${row.created_at.replace(/\D/g, '')}`;

export const partKey = (row: DownloadRow, number: number): string => `${folderOf(row)}/part-${number}.zip`;
export const planKey = (row: DownloadRow): string => `${folderOf(row)}/plan.json`;

/** Deletes all stored objects of a preparation. */
export const deletePrepared = (row: DownloadRow): Promise<void> =>
  deleteStored([planKey(row), ...row.parts.map((part) => part.key)]);

/**
 * Withdraws the downloads that may contain these photos: downloads of their sessions, and of their customers'
 * favorites. A client who requests the download again gets the photos that are still downloadable.
 */
export async function withdrawDownloads(photos: (PhotoKey & { customer_id: string })[]): Promise<void> {
  const sessions = new Set(photos.map((photo) => photo.session_id));
  for (const customerId of new Set(photos.map((photo) => photo.customer_id))) {
    const rows = await readDownloads(customerId);
    const affected = rows.filter(
      (row) => row.state !== 'withdrawn' && (row.session_id === null || sessions.has(row.session_id)),
    );
    await Promise.all(affected.map(withdraw));
  }
}

/** Withdraws the downloads of a session, and of its client's favorites, that they may no longer have. */
export async function withdrawDenied(sessionId: string): Promise<void> {
  const session = await readSession(sessionId);
  if (!session) return;
  for (const row of await readDownloads(session.customer_id)) {
    const isAffected = isUsable(row) && (row.session_id === null || row.session_id === sessionId);
    if (isAffected && !(await isAllowed(row))) await withdraw(row);
  }
}

async function withdraw(row: DownloadRow): Promise<void> {
  try {
    await write(changeDownload(row, { state: 'withdrawn' }));
  } catch (error) {
    const currentRow = error instanceof WriteConflictError ? await readDownload(row) : undefined;
    if (!currentRow) throw error;
    // The preparation ended between read and write: withdraw its new state. A later preparation (another created_at)
    // already excludes the photos.
    if (currentRow.created_at === row.created_at && currentRow.state !== 'withdrawn') return withdraw(currentRow);
  }
  // Delete the files after writing the row: a running preparation sees the new state at its next step and deletes what
  // it has stored since.
  await deletePrepared(row);
}
