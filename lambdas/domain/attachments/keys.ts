import { originalKey } from '../photos/files/files.ts';
import { type AttachmentRow, sessionIdOf } from './repository.ts';

/** S3 keys of attachments' files. */

/** Of every attachment, so that no browser shows one, whatever it contains. */
export const attachmentType = 'application/octet-stream';

const folder = 'attachments';

type Addressed = Pick<AttachmentRow, 'customer_id' | 'session_id' | 'id'>;

/** The key in the landing bucket. */
export const attachmentLandingKey = (row: Addressed): string =>
  [folder, row.customer_id, sessionIdOf(row), row.id].join('/');

/** Parses a key of the landing bucket; undefined for one that no ticket of an attachment can have. */
export function parseAttachmentKey(key: string) {
  const [first, customer_id, session, id, ...more] = key.split('/');
  const isId = (part: string | undefined): part is string => part !== undefined && /^[0-9a-z]{20,32}$/.test(part);
  if (first !== folder || !isId(customer_id) || !isId(session) || !isId(id) || more.length > 0) return undefined;
  return { customer_id, session, id };
}

/** The key in the photos bucket: beside the originals of its session, with the time at which it was attached. */
export const storedAttachmentKey = (row: Addressed & Pick<AttachmentRow, 'file_name' | 'attached_at'>): string =>
  originalKey({ ...row, session_id: sessionIdOf(row), uploaded_at: row.attached_at });
