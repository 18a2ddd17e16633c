import { log } from '../../platform/log.ts';
import { type Key, transact } from '../../platform/table.ts';
import { deleteStored } from '../photos/files/files.ts';
import { checkLanded, deleteLanded } from '../photos/files/landing-bucket.ts';
import { countAttachments } from '../sessions/attachment-counts.ts';
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

/**
 * The daily sweep's work on attachments. Files are deleted before rows, so that a run after an interrupted one finds
 * the row.
 */

const attachmentsPerPage = 25;

/**
 * Sets an attachment to failed if its file has not arrived.
 * @returns whether it was set
 */
export async function expireAttachment(row: AttachmentRow, until: string): Promise<boolean> {
  if (row.state !== 'pending' || row.asked_at > until) return false;
  if (await checkLanded(attachmentLandingKey(row))) return false;
  await failAttachment(row, neverArrived);
  return true;
}

/**
 * Removes an attachment that failed before `until` from the list.
 * @returns whether it was removed
 */
export async function forgetAttachment(row: AttachmentRow, until: string): Promise<boolean> {
  if (row.state !== 'failed' || row.failed_at > until) return false;
  await transact([eraseAttachment(row), countAttachments(sessionIdOf(row), countsBetween([row], []))]);
  return true;
}

/**
 * Erases an attachment that was deleted before `until`.
 * @returns whether it was erased
 */
export async function eraseDeletedAttachment(row: AttachmentRow, until: string): Promise<boolean> {
  if (row.state !== 'deleted' || row.deleted_at > until) return false;
  await deleteFiles([row]);
  await transact([eraseAttachment(row)]);
  return true;
}

const deleteFiles = (rows: AttachmentRow[]) =>
  Promise.all([deleteStored(rows.map(storedAttachmentKey)), deleteLanded(rows.map(attachmentLandingKey))]);

/**
 * Erases the attachments of a session that is about to be erased. One run moves a pending or failed attachment to the
 * trash, so that it can't become ready, and a later run erases it, when every worker that read it has ended.
 * @param trashedBefore attachments that were trashed later wait for the next run
 * @returns whether all were erased
 */
export async function eraseAttachmentsOf(
  sessionId: string,
  isTimeOver: () => boolean,
  trashedBefore: string,
): Promise<boolean> {
  let isComplete = true;
  let startKey: Key | undefined;
  do {
    if (isTimeOver()) return false;
    const { rows, last } = await readSomeAttachments(sessionId, attachmentsPerPage, startKey);
    const openRows = rows.filter((row) => row.state === 'pending' || row.state === 'failed');
    await trashOpen(sessionId, openRows);
    const erasable = rows.filter(
      (row) => row.state === 'ready' || (row.state === 'deleted' && row.deleted_at <= trashedBefore),
    );
    if (erasable.length < rows.length) isComplete = false;
    if (erasable.length > 0) {
      await deleteFiles(erasable);
      await transact(erasable.map(eraseAttachment));
    }
    startKey = last;
  } while (startKey);
  return isComplete;
}

async function trashOpen(sessionId: string, rows: (PendingAttachment | FailedAttachment)[]): Promise<void> {
  if (rows.length === 0) return;
  const trashedRows = rows.map(toTrash);
  log.info('Attachments that never became ready are erased with their session tomorrow.', { session_id: sessionId });
  await transact([
    ...rows.map((row, index) => changeAttachment(row, trashedRows[index]!)),
    countAttachments(sessionId, countsBetween(rows, trashedRows)),
  ]);
}
