import type { Attachments, StudioAttachments } from '#shared/contract/attachments.ts';
import type { DownloadLink } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import type { Admin, Client, Guest } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { downloadPath } from '../../platform/signer.ts';
import { transact } from '../../platform/table.ts';
import { askToKeepReady } from '../jobs/download-jobs.ts';
import { askToWithdrawDownloads } from '../jobs/media-jobs.ts';
import { attachmentsFor, canHaveAttachments, type Viewer } from '../photos/access/access.ts';
import { requireSession } from '../photos/row/find.ts';
import { countPhotosDownloaded } from '../sessions/allowance.ts';
import { attachmentRoomIn, countAttachments } from '../sessions/attachment-counts.ts';
import type { SessionRow } from '../sessions/repository.ts';
import { recordActivity } from '../timeline/record.ts';
import { isRestorable } from '../trash/time-in-trash.ts';
import { countsBetween } from './counts.ts';
import { toTrash } from './lifecycle.ts';
import {
  type AttachmentRow,
  changeAttachment,
  type DeletedAttachment,
  partitionOf,
  type ReadyAttachment,
  readAttachment,
  readEveryAttachment,
  readReadyAttachments,
} from './repository.ts';

/** Lists, downloads, deletes and restores the attachments of a session. */

/**
 * Returns a session's attachments for its client or a guest; none for actors who may not download originals.
 * @throws StudioError NOT_FOUND for the session
 */
export async function listAttachments(actor: Client | Guest, sessionId: string): Promise<Attachments> {
  return { items: await readPermittedAttachments(actor, await requireSession(actor, sessionId)) };
}

/** Returns every attachment of a session that the actor may download, sorted by name. */
export const readPermittedAttachments = async (actor: Viewer, session: SessionRow): Promise<ReadyAttachment[]> =>
  attachmentsFor(actor, session) > 0 ? readReadyAttachments(session.id) : [];

/**
 * Returns a session's attachments for the studio.
 * @throws StudioError NOT_FOUND
 */
export async function listStudioAttachments(actor: Admin, sessionId: string): Promise<StudioAttachments> {
  await requireSession(actor, sessionId);
  return toStudio(await readEveryAttachment(sessionId));
}

const toStudio = (rows: AttachmentRow[]): StudioAttachments => ({
  items: rows
    .filter((row) => row.state !== 'deleted')
    .toSorted((first, second) => inNaturalOrder.compare(first.file_name, second.file_name))
    .map((row) => ({ ...row, reason: row.state === 'failed' ? row.reason : null })),
  trash: rows.filter(mayReturn).toSorted((first, second) => (first.deleted_at < second.deleted_at ? 1 : -1)),
});

const inNaturalOrder = new Intl.Collator('en', { numeric: true });

type RestorableAttachment = DeletedAttachment & Pick<ReadyAttachment, 'original_key' | 'crc32'>;

/** Whether an attachment is in the trash and can be restored. */
const mayReturn = (row: AttachmentRow): row is RestorableAttachment =>
  row.state === 'deleted' && row.original_key !== undefined && isRestorable(row.deleted_at);

/**
 * Moves attachments to the trash for 30 days, including attachments that were never ready.
 * @throws StudioError NOT_FOUND for the session
 */
export async function trashAttachments(actor: Admin, sessionId: string, ids: string[]): Promise<StudioAttachments> {
  const { session, rows } = await change(actor, sessionId, ids, 'attachments-deleted', (row) =>
    row.state === 'deleted' ? row : toTrash(row),
  );
  await askToWithdrawDownloads(sessionId);
  await askToKeepReady(session, { photosChanged: true });
  return toStudio(rows);
}

/**
 * Restores attachments from the trash; attachments that can't be restored stay there.
 * @throws StudioError NOT_FOUND for the session; INVALID when it has no room for them
 */
export async function restoreAttachments(actor: Admin, sessionId: string, ids: string[]): Promise<StudioAttachments> {
  const { session, rows } = await change(actor, sessionId, ids, 'attachments-restored', (row) =>
    mayReturn(row) ? outOfTrash(row) : row,
  );
  await askToKeepReady(session, { photosChanged: true });
  return toStudio(rows);
}

const outOfTrash = ({ deleted_at: _, ...row }: RestorableAttachment): ReadyAttachment => ({ ...row, state: 'ready' });

const hasNoRoom = () =>
  new StudioError(
    'INVALID',
    `A session can have ${limits.attachmentsPerSession} files for download. Remove others first, or restore fewer at once.`,
  );

/**
 * Changes attachments in one transaction with the session's counters and the timeline. Everything is read before the
 * write, so that nothing can fail after it.
 * @returns the session, and all its attachments after the change
 */
const change = (
  actor: Admin,
  sessionId: string,
  ids: string[],
  kind: 'attachments-deleted' | 'attachments-restored',
  edit: (row: AttachmentRow) => AttachmentRow,
) =>
  retryOnConflict(async () => {
    const session = await requireSession(actor, sessionId);
    const before = await readEveryAttachment(sessionId);
    const requestedIds = new Set(ids);
    const rows = before.map((row) => (requestedIds.has(row.id) ? edit(row) : row));
    const changedRows = before.filter((row, index) => row !== rows[index]);
    const countsChange = countsBetween(before, rows);
    if (countsChange.listed_attachments_count > attachmentRoomIn(session)) throw hasNoRoom();
    if (changedRows.length > 0) {
      await transact([
        ...before.flatMap((row, index) => (row === rows[index] ? [] : [changeAttachment(row, rows[index]!)])),
        countAttachments(session.id, countsChange, () => new StudioError('NOT_FOUND')),
        ...recordActivity(actor, { kind, session, count: changedRows.length }),
      ]);
    }
    return { session, rows };
  });

/**
 * Returns a link for the studio to an attachment's file.
 * @throws StudioError NOT_FOUND
 */
export async function linkToAttachment(actor: Admin, sessionId: string, attachmentId: string): Promise<DownloadLink> {
  const { row } = await requireAttachment(actor, sessionId, attachmentId);
  return { url: await downloadPath(row.original_key), file_name: row.file_name };
}

/**
 * Returns a link for a client or a guest to an attachment's file. From then on, the attachment counts against the
 * client's allowance like a photo.
 * @throws StudioError NOT_FOUND, also for actors who may not download originals; ALLOWANCE_USED
 */
export async function downloadAttachment(
  actor: Client | Guest,
  sessionId: string,
  attachmentId: string,
): Promise<DownloadLink> {
  const { row, session } = await requireAttachment(actor, sessionId, attachmentId);
  if (actor.kind === 'client' && session.download_allowance !== null) {
    await countPhotosDownloaded([{ session_id: sessionId, id: attachmentId }]);
  }
  const url = await downloadPath(row.original_key);
  await transact(recordActivity(actor, { kind: 'attachments-downloaded', session, count: 1 }));
  return { url, file_name: row.file_name };
}

/**
 * Returns an attachment that the actor may download, and its session.
 * @throws StudioError NOT_FOUND
 */
async function requireAttachment(actor: Viewer, sessionId: string, attachmentId: string) {
  const [session, row] = await Promise.all([
    requireSession(actor, sessionId),
    readAttachment({ session_id: partitionOf(sessionId), id: attachmentId }),
  ]);
  if (row?.state !== 'ready' || !canHaveAttachments(actor, session)) throw new StudioError('NOT_FOUND');
  return { row, session };
}
