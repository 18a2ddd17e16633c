import * as z from 'zod';
import { type Key, table } from '../../../platform/table.ts';
import { byId, PhotoKey, type Sweep } from './repository.ts';

const byWork = { key: byId, indexes: { sweep: ['sweep', 'sweep_at'] } } as const;
const keysTable = table('PHOTOS_TABLE', byWork, PhotoKey);
/** The photos table, by the sweep's index with the time since when a photo waits. */
const sweepKeys = table('PHOTOS_TABLE', byWork, PhotoKey.extend({ sweep_at: z.string() }));

/** Returns the keys of at most `size` failed photos of all sessions, the last failed first. */
export async function readFailedKeys(size: number): Promise<(PhotoKey & { sweep_at: string })[]> {
  const pages = ['absent', 'refused'].map((partition) =>
    sweepKeys.page({ index: 'sweep', partition, descending: true }, size),
  );
  const rows = (await Promise.all(pages)).flatMap((page) => page.rows);
  return rows.toSorted((first, second) => (first.sweep_at < second.sweep_at ? 1 : -1)).slice(0, size);
}

/**
 * Returns a page of the photos that wait for this kind of the daily sweep's work since before `until`, oldest first.
 */
export const readSweep = (kind: Sweep, until: string, size: number, from: Key | undefined) =>
  keysTable.page({ index: 'sweep', partition: kind, until }, size, from);
