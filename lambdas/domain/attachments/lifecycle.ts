import type { AttachmentRow, DeletedAttachment } from './repository.ts';

/** What an attachment takes from one state to the next. */

/** Returns the attributes that an attachment has in every state. */
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

/** Returns an attachment as it is in the trash from now on. */
export const toTrash = (row: Exclude<AttachmentRow, DeletedAttachment>): DeletedAttachment => ({
  ...commonOf(row),
  ...(row.state === 'ready' && { original_key: row.original_key, crc32: row.crc32 }),
  state: 'deleted',
  deleted_at: new Date().toISOString(),
});
