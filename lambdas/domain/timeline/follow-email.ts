import type { TimelineEmail } from '#shared/contract/timeline.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { write } from '../../platform/table.ts';
import type { OutboxRow } from '../emails/outbox.ts';
import { setEmail } from './repository.ts';

/** Records in the timeline what became of an email, if an entry tells of it. Idempotent. */
export async function followEmail(
  { timeline_id }: Pick<OutboxRow, 'timeline_id'>,
  state: TimelineEmail,
): Promise<void> {
  if (timeline_id === undefined) return;
  try {
    await write(setEmail(timeline_id, state));
  } catch (error) {
    // Erased with its customer, or its delivery is recorded already.
    if (!(error instanceof WriteConflictError)) throw error;
  }
}
