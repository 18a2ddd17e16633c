import { limits } from '#shared/limits.ts';
import { dayMs } from '../../platform/time.ts';
import { readExportedAt } from './repository.ts';

/**
 * Returns the time of the last export outside of AWS (`made_at`, null for none) if another one is due; null if none is
 * due.
 * @param newest the newest sessions; if none has photos, no export is due
 */
export async function readExportDue(
  newest: { photos_count: number }[],
  now: Date,
): Promise<{ made_at: string | null } | null> {
  if (!newest.some(({ photos_count }) => photos_count > 0)) return null;
  const made_at = await readExportedAt();
  const isDue = made_at === null || Date.parse(made_at) < now.getTime() - limits.exportDays * dayMs;
  return isDue ? { made_at } : null;
}
