import { today } from '#shared/time/studio-time.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { log } from '../../platform/log.ts';
import { write } from '../../platform/table.ts';
import { type LoginRow, logins } from './repository.ts';

/**
 * Records that the client of a login is here, at the first request of a day in the studio's time zone. A failure is only
 * logged, so that the request is answered anyway.
 */
export async function recordVisit({ id, record_id, visited_at }: LoginRow, now = new Date()): Promise<void> {
  if (visited_at !== undefined && today(new Date(visited_at)) === today(now)) return;
  try {
    await write(
      logins.change({ id }, { set: { visited_at: now.toISOString() } }, { where: { record_id, visited_at } }),
    );
  } catch (error) {
    // Another request of the same page has recorded it first, or the login moved to another record.
    if (error instanceof WriteConflictError) return;
    log.error('Could not record that a client was here; their next request will.', { customer_id: record_id, error });
  }
}
