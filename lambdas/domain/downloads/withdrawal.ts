import { write } from '../../platform/table.ts';
import { deleteStored } from '../photos/files.ts';
import type { PhotoKey } from '../photos/repository.ts';
import { changeDownload, type DownloadRow, readDownload, readDownloads } from './repository.ts';

/** The folder of everything that belongs to one preparation. */
const folderOf = (row: DownloadRow): string =>
  `downloads/${row.customer_id}/${row.id}/${row.created_at.replace(/\D/g, '')}`;

export const partKey = (row: DownloadRow, number: number): string => `${folderOf(row)}/part-${number}.zip`;
export const planKey = (row: DownloadRow): string => `${folderOf(row)}/plan.json`;

/** Deletes whatever a preparation has brought forth. */
export const deletePrepared = (row: DownloadRow): Promise<void> =>
  deleteStored([planKey(row), ...row.parts.map((part) => part.key)]);

class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile';
}

/**
 * Ends the downloads that may hold these photos: those of their sessions, and of their customers' favorites. Who wants
 * them asks again and gets what is still open.
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

async function withdraw(row: DownloadRow): Promise<void> {
  try {
    await write(changeDownload(row, { state: 'withdrawn' }, () => new ChangedMeanwhile()));
  } catch (error) {
    const now = error instanceof ChangedMeanwhile ? await readDownload(row) : undefined;
    if (!now) throw error;
    // Prepared to the end in this moment: as it is now. A preparation that began later knows of the change.
    if (now.created_at === row.created_at && now.state !== 'withdrawn') return withdraw(now);
  }
  // After the row: a preparation that is still at work learns of it at its next step and deletes what it makes.
  await deletePrepared(row);
}
