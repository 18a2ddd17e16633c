import type { TimelineEmail } from '#shared/contract/timeline.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { write } from '../../platform/table.ts';
import type { OutboxRow } from '../emails/outbox.ts';
import { setEmail } from './repository.ts';

/** Records the state of an email in its timeline entry, if it has one. Idempotent. */
export async function followEmail(
  { timeline_id }: Pick<OutboxRow, 'timeline_id'>,
  state: TimelineEmail,
): Promise<void> {
  if (timeline_id === undefined) return;
  try {
    await write(setEmail(timeline_id, state));
  } catch (error) {
    // The entry was erased with its customer, or has a later state of the email already.
    if (!(error instanceof WriteConflictError)) throw error;
  }
}
