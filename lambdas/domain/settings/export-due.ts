import { limits } from '#shared/limits.ts';
import { dayMs } from '../../platform/time.ts';
import { readExportedAt } from './repository.ts';

/**
 * Returns since when an export outside of AWS is due, or null when none is: `made_at` is when the last one was made.
 * @param newest the newest sessions; a studio without photos needs no export
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
