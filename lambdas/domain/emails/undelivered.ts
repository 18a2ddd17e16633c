import type { EmailPage, UndeliveredEmail } from '#shared/contract/emails.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../platform/auth.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { decryptCursor, encryptCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact } from '../../platform/table.ts';
import { emailOfTag, type OutboxRow, outbox, queuedState, readEmail, tagOfEmail } from './outbox.ts';
import { requeueSentEmail } from './sent-emails.ts';

/** Returns failed and returned emails, newest first. */
export async function listUndelivered(actor: Admin, cursor?: string): Promise<EmailPage> {
  const cursorScope = `${actor.sub} emails`;
  const { rows, last, damaged } = await outbox.page(
    { index: 'undelivered', partition: 'email', descending: true, leaveOutDamaged: true },
    limits.rowsPerPage,
    await decryptCursor(cursorScope, cursor),
  );
  return { items: rows.map(toUndelivered), next_cursor: await encryptCursor(cursorScope, last), damaged };
}

/** Returns the newest failed and returned emails, for the dashboard. */
export const readUndelivered = async (size: number): Promise<UndeliveredEmail[]> =>
  (
    await outbox.page({ index: 'undelivered', partition: 'email', descending: true, leaveOutDamaged: true }, size)
  ).rows.map(toUndelivered);

/**
 * Sends a failed or returned email again; an email that is queued or sent stays unchanged.
 * @param tag as in `UndeliveredEmail`
 * @throws StudioError NOT_FOUND
 */
export async function resendEmail(_actor: Admin, tag: string): Promise<UndeliveredEmail> {
  const id = emailOfTag(tag);
  const email = id ? await readEmail(id) : undefined;
  if (!email) throw new StudioError('NOT_FOUND');
  if (email.undelivered !== 'email') return toUndelivered(email);
  const resendWrite = outbox.change(
    { id },
    { set: { ...queuedState, resent: true }, remove: ['trouble', 'reason'] },
    { where: { state: email.state } },
  );
  try {
    await transact([resendWrite, ...(await requeueSentEmail(id))]);
  } catch (error) {
    // Another request, or this request's first attempt whose response was lost, has queued it.
    if (!(error instanceof WriteConflictError)) throw error;
  }
  return toUndelivered({ ...email, state: 'queued', trouble: undefined, reason: undefined });
}

const toUndelivered = (row: OutboxRow): UndeliveredEmail => ({
  id: tagOfEmail(row.id),
  kind: row.kind,
  name: 'name' in row ? row.name : '',
  to: 'to' in row ? row.to : null,
  state: row.state,
  trouble: row.trouble ?? null,
  reason: row.reason ?? '',
  created_at: row.created_at,
});
