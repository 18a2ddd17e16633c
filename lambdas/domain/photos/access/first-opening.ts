import type { Client } from '../../../platform/auth.ts';
import { WriteConflictError } from '../../../platform/conflicts.ts';
import { log } from '../../../platform/log.ts';
import { transact } from '../../../platform/table.ts';
import { recordOpening, type SessionRow } from '../../sessions/repository.ts';
import { recordActivity } from '../../timeline/record.ts';

/**
 * Records, once for each session, that the client has opened it. A failure is only logged, so that the photos are shown
 * anyway.
 */
export async function recordFirstOpening(actor: Client, session: SessionRow): Promise<void> {
  if (actor.is_view || session.opened_at !== undefined) return;
  try {
    await transact([recordOpening(session.id), ...recordActivity(actor, { kind: 'opened', session })]);
  } catch (error) {
    // Another request of the same page has recorded it first.
    if (error instanceof WriteConflictError) return;
    log.error('Could not record that a client opened a session; the next visit will.', {
      session_id: session.id,
      error,
    });
  }
}
