import { limits } from '#shared/limits.ts';
import { today } from '#shared/studio-time.ts';
import { WriteConflict } from '../../platform/conflicts.ts';
import { env } from '../../platform/env.ts';
import { write } from '../../platform/table.ts';
import { dayMs } from '../../platform/time.ts';
import { queueEmail } from '../outbox.ts';
import { readDirectory, type SessionRow } from '../sessions/repository.ts';
import { readExportedAt } from './repository.ts';

/** Days of a month in which its reminder is queued, so that a day without a run skips none. */
const reminderDays = 7;

/**
 * Returns since when an export outside of AWS is due, or null when none is: `made_at` is when the last one was made.
 * @param newest the newest sessions; a studio without photos needs no export
 */
export async function readExportDue(newest: SessionRow[], now: Date): Promise<{ made_at: string | null } | null> {
  if (!newest.some(({ photos_count }) => photos_count > 0)) return null;
  const made_at = await readExportedAt();
  const isDue = made_at === null || Date.parse(made_at) < now.getTime() - limits.exportDays * dayMs;
  return isDue ? { made_at } : null;
}

/**
 * Queues an email to who looks after the AWS account, once in each month in which an export is due: it is made by a
 * command, which others of the studio can't run.
 * @returns whether it was queued now
 */
export async function queueExportReminder(now: Date): Promise<boolean> {
  const [year, month, day] = today(now).split('-');
  if (Number(day) > reminderDays) return false;
  const { rows } = await readDirectory(limits.sessionsLookedAt, undefined);
  const due = await readExportDue(rows, now);
  if (!due) return false;
  try {
    await write(queueEmail(`export-due#${year}-${month}`, { kind: 'export-due', to: env('ALARM_EMAIL'), ...due }));
    return true;
  } catch (error) {
    // Queued on another day of this month.
    if (error instanceof WriteConflict) return false;
    throw error;
  }
}
