import { beginsAsNamed, signatureBytes } from '#shared/attachments.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { transact } from '../../platform/table.ts';
import {
  copyLanded,
  deleteLanded,
  deleteStored,
  type LandedFile,
  lookAtLanded,
  readLandedHead,
} from '../photos/files/files.ts';
import { keepReady, requireAnySession } from '../photos/uploads/registration.ts';
import { decodeName } from '../photos/uploads/upload-metadata.ts';
import { countAttachments } from '../sessions/repository.ts';
import { tell } from '../timeline/tell.ts';
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
 * Stores a landed file and registers it. Each step may be repeated: the landed file is deleted last, so that SQS, and
 * later the daily sweep, repeats an interrupted run. The file is copied within S3 and never read here, except its
 * beginning.
 * @param key in the landing bucket
 * @throws Error for an object that no ticket allowed, or whose session does not exist; WriteConflictError when the
 * attachment changed meanwhile, and the next run decides anew
 */
export async function registerAttachment(key: string): Promise<void> {
  const file = await lookAtLanded(key);
  if (!file) return;
  const row = await findUpload(key, file);
  if (row.state === 'pending' || row.state === 'failed') await settle(row, key, file);
  await deleteLanded([key]);
  // Asked for again before the deletion, when S3 answered that the file is there: none will come.
  const now = await readAttachment(row);
  if (now?.state === 'pending') await failAttachment(now, neverArrived);
}

/** Returns the row of a landed file; rebuilds a missing one from the object's key and metadata. */
async function findUpload(key: string, file: LandedFile): Promise<AttachmentRow> {
  const parts = parseAttachmentKey(key);
  if (!parts) throw new Error(`The landing bucket contains an object with an unknown key: ${key}`);
  return retryOnConflict(async () => {
    const session_id = partitionOf(parts.session);
    const known = await readAttachment({ session_id, id: parts.id });
    if (known) return known;
    const session = await requireAnySession(parts.session);
    if (session.customer_id !== parts.customer_id || !file.sha256) {
      throw new Error(`A landed file without a row does not match its key: ${key}`);
    }
    const now = new Date().toISOString();
    const rebuilt: PendingAttachment = {
      session_id,
      id: parts.id,
      customer_id: parts.customer_id,
      state: 'pending',
      file_name: decodeName(file.metadata['file-name'] ?? ''),
      size: file.size,
      sha256: file.sha256,
      attached_at: now,
      asked_at: now,
    };
    await transact([insertAttachment(rebuilt), countAttachments(session.id, countsBetween([], [rebuilt]))]);
    return rebuilt;
  });
}

async function settle(row: PendingAttachment | FailedAttachment, key: string, file: LandedFile): Promise<void> {
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
    const now = await readAttachment(row);
    // Another delivery of the event has registered the same file.
    if (now?.state === 'ready' && now.original_key === original_key) return;
    if (!mayNeed(now, original_key)) await deleteStored([original_key]);
    throw error;
  }
  await keepReady(sessionIdOf(row));
}

/** Whether an attachment has this file, or another delivery of its event may be registering it. */
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

/** In one transaction with the session's counts and the timeline. */
async function writeReady(row: PendingAttachment | FailedAttachment, ready: ReadyAttachment): Promise<void> {
  const session = await requireAnySession(sessionIdOf(row));
  const { sub, name } = (row.state === 'pending' ? row.asked_by : undefined) ?? { sub: '', name: '' };
  await transact([
    changeAttachment(row, ready),
    countAttachments(session.id, countsBetween([row], [ready])),
    ...tell({ kind: 'admin', sub, name }, { kind: 'attachments-added', session, count: 1 }),
  ]);
}

/** Says why a file is not stored, while it is as it was read. */
export async function failAttachment(row: PendingAttachment | FailedAttachment, reason: string): Promise<void> {
  const failed: FailedAttachment = {
    ...commonOf(row),
    state: 'failed',
    reason,
    failed_at: new Date().toISOString(),
  };
  await transact([changeAttachment(row, failed)]);
}
