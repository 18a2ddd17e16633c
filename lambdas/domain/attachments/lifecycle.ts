import type { AttachmentRow, DeletedAttachment } from './repository.ts';

/** Moves attachments from one state to the next. */

/** Returns the attachment's attributes that every state has. */
export const commonOf = ({
  session_id,
  id,
  customer_id,
  file_name,
  size,
  sha256,
  attached_at,
}: AttachmentRow): Omit<DeletedAttachment, 'state' | 'deleted_at' | 'original_key' | 'crc32'> => ({
  session_id,
  id,
  customer_id,
  file_name,
  size,
  sha256,
  attached_at,
});

/** Returns an attachment as it is stored in the trash, deleted now. */
export const toTrash = (row: Exclude<AttachmentRow, DeletedAttachment>): DeletedAttachment => ({
  ...commonOf(row),
  ...(row.state === 'ready' && { original_key: row.original_key, crc32: row.crc32 }),
  state: 'deleted',
  deleted_at: new Date().toISOString(),
});
