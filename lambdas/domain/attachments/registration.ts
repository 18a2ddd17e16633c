import { beginsAsNamed, signatureBytes } from '#shared/attachments.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { transact } from '../../platform/table.ts';
import { deleteStored } from '../photos/files/files.ts';
import {
  checkLanded,
  copyLanded,
  deleteLanded,
  type LandedFile,
  readLandedHead,
} from '../photos/files/landing-bucket.ts';
import { keepReady, requireAnySession } from '../photos/uploads/registration.ts';
import { decodeName } from '../photos/uploads/upload-metadata.ts';
import { countAttachments } from '../sessions/attachment-counts.ts';
import { recordActivity } from '../timeline/record.ts';
import { countsBetween } from './counts.ts';
import { attachmentType, parseAttachmentKey, storedAttachmentKey } from './keys.ts';
import { commonOf } from './lifecycle.ts';
import {
  type AttachmentRow,
  changeAttachment,
  type FailedAttachment,
  insertAttachment,
  type PendingAttachment,
  partitionOf,
  type ReadyAttachment,
  readAttachment,
  sessionIdOf,
} from './repository.ts';

export const neverArrived = 'This file never arrived. Please attach it again.';

/**
 * Stores a landed file and makes its attachment ready. Each step may be repeated: the landed file is deleted last, so
 * that SQS, and later the daily sweep, repeat an interrupted run. The file is copied within S3; only its first bytes
 * are read.
 * @param key in the landing bucket
 * @throws Error for an object that no ticket allowed, or whose session does not exist; WriteConflictError when the
 * attachment changed meanwhile, so that the next run decides anew
 */
export async function registerAttachment(key: string): Promise<void> {
  const file = await checkLanded(key);
  if (!file) return;
  const row = await findUpload(key, file);
  if (row.state === 'pending' || row.state === 'failed') await storeOrRefuse(row, key, file);
  await deleteLanded([key]);
  // If a new ticket was requested before the deletion, S3 answered that the object exists, so no file will arrive.
  const currentRow = await readAttachment(row);
  if (currentRow?.state === 'pending') await failAttachment(currentRow, neverArrived);
}

/** Returns the row of a landed file. Rebuilds a missing row from the object's key and metadata. */
async function findUpload(key: string, file: LandedFile): Promise<AttachmentRow> {
  const parsedKey = parseAttachmentKey(key);
  if (!parsedKey) throw new Error(`The landing bucket contains an object with an unknown key: ${key}`);
  return retryOnConflict(async () => {
    const session_id = partitionOf(parsedKey.session);
    const row = await readAttachment({ session_id, id: parsedKey.id });
    if (row) return row;
    const session = await requireAnySession(parsedKey.session);
    if (session.customer_id !== parsedKey.customer_id || !file.sha256) {
      throw new Error(`A landed file without a row does not match its key: ${key}`);
    }
    const now = new Date().toISOString();
    const rebuiltRow: PendingAttachment = {
      session_id,
      id: parsedKey.id,
      customer_id: parsedKey.customer_id,
      state: 'pending',
      file_name: decodeName(file.metadata['file-name'] ?? ''),
      size: file.size,
      sha256: file.sha256,
      attached_at: now,
      asked_at: now,
    };
    await transact([insertAttachment(rebuiltRow), countAttachments(session.id, countsBetween([], [rebuiltRow]))]);
    return rebuiltRow;
  });
}

async function storeOrRefuse(row: PendingAttachment | FailedAttachment, key: string, file: LandedFile): Promise<void> {
  if (!beginsAsNamed(row.file_name, await readLandedHead(key, signatureBytes))) {
    const reason = 'This file is not what its name says, and was not stored. Please check it, and attach it again.';
    return failAttachment(row, reason);
  }
  const original_key = storedAttachmentKey(row);
  const crc32 = await copyLanded(key, { content_type: attachmentType, file_name: row.file_name }, original_key);
  const ready = toReady(row, { original_key, crc32, size: file.size });
  try {
    await writeReady(row, ready);
  } catch (error) {
    const currentRow = await readAttachment(row);
    // Another delivery of the event has registered the same file.
    if (currentRow?.state === 'ready' && currentRow.original_key === original_key) return;
    if (!mayNeed(currentRow, original_key)) await deleteStored([original_key]);
    throw error;
  }
  await keepReady(sessionIdOf(row));
}

/** Whether an attachment has this file, or another delivery of the event may be registering it. */
function mayNeed(row: AttachmentRow | undefined, key: string): boolean {
  if (!row) return false;
  return row.state === 'ready' || row.state === 'deleted' ? row.original_key === key : storedAttachmentKey(row) === key;
}

function toReady(
  row: PendingAttachment | FailedAttachment,
  stored: Pick<ReadyAttachment, 'original_key' | 'crc32' | 'size'>,
): ReadyAttachment {
  return { ...commonOf(row), ...stored, state: 'ready' };
}

/** Makes an attachment ready, in one transaction with the session's counters and the timeline. */
async function writeReady(row: PendingAttachment | FailedAttachment, ready: ReadyAttachment): Promise<void> {
  const session = await requireAnySession(sessionIdOf(row));
  const { sub, name } = (row.state === 'pending' ? row.asked_by : undefined) ?? { sub: '', name: '' };
  await transact([
    changeAttachment(row, ready),
    countAttachments(session.id, countsBetween([row], [ready])),
    ...recordActivity({ kind: 'admin', sub, name }, { kind: 'attachments-added', session, count: 1 }),
  ]);
}

/**
 * Sets an attachment to failed, with the reason for the studio.
 * @throws WriteConflictError when it changed since it was read
 */
export async function failAttachment(row: PendingAttachment | FailedAttachment, reason: string): Promise<void> {
  const failed: FailedAttachment = {
    ...commonOf(row),
    state: 'failed',
    reason,
    failed_at: new Date().toISOString(),
  };
  await transact([changeAttachment(row, failed)]);
}
