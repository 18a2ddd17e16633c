import { attachmentKindOf } from '#shared/attachments.ts';
import type { RequestAttachmentTickets } from '#shared/contract/attachments.ts';
import type { Ticket, Tickets } from '#shared/contract/photos/uploads.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { transact, type Write } from '../../platform/table.ts';
import { photoIdOf } from '../photos/files/file-keys.ts';
import { cleanFileName } from '../photos/files/file-names.ts';
import { requireSession } from '../photos/row/find.ts';
import { presignUpload } from '../photos/uploads/presigned-upload.ts';
import { encodeName } from '../photos/uploads/upload-metadata.ts';
import { attachmentRoomIn, countAttachmentUploads } from '../sessions/attachment-counts.ts';
import type { SessionRow } from '../sessions/repository.ts';
import { isRestorable } from '../trash/time-in-trash.ts';
import { attachmentLandingKey, attachmentType } from './keys.ts';
import {
  type AttachmentRow,
  changeAttachment,
  insertAttachment,
  type PendingAttachment,
  partitionOf,
  readAttachments,
} from './repository.ts';

type FileToAttach = RequestAttachmentTickets['files'][number];

/**
 * Returns a ticket for each file to attach: a presigned PUT to S3 for exactly these bytes, once. The same bytes in a
 * session are one attachment under any name.
 * @throws StudioError NOT_FOUND for the session; BUSY when other requests kept writing the same rows
 */
export const requestAttachmentTickets = (
  actor: Admin,
  sessionId: string,
  { files }: RequestAttachmentTickets,
): Promise<Tickets> =>
  retryOnConflict(async () => {
    const session = await requireSession(actor, sessionId);
    const requests = files.map((file) => refuse(file) ?? toPending(actor, session, file));
    const pending = new Map(requests.flatMap((request) => ('id' in request ? [[request.id, request]] : [])));
    const tickets = await admit(session, [...pending.values()]);
    return { tickets: requests.map((request) => ('id' in request ? tickets.get(request.id)! : request)) };
  });

function toPending(
  { sub, name }: Admin,
  session: SessionRow,
  { file_name, size, sha256 }: FileToAttach,
): PendingAttachment {
  const now = new Date().toISOString();
  return {
    session_id: partitionOf(session.id),
    id: photoIdOf(session.id, sha256),
    customer_id: session.customer_id,
    state: 'pending',
    file_name: cleanFileName(file_name),
    size,
    sha256,
    attached_at: now,
    asked_at: now,
    asked_by: { sub, name },
  };
}

/**
 * Writes the pending rows of files that may be uploaded and the session's counter in one transaction. Returns the
 * tickets by id.
 */
async function admit(session: SessionRow, pendingRows: PendingAttachment[]): Promise<Map<string, Ticket>> {
  const rows = await readAttachments(
    session.id,
    pendingRows.map(({ id }) => id),
  );
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const room = attachmentRoomIn(session);
  const writes: Write[] = [];
  let added = 0;
  const tickets = new Map<string, Ticket>();
  for (const pendingRow of pendingRows) {
    const before = rowsById.get(pendingRow.id);
    const ticketOfExisting = before && ticketForExisting(before);
    const isListed = before !== undefined && before.state !== 'deleted';
    if (ticketOfExisting) tickets.set(pendingRow.id, ticketOfExisting);
    else if (!isListed && added === room) tickets.set(pendingRow.id, sessionIsFull(pendingRow));
    else {
      if (!isListed) added += 1;
      // A pending file keeps its time, and thereby its key, because it may be uploading for an earlier ticket. After a
      // deletion the key is new, because the deletion may still remove the file under the old key. A file that was
      // refused may have a new name.
      const isPending = before?.state === 'pending';
      const pending = isPending
        ? { ...pendingRow, attached_at: before.attached_at, file_name: before.file_name }
        : pendingRow;
      writes.push(before ? changeAttachment(before, pending) : insertAttachment(pending));
      tickets.set(pendingRow.id, await ticketFor(pending));
    }
  }
  if (writes.length > 0) await transact([...writes, countAttachmentUploads(session.id, added)]);
  return tickets;
}

/** Returns the answer for a file that is stored already, or in the trash; undefined when it may be uploaded. */
function ticketForExisting(row: AttachmentRow): Ticket | undefined {
  if (row.state === 'ready') return { state: 'present', photo_id: row.id, file_name: row.file_name };
  if (row.state !== 'deleted') return undefined;
  if (!isRestorable(row.deleted_at)) {
    return refusal(
      `“${row.file_name}” was removed ${limits.trashDays} days ago and is being erased now. Please attach it again tomorrow.`,
    );
  }
  return row.original_key ? { state: 'trashed', photo_id: row.id } : undefined;
}

const ticketFor = async (row: PendingAttachment): Promise<Ticket> => ({
  state: 'upload',
  photo_id: row.id,
  ...(await presignUpload(
    attachmentLandingKey(row),
    { ...row, content_type: attachmentType },
    {
      'file-name': encodeName(row.file_name),
      'attached-at': row.attached_at,
    },
  )),
});

/** Returns the refusal of a file that can't be attached; undefined when it may be attached. */
function refuse({ file_name, size }: FileToAttach): Ticket | undefined {
  const name = `“${cleanFileName(file_name)}”`;
  if (!attachmentKindOf(cleanFileName(file_name))) {
    return refusal(`${name} is no raw file, video, HEIC or PDF, and can’t be attached.`);
  }
  if (size === 0) return refusal(`${name} is empty. Please export it again.`);
  if (size > limits.attachmentBytes) {
    return refusal(
      `${name} has ${(size / 1e9).toFixed(1)} GB; the limit is ${limits.attachmentBytes / 1e9} GB a file. Please export it smaller, or in parts.`,
    );
  }
  return undefined;
}

const sessionIsFull = ({ file_name }: AttachmentRow): Ticket =>
  refusal(
    `“${file_name}” has no room: a session can have ${limits.attachmentsPerSession} files for download. Please create another session for it.`,
  );

const refusal = (message: string): Ticket => ({ state: 'refused', message });
