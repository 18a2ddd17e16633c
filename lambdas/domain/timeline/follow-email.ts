import type { TimelineEmail } from '#shared/contract/timeline.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { type Write, write } from '../../platform/table.ts';
import type { OutboxRow } from '../emails/outbox.ts';
import { setEmail, setWords } from './repository.ts';

/** Records the state of an email in its timeline entry, if it has one. Idempotent. */
export async function followEmail(
  { timeline_id }: Pick<OutboxRow, 'timeline_id'>,
  state: TimelineEmail,
): Promise<void> {
  // The entry was erased with its customer, or has a later state of the email already.
  if (timeline_id !== undefined) await unlessConflict(setEmail(timeline_id, state));
}

/**
 * Records the message of a sent announcement in its timeline entry, as the client read it: the entry has it with its
 * fields, as it was typed. Idempotent.
 * @param sent the message with its fields filled; undefined without a message
 */
export async function recordSentWords(email: OutboxRow, sent: string | undefined): Promise<void> {
  if (email.kind !== 'gallery-ready' && email.kind !== 'finished-ready') return;
  if (email.timeline_id === undefined || sent === undefined || sent === email.message) return;
  // The entry was erased with its customer.
  await unlessConflict(setWords(email.timeline_id, sent));
}

async function unlessConflict(change: Write): Promise<void> {
  try {
    await write(change);
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
  }
}
