import { log } from '../../platform/log.ts';
import { type Key, transact } from '../../platform/table.ts';
import { deleteLanded, deleteStored, lookAtLanded } from '../photos/files/files.ts';
import { countAttachments } from '../sessions/repository.ts';
import { countsBetween } from './counts.ts';
import { attachmentLandingKey, storedAttachmentKey } from './keys.ts';
import { toTrash } from './lifecycle.ts';
import { failAttachment, neverArrived } from './registration.ts';
import {
  type AttachmentRow,
  changeAttachment,
  eraseAttachment,
  type FailedAttachment,
  type PendingAttachment,
  readSomeAttachments,
  sessionIdOf,
} from './repository.ts';

/** What the daily sweep does with attachments: the files first, so that the run after an interrupted one finds the row. */

const attachmentsAtOnce = 25;

/** Fails an attachment whose file has not arrived. */
export async function expireAttachment(row: AttachmentRow, until: string): Promise<boolean> {
  if (row.state !== 'pending' || row.asked_at > until) return false;
  if (await lookAtLanded(attachmentLandingKey(row))) return false;
  await failAttachment(row, neverArrived);
  return true;
}

/** Removes an attachment that failed from the list. */
export async function forgetAttachment(row: AttachmentRow, until: string): Promise<boolean> {
  if (row.state !== 'failed' || row.failed_at > until) return false;
  await transact([eraseAttachment(row), countAttachments(sessionIdOf(row), countsBetween([row], []))]);
  return true;
}

/** Erases an attachment whose 30 days in the trash are over. */
export async function eraseDeletedAttachment(row: AttachmentRow, until: string): Promise<boolean> {
  if (row.state !== 'deleted' || row.deleted_at > until) return false;
  await deleteFiles([row]);
  await transact([eraseAttachment(row)]);
  return true;
}

const deleteFiles = (rows: AttachmentRow[]) =>
  Promise.all([deleteStored(rows.map(storedAttachmentKey)), deleteLanded(rows.map(attachmentLandingKey))]);

/**
 * Erases the attachments of a session that is about to be erased. One that is pending or failed is trashed by one run,
 * after which it can't become ready, and erased by a later run, when no worker that has read it before is running.
 * @param trashedBefore attachments trashed later are left to the next run
 * @returns whether all were erased
 */
export async function eraseAttachmentsOf(
  sessionId: string,
  isOver: () => boolean,
  trashedBefore: string,
): Promise<boolean> {
  let isWhole = true;
  let from: Key | undefined;
  do {
    if (isOver()) return false;
    const { rows, last } = await readSomeAttachments(sessionId, attachmentsAtOnce, from);
    const open = rows.filter((row) => row.state === 'pending' || row.state === 'failed');
    await trashOpen(sessionId, open);
    const settled = rows.filter(
      (row) => row.state === 'ready' || (row.state === 'deleted' && row.deleted_at <= trashedBefore),
    );
    if (settled.length < rows.length) isWhole = false;
    if (settled.length > 0) {
      await deleteFiles(settled);
      await transact(settled.map(eraseAttachment));
    }
    from = last;
  } while (from);
  return isWhole;
}

async function trashOpen(sessionId: string, rows: (PendingAttachment | FailedAttachment)[]): Promise<void> {
  if (rows.length === 0) return;
  const trashed = rows.map(toTrash);
  log.info('Attachments that never became ready are erased with their session tomorrow.', { session_id: sessionId });
  await transact([
    ...rows.map((row, index) => changeAttachment(row, trashed[index]!)),
    countAttachments(sessionId, countsBetween(rows, trashed)),
  ]);
}
